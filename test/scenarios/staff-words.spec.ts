import type { Command } from '../../server/core/command';
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
  BOB,
  DAVE,
  accountFrozen,
  buy,
  by,
  indexTerms,
  observe,
  publish,
  rested,
  revert,
  sell,
  staff,
} from '../tools/core-fixture';
import { financial, financialTerms } from '../tools/financial-fixture';
import { mining, miningTerms } from '../tools/mining-fixture';
import { options, termsOf } from '../tools/option-fixture';
import { locked, opened, perpetuals, unlocked } from '../tools/perpetual-fixture';
import { ratesOf } from '../tools/referral-fixture';
import {
  FIRST_ID,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  sent,
  setStaff,
  told,
  DAY,
  HOUR,
  confirmed,
  passed,
  staffed,
} from '../tools/staff-fixture';

/** The word of somebody of staff counts as one of two as long as they may act: not once they are frozen, or were taken the right. */

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

/** Whatever was tightened after two had agreed on loosening it stays: what they agreed on lapses. */

const lapsed = (proposal: number) => occurred('StaffLapsed', { proposal, why: 'impossible' });
const terms = (confirmations: number): Command => ({
  ...{ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n },
  confirmations,
});
const limit = (amount: bigint): Command => ({ type: 'SetDailyLimit', bindings: 1, limit: amount });
const review = (secondApprovalAbove: bigint): Command => ({ type: 'SetWithdrawalReview', secondApprovalAbove });
const fees = (tier: number): Command => ({ type: 'AssignFeeTier', user: BOB, tier });

describe('of two who agreed on', () => {
  test.each<[string, Step[], Step, Step]>([
    [
      'more rights',
      [],
      setStaff(THIRD_ID, 'admin', ['users', 'withdrawals', 'settings']),
      sent(SECOND, setStaff(THIRD_ID, 'user').command),
    ],
    ['fewer blocks', [staff(terms(20))], staff(terms(2)), sent(SECOND, terms(60))],
    ['a higher limit of a day', [staff(limit(1_000n)), confirmed(1)], staff(limit(2_000n)), sent(SECOND, limit(10n))],
    ['a higher bound of one approval', [staff(review(1_000n))], staff(review(2_000n)), sent(SECOND, review(1n))],
    ['a better level of fees', [staff(fees(2)), confirmed(1)], staff(fees(3)), sent(SECOND, fees(1))],
  ])('%s, and one who took it back since, the one counts', (_, before, loosened, tightened) => {
    const scenario = staffed(...before).given(passedBy(DAY), loosened);
    const proposal = scenario.exchange.state.staff.next - 1;
    scenario.given(confirmed(proposal), { ...tightened, after: 3 * HOUR });
    scenario.when(passed(DAY)).then(lapsed(proposal));
    expect(scenario.exchange.state.staff.proposals.size).toBe(0);
  });

  test('the same as it was before stays as it was agreed on', () => {
    staffed(staff(terms(20)), staff(terms(2)), confirmed(1))
      .when(passed(DAY))
      .then(occurred('StaffApplied'), occurred('RechargeTermsSet', { confirmations: 2 }));
  });

  test('it is confirmed no more once it is overtaken', () => {
    staffed(staff(terms(20)), staff(terms(2)), sent(SECOND, terms(60)))
      .when(confirmed(1))
      .then(refused('proposal.state.invalid'));
  });
});

/** Time goes by, by a command that is taken. */
function passedBy(ms: number): Step {
  return { ...staff({ type: 'SetOverdueHours', wait: 'feedback', hours: 1 }), after: ms };
}

describe('an unfreezing that waits ends when the account is frozen again', () => {
  const unfrozen = staff({ type: 'UnfreezeAccount', user: BOB, reason: 'reviewed' });
  const agreed = () => staffed(accountFrozen(), unfrozen, confirmed(1));

  test.each<[string, Step]>([
    ['by its owner', { actor: `user/${BOB}`, command: { type: 'FreezeAccount', user: BOB, reason: 'letter' } }],
    ['by staff', sent(SECOND, { type: 'FreezeAccount', user: BOB, reason: 'again' })],
  ])('%s', (_, freeze) => {
    agreed()
      .when({ ...freeze, after: 2 * HOUR })
      .then(lapsed(1))
      .when(passed(DAY), buy(100, 1))
      .then(refused('account.frozen'))
      .when(freeze)
      .then(refused('account.already.frozen'));
  });

  test('because its chain took back what is spent', () => {
    const early = {
      user: DAVE,
      asset: 'BTC',
      chain: 'BTC',
      reference: 'BTC/a/0',
      amount: 50n,
      provisional: 1,
    } as const;
    const known = sent(SECOND, { type: 'VerifyMember', user: DAVE, document: 'ab'.repeat(32) });
    const priced = [indexTerms(), publish([100, 100])];
    const spent = [...priced, observe(12, early), rested('buy', 100, 60), by(DAVE, sell(100, 40))];
    const release = staff({ type: 'UnfreezeAccount', user: DAVE, reason: 'reviewed' });
    staffed(known, spent, accountFrozen(DAVE), release, confirmed(1))
      .when({ ...revert('BTC/a/0'), after: HOUR })
      .then(occurred('RechargeReverted'), occurred('FundsFrozen'), lapsed(1));
  });

  test('also where it was unfrozen in between by another agreement', () => {
    const other = staff({ type: 'UnfreezeAccount', user: BOB, reason: 'asked for' });
    agreed()
      .given(other, { ...confirmed(2), after: HOUR })
      .when(passed(DAY - HOUR))
      .then(occurred('StaffApplied', { proposal: 1 }), occurred('AccountUnfrozen'))
      .when(accountFrozen())
      .then(occurred('AccountFrozen'), lapsed(2));
  });
});
