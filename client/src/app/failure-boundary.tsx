import type { ReactNode } from 'react';
import { useTexts } from '../shared/i18n/use-texts';
import { reloadWithTyped } from '../shared/lib/storage/typed-kept';
import { Button } from '../shared/ui/controls/button';
import { FaultBoundary } from '../shared/ui/page/fault-boundary';
import { Note } from '../shared/ui/page/note';

interface FailureBoundaryProps {
  /** The path that is shown: what went wrong on one screen is no matter of the next. */
  place: string;
  children: ReactNode;
}

/** A mistake of ours ends in words and a way out, not in an empty page. */
export function FailureBoundary({ place, children }: FailureBoundaryProps) {
  return (
    <FaultBoundary place={place} fallback={() => <Failure />}>
      {children}
    </FaultBoundary>
  );
}

function Failure() {
  const { say } = useTexts();
  const reload = <Button onClick={() => reloadWithTyped()}>{say('page.reload')}</Button>;
  return <Note kind="error" text={say('page.failed')} action={reload} />;
}
