/** The word of somebody of staff counts as one of two as long as they may act: not once they are frozen, or were taken the right. */
import type { EventType } from '../../server/core/event';
import { EVERY_RIGHT } from '../../server/core/staff/decide-people';
import {
  ADMIN,
  SECOND,
  approve,
  given,
  occurred,
  refused,
  startPayout,
  system,
  turnDown,
  withdraw,
  type Scenario,
  type Step,
} from '../tools/core-fixture';
import { financial, financialTerms } from '../tools/financial-fixture';
import { mining, miningTerms } from '../tools/mining-fixture';
import { options, termsOf } from '../tools/option-fixture';
import { locked, opened, perpetuals, unlocked } from '../tools/perpetual-fixture';
import { ratesOf } from '../tools/referral-fixture';
import { FIRST_ID, SECOND_ID, THIRD, THIRD_ID, sent, setStaff, told } from '../tools/staff-fixture';

/** Three of whom each may do everything. */
const three = (): Step[] => [
  ...[FIRST_ID, SECOND_ID, THIRD_ID].map((user) => system({ type: 'RegisterMember', user })),
  told([FIRST_ID, SECOND_ID, THIRD_ID].map((user) => ({ user, role: 'admin', rights: EVERY_RIGHT }))),
];
const frozen = (user: number, actor = SECOND): Step => sent(actor, { type: 'FreezeAccount', user, reason: 'stolen' });
/** Without the right that it takes; by whom it does not concern. */
const dismissed = (user: number, actor = THIRD): Step => sent(actor, setStaff(user, 'admin', ['verification']).command);
const large = (): Scenario =>
  given(...three(), sent(SECOND, { type: 'SetWithdrawalReview', secondApprovalAbove: 1n }), withdraw('USDT', 100n));

describe.each([
  ['frozen', frozen],
  ['without the right', dismissed],
])('of somebody who is %s since', (_, ended) => {
  test('an approval counts no more: two others approve the withdrawal', () => {
    large()
      .given(approve(1), ended(FIRST_ID))
      .when(approve(1, SECOND))
      .then(occurred('WithdrawalApproved', { by: SECOND_ID, complete: 0 }))
      .when(approve(1, SECOND))
      .then(refused('approval.needs.another'))
      .when(approve(1, THIRD))
      .then(occurred('WithdrawalApproved', { by: THIRD_ID, complete: 1 }));
  });

  test('the statement that nothing was sent is another’s to make anew', () => {
    large()
      .given(approve(1), approve(1, SECOND), startPayout(1), turnDown(1), ended(FIRST_ID))
      .when(turnDown(1, SECOND))
      .then(occurred('RejectionProposed', { by: SECOND_ID }))
      .when(turnDown(1, SECOND))
      .then(refused('approval.needs.another'))
      .when(turnDown(1, THIRD))
      .then(occurred('WithdrawalRejected'));
  });

  test.each<[string, () => Scenario, (actor: typeof ADMIN) => Step, EventType, EventType]>([
    [
      'terms of second contracts',
      options,
      (actor) => termsOf({ feesPpb: [0, 0, 0] }, actor),
      'OptionTermsProposed',
      'OptionTermsSet',
    ],
    [
      'terms of a financial product',
      financial,
      (actor) => financialTerms({ annualRatePpb: 1 }, actor),
      'FinancialTermsProposed',
      'FinancialTermsSet',
    ],
    [
      'terms of mining',
      mining,
      (actor) => miningTerms({ dailyRatePpb: 1 }, actor),
      'MiningTermsProposed',
      'MiningTermsSet',
    ],
    ['rates of rebates', given, (actor) => ratesOf({}, actor), 'ReferralTermsProposed', 'ReferralTermsSet'],
    [
      'a lock',
      () => perpetuals().given(opened(500_000, 10)),
      (actor) => ({ ...locked(1)[0], actor }),
      'PositionLockProposed',
      'PositionLocked',
    ],
    [
      'the end of a lock',
      () => perpetuals().given(opened(500_000, 10), locked(1)),
      (actor) => ({ ...unlocked(1)[0], actor }),
      'PositionLockProposed',
      'PositionUnlocked',
    ],
  ])('%s that they proposed is proposed anew', (_what, start, step, proposed, done) => {
    start()
      .given(...three(), step(ADMIN), ended(FIRST_ID))
      .when(step(SECOND))
      .then(occurred(proposed, { by: SECOND_ID }))
      .when(step(SECOND))
      .then(refused('approval.needs.another'))
      .when(step(THIRD))
      .then(occurred(done, { proposedBy: SECOND_ID }));
  });
});

test('it counts again once they may act again', () => {
  large()
    .given(approve(1), dismissed(FIRST_ID))
    .given(sent(SECOND, setStaff(FIRST_ID, 'admin', ['verification', 'withdrawals']).command))
    .given(sent(THIRD, { type: 'ConfirmStaff', proposal: 1 }))
    .when({ ...approve(1, SECOND), after: 25 * 3_600_000 })
    .then(
      occurred('StaffApplied'),
      occurred('StaffNamed'),
      occurred('WithdrawalApproved', { by: SECOND_ID, complete: 1 }),
    );
});
