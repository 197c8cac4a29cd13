/** What a change of the rebate rates is. */
import type { Context } from '../../../core/decision';
import { changeOf, type TakesTwo } from '../../../core/staff/rule';
import type { CoreView } from '../../../core/state';
import type { SetReferralTerms } from './commands';

export function changesReferralTerms(
  { referral }: CoreView,
  command: SetReferralTerms,
  { at }: Readonly<Pick<Context, 'at'>>,
): Omit<TakesTwo, 'kind'> {
  const now = referral.tables.filter(({ from }) => from <= at).at(-1);
  return { subject: 'referral', ...changeOf(now, command) };
}
