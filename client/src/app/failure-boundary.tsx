import type { ReactNode } from 'react';
import { useTexts } from '../kit/i18n/use-texts';
import { reloadKeepingInput } from '../kit/lib/storage/saved-input';
import { Button } from '../kit/ui/controls/button';
import { FaultBoundary } from '../kit/ui/page/fault-boundary';
import { Note } from '../kit/ui/page/note';

interface FailureBoundaryProps {
  /** Path of the shown screen. Navigating elsewhere clears the error. */
  place: string;
  children: ReactNode;
}

/** Shows an error message with a way out instead of an empty page. */
export function FailureBoundary({ place, children }: FailureBoundaryProps) {
  return (
    <FaultBoundary place={place} fallback={() => <Failure />}>
      {children}
    </FaultBoundary>
  );
}

function Failure() {
  const { t } = useTexts();
  const reload = <Button onClick={() => reloadKeepingInput()}>{t('page.reload')}</Button>;
  return <Note kind="error" text={t('page.failed')} action={reload} />;
}
