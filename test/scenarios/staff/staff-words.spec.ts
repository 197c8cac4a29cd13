import type { Actor, Command } from '../../../server/core/command';
import type { CoreEvent, EventType } from '../../../server/core/event';
import {
  ADMIN,
  ALICE,
  BOB,
  DAVE,
  SECOND,
  accountFrozen,
  approve,
  buy,
  by,
  given,
  indexTerms,
  observe,
  occurred,
  publish,
  refused,
  rested,
  restarted,
  revert,
  sell,
  staff,
  startPayout,
  system,
  turnDown,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { financial, financialTerms } from '../../tools/fixtures/financial-fixture';
import { DAILY, mining, miningTerms } from '../../tools/fixtures/mining-fixture';
import { options, termsOf } from '../../tools/fixtures/option-fixture';
import { locked, opened, perpetuals, told as factsOfBefore, unlocked } from '../../tools/fixtures/perpetual-fixture';
import { LEVEL_1, LEVEL_2, ratesOf } from '../../tools/fixtures/referral-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  confirmed,
  declined,
  full,
  kept,
  passed,
  rulesOf,
  sent,
  setStaff,
  staffed,
  told,
  upgraded,
} from '../../tools/fixtures/staff-fixture';

/** The word of somebody of staff counts as one of two as long as they may act: not once they are frozen, or were taken the right. */

/** Three of whom each may do everything; a fourth, whom nobody freezes with them, leaves enough to decide. */
const FOURTH: Actor = 'admin/10000011';
const three = (): Step[] => [
  ...[FIRST_ID, SECOND_ID, THIRD_ID, 10_000_011].map((user) => system({ type: 'RegisterMember', user })),
  told(full(FIRST_ID, SECOND_ID, THIRD_ID, 10_000_011)),
  system(rulesOf({ waitMs: 0 })),
];
/** By two whom it does not concern. */
const byTwo = ({ exchange }: Scenario, command: Command): Step[] => [
  sent(THIRD, command),
  confirmed(exchange.state.staff.next, FOURTH),
];
/** Frozen by the fourth, who goes on because the third lets them. */
const frozen = (_: Scenario, user: number): Step[] => [
  sent(FOURTH, { type: 'FreezeAccount', user, reason: 'stolen' }),
  sent(THIRD, { type: 'UnfreezeAccount', user: 10_000_011, reason: 'right' }),
];
/** Without the right that it takes. */
const dismissed = (scenario: Scenario, user: number): Step[] =>
  byTwo(scenario, setStaff(user, 'admin', ['verification']).command);
const large = (): Scenario =>
  given(
    ...three(),
    sent(SECOND, { type: 'SetWithdrawalReview', secondApprovalAbove: 1n }),
    kept(1, ADMIN),
    withdraw('USDT', 100n),
  );

describe.each([
  ['frozen', frozen],
  ['without the right', dismissed],
])('of somebody who is %s since', (_, ended) => {
  test('an approval counts no more: two others approve the withdrawal', () => {
    const scenario = large().given(approve(1));
    scenario
      .given(ended(scenario, FIRST_ID))
      .when(approve(1, SECOND))
      .then(occurred('WithdrawalApproved', { by: SECOND_ID, complete: 0 }))
      .when(approve(1, SECOND))
      .then(refused('approval.needs.another'))
      .when(approve(1, THIRD))
      .then(occurred('WithdrawalApproved', { by: THIRD_ID, complete: 1 }));
  });

  test('the statement that nothing was sent is another’s to make anew', () => {
    const scenario = large().given(approve(1), approve(1, SECOND), startPayout(1), turnDown(1));
    scenario
      .given(ended(scenario, FIRST_ID))
      .when(turnDown(1, SECOND))
      .then(occurred('RejectionProposed', { by: SECOND_ID }), occurred('StaffActed'))
      .when(turnDown(1, SECOND))
      .then(refused('approval.needs.another'))
      .when(turnDown(1, THIRD))
      .then(occurred('WithdrawalRejected'), occurred('StaffActed'));
  });

  test.each<[string, () => Scenario, Step, EventType]>([
    ['terms of second contracts', options, termsOf({ feesPpb: [0, 0, 0] }), 'OptionTermsSet'],
    ['terms of a financial product', financial, financialTerms({ annualRatePpb: 1 }), 'FinancialTermsSet'],
    ['terms of mining', mining, miningTerms({ dailyRatePpb: 1 }), 'MiningTermsSet'],
    ['rates of rebates', given, ratesOf(), 'ReferralTermsSet'],
    ['the end of a lock', () => perpetuals().given(opened(500_000, 10), locked(1)), unlocked(1), 'PositionUnlocked'],
  ])('%s that they proposed is nobody’s to confirm: others propose it anew', (_what, start, step, done) => {
    const scenario = start().given(...three(), step);
    scenario.given(ended(scenario, FIRST_ID)).when(confirmed(1)).then(refused('proposal.state.invalid'));
    scenario
      .given(declined(1), sent(SECOND, step.command))
      .given(confirmed(scenario.exchange.state.staff.next - 1, THIRD));
    expect(scenario.exchange.batches.at(-1)?.events).toContainEqual(
      expect.objectContaining({ type: done, proposedBy: SECOND_ID }),
    );
  });
});

test('it counts again once they may act again', () => {
  const scenario = large().given(approve(1));
  scenario.given(dismissed(scenario, FIRST_ID));
  scenario
    .given(byTwo(scenario, setStaff(FIRST_ID, 'admin', ['verification', 'withdrawals']).command))
    .when(approve(1, SECOND))
    .then(occurred('WithdrawalApproved', { by: SECOND_ID, complete: 1 }));
});

