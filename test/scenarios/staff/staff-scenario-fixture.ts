import { ADMIN, SECOND, refused, staff, expectThat, type Step } from '../../tools/fixtures/core-fixture';
import { FIRST_ID, sendAs } from '../../tools/fixtures/staff-fixture';

export const unfrozen = (user: number): Step => staff({ type: 'UnfreezeAccount', user, reason: 'reviewed' });
export const verifiedBy = (user: number, hash = 'ab'.repeat(32)): Step =>
  sendAs(user === FIRST_ID ? SECOND : ADMIN, { type: 'VerifyMember', user, document: hash });
export const review = (secondApprovalAbove: bigint): Step =>
  staff({ type: 'SetWithdrawalReview', secondApprovalAbove });

/** Must differ from the initial tier. */
export function level(user: number, tier: number): Step {
  return staff({ type: 'AssignFeeTier', user, tier });
}
/** Checks the last of several outcomes. */
export const refusedLast = (code: Parameters<typeof refused>[0]) =>
  expectThat((_, { outcomes }) => expect(outcomes[outcomes.length - 1]).toMatchObject({ rejected: code }));
