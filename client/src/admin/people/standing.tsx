import type { VerificationState } from '../../../../shared/products/identity/verification';
import { useTexts } from '../../kit/i18n/use-texts';
import { Mark } from '../../kit/ui/figures/mark';

const KINDS = { not_certified: 'level', under_review: 'warning', failed: 'bad', certified: 'good' } as const;

export function VerificationMark({ state }: { state: VerificationState }) {
  const { t } = useTexts();
  return <Mark kind={KINDS[state]} text={t(`staff.verification_state.${state}`)} />;
}

export function StandingMark({ isFrozen }: { isFrozen: boolean }) {
  const { t } = useTexts();
  return isFrozen ? <Mark kind="bad" text={t('staff.frozen')} /> : <Mark kind="good" text={t('staff.active')} />;
}