/** As journals have it that were written while the second of two sent the very same. */
test.each<[string, () => Scenario, CoreEvent, Step, EventType]>([
  [
    'terms of mining',
    mining,
    { type: 'MiningTermsProposed', ...DAILY, dailyRatePpb: 1, by: FIRST_ID, reason: 'offered' },
    miningTerms({ dailyRatePpb: 1 }),
    'MiningTermsSet',
  ],
  [
    'rates of rebates',
    given,
    { type: 'ReferralTermsProposed', level1Ppb: LEVEL_1, level2Ppb: LEVEL_2, by: FIRST_ID, reason: 'invite' },
    ratesOf(),
    'ReferralTermsSet',
  ],
])('%s that one had proposed before there were proposals: wait for two of today', (_, start, event, step, done) => {
  const scenario = start();
  factsOfBefore(scenario, [event]);
  restarted(scenario)
    .given(...three())
    .when(sent(SECOND, step.command))
    .then(occurred('StaffProposed', { by: SECOND_ID }))
    .when(confirmed(1, ADMIN))
    .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred(done, { proposedBy: SECOND_ID }));
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
    ['fewer blocks', [sent(SECOND, terms(20)), kept(1, ADMIN)], staff(terms(2)), sent(SECOND, terms(60))],
    ['a higher limit of a day', [staff(limit(1_000n)), confirmed(1)], staff(limit(2_000n)), sent(SECOND, limit(10n))],
    [
      'a higher bound of one approval',
      [sent(SECOND, review(1_000n)), kept(1, ADMIN)],
      staff(review(2_000n)),
      sent(SECOND, review(1n)),
    ],
  ])(
    '%s, and one who took it back since, the one counts, and theirs ends by itself',
    (_, before, loosened, tightened) => {
      const scenario = staffed(...before).given(passedBy(DAY), loosened);
      const proposal = scenario.exchange.state.staff.next - 1;
      scenario.given(confirmed(proposal), { ...tightened, after: 3 * HOUR });
      scenario.when(passed(DAY - 3 * HOUR)).then(lapsed(proposal));
      expect(scenario.exchange.state.staff.proposals.size).toBe(0);
    },
  );

  test.each<[string, Command, Command]>([
    [
      'more rights',
      setStaff(THIRD_ID, 'admin', ['users', 'withdrawals', 'settings']).command,
      setStaff(THIRD_ID, 'user').command,
    ],
    ['a better level of fees', fees(3), fees(1)],
  ])('%s, and on something else at once, what came first counts', (_, first, second) => {
    staffed(staff(first), confirmed(1), sent(SECOND, second), confirmed(2, ADMIN))
      .when(passed(DAY))
      .then(occurred('StaffApplied', { proposal: 1 }), occurred(typeOf(first)), lapsed(2));
  });

  test('the same as it was before stays as it was agreed on', () => {
    staffed(staff(terms(20)), kept(1), staff(terms(2)), confirmed(1))
      .when(passed(DAY))
      .then(occurred('StaffApplied'), occurred('RechargeTermsSet', { confirmations: 2 }));
  });

  test('it is confirmed no more once it is overtaken', () => {
    staffed(staff(terms(20)), staff(terms(2)), sent(SECOND, terms(60)))
      .when(confirmed(1))
      .then(refused('proposal.state.invalid'));
  });
});

function typeOf({ type }: Command): EventType {
  return type === 'SetStaff' ? 'StaffNamed' : 'FeeTierAssigned';
}

/** Time goes by, by a command that is taken. */
function passedBy(ms: number): Step {
  return { ...sent(THIRD, { type: 'FreezeAccount', user: ALICE, reason: 'r' }), after: ms };
}

describe('an unfreezing that is proposed ends when the account is frozen again', () => {
  const unfrozen = staff({ type: 'UnfreezeAccount', user: BOB, reason: 'reviewed' });
  const proposed = () => staffed(accountFrozen(), unfrozen);

  test.each<[string, Step, boolean]>([
    ['by its owner', { actor: `user/${BOB}`, command: { type: 'FreezeAccount', user: BOB, reason: 'letter' } }, false],
    ['by staff', sent(SECOND, { type: 'FreezeAccount', user: BOB, reason: 'again' }), true],
  ])('%s', (_, freeze, isAct) => {
    proposed()
      .when({ ...freeze, after: 2 * HOUR })
      .then(lapsed(1), ...(isAct ? [occurred('StaffActed')] : []))
      .when(confirmed(1), buy(100, 1))
      .then(refused('account.frozen'))
      .when(sent(`user/${BOB}`, { type: 'FreezeAccount', user: BOB, reason: 'once more' }))
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
    const spent = [observe(12, early), rested('buy', 100, 60), by(DAVE, sell(100, 40))];
    const release = staff({ type: 'UnfreezeAccount', user: DAVE, reason: 'reviewed' });
    upgraded(given(indexTerms(), publish([100, 100])))
      .given(known, spent, accountFrozen(DAVE), release)
      .when(revert('BTC/a/0'))
      .then(occurred('RechargeReverted'), occurred('FundsFrozen'), lapsed(1));
  });

  test('that another proposed for another reason as well', () => {
    const other = sent(SECOND, { type: 'UnfreezeAccount', user: BOB, reason: 'asked for' });
    proposed()
      .given(other)
      .when({ actor: `user/${BOB}`, command: { type: 'FreezeAccount', user: BOB, reason: 'letter' } })
      .then(lapsed(1), lapsed(2));
  });
});
