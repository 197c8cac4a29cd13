import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { Button } from '../controls/button';
import { FaultBoundary } from './fault-boundary';
import { Note } from './note';

interface PanelBoundaryProps {
  /** Names the panel in what is reported: the same in every language. */
  id: string;
  /** Names it to the user. */
  title: string;
  /** What it shows: of another thing it has another chance. */
  of?: string;
  children: ReactNode;
}

/** One fault takes one panel: it says which, and can be tried again, while all others go on. */
export function PanelBoundary({ id, title, of, children }: PanelBoundaryProps) {
  return (
    <FaultBoundary place={id} of={of} fallback={(retry) => <Failed title={title} onRetry={retry} />}>
      {children}
    </FaultBoundary>
  );
}

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { say } = useTexts();
  return (
    <Note
      kind="error"
      text={say('panel.failed', { title })}
      action={<Button onClick={onRetry}>{say('page.retry')}</Button>}
    />
  );
}
