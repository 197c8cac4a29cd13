import type { ReactNode } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts';

/** Stars in place of an amount that is nobody's business. */
export function Concealed({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const { say } = useTexts();
  if (!isHidden) return children;
  return (
    <>
      <span aria-hidden="true">****</span>
      <span className="spoken">{say('assets.hidden')}</span>
    </>
  );
}
