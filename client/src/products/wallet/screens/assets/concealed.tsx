import type { ReactNode } from 'react';
import { useTexts } from '../../../../kit/i18n/use-texts';

/** Asterisks in place of a hidden amount. */
export function Concealed({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const { t } = useTexts();
  if (!isHidden) return children;
  return (
    <>
      <span aria-hidden="true">****</span>
      <span className="spoken">{t('assets.hidden')}</span>
    </>
  );
}
