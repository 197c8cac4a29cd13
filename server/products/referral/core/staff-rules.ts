/** Staff rules of commands about rebate rates. */
import type { Context } from '../../../core/decision';
import { changeOf, type TwoPersonApproval } from '../../../core/staff/rule';
import type { CoreView } from '../../../core/state';
import type { SetReferralTerms } from './commands';

export function referralTermsApproval(
  { referral }: CoreView,
  command: SetReferralTerms,
  { at }: Readonly<Pick<Context, 'at'>>,
): Omit<TwoPersonApproval, 'kind'> {
  const currentRates = referral.tables.filter(({ from }) => from <= at).at(-1);
  return { subject: 'referral', ...changeOf(currentRates, command) };
}
