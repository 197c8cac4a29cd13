import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { Button } from '../controls/button';
import { FaultBoundary } from './fault-boundary';
import { Note } from './note';

interface PanelBoundaryProps {
  /** Name of the panel in reports, independent of language. */
  id: string;
  /** Name shown to the user. */
  title: string;
  /** The shown subject; a change of it resets the fault. */
  subject?: string;
  children: ReactNode;
}

/** Limits a fault to its panel, which names itself and offers a retry. */
export function PanelBoundary({ id, title, subject, children }: PanelBoundaryProps) {
  return (
    <FaultBoundary place={id} subject={subject} fallback={(retry) => <Failed title={title} onRetry={retry} />}>
      {children}
    </FaultBoundary>
  );
}

function Failed({ title, onRetry }: { title: string; onRetry: () => void }) {
  const { t } = useTexts();
  return (
    <Note
      kind="error"
      text={t('panel.failed', { title })}
      action={<Button onClick={onRetry}>{t('page.retry')}</Button>}
    />
  );
}
