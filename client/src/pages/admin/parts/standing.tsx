import type { VerificationState } from '../../../../../shared/products/identity/verification';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Mark } from '../../../shared/ui/figures/mark';

const KINDS = { not_certified: 'level', under_review: 'warning', failed: 'bad', certified: 'good' } as const;

export function VerificationMark({ state }: { state: VerificationState }) {
  const { say } = useTexts();
  return <Mark kind={KINDS[state]} text={say(`staff.verification_state.${state}`)} />;
}

export function StandingMark({ isFrozen }: { isFrozen: boolean }) {
  const { say } = useTexts();
  return isFrozen ? <Mark kind="bad" text={say('staff.frozen')} /> : <Mark kind="good" text={say('staff.active')} />;
}
