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
  asUser,
  given,
  indexTerms,
  observe,
  occurred,
  publish,
  refused,
  restingOrder,
  restoredFromSnapshot,
  revert,
  sell,
  staff,
  startPayout,
  system,
  rejectWithdrawal,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { financial, financialTerms } from '../../tools/fixtures/financial-fixture';
import { DAILY, mining, miningTerms } from '../../tools/fixtures/mining-fixture';
import { optionScenario, termsOf } from '../../tools/fixtures/option-fixture';
import {
  lockPosition,
  openBothSides,
  perpetuals,
  applyEvents as factsOfBefore,
  unlockPosition,
} from '../../tools/fixtures/perpetual-fixture';
import { LEVEL_1, LEVEL_2, ratesOf } from '../../tools/fixtures/referral-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  confirmProposal,
  declineProposal,
  fullAdmins,
  keepAct,
  passTime,
  rulesOf,
  sendAs,
  setStaff,
  withStaff,
  reportStaff,
  withReportedStaff,
} from '../../tools/fixtures/staff-fixture';

/** An approval by staff counts only while its author may act: not once frozen or without the right. */

/** Three full admins; a fourth, frozen together with nobody, leaves enough to decide. */
const FOURTH: Actor = 'admin/10000011';
const three = (): Step[] => [
  ...[FIRST_ID, SECOND_ID, THIRD_ID, 10_000_011].map((user) => system({ type: 'RegisterMember', user })),
  reportStaff(fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID, 10_000_011)),
  system(rulesOf({ waitMs: 0 })),
];
/** Proposed and confirmed by two uninvolved admins. */
const byTwo = ({ exchange }: Scenario, command: Command): Step[] => [
  sendAs(THIRD, command),
  confirmProposal(exchange.state.staff.next, FOURTH),
];
/** Frozen by the fourth admin, whom the third unfreezes. */
const frozen = (_: Scenario, user: number): Step[] => [
  sendAs(FOURTH, { type: 'FreezeAccount', user, reason: 'stolen' }),
  sendAs(THIRD, { type: 'UnfreezeAccount', user: 10_000_011, reason: 'right' }),
];
/** Removes the needed right. */
const dismissed = (scenario: Scenario, user: number): Step[] =>
  byTwo(scenario, setStaff(user, 'admin', ['verification']).command);
const large = (): Scenario =>
  given(
    ...three(),
    sendAs(SECOND, { type: 'SetWithdrawalReview', secondApprovalAbove: 1n }),
    keepAct(1, ADMIN),
    withdraw('USDT', 100n),
  );

describe.each([
  ['frozen', frozen],
  ['without the right', dismissed],
])('an author who has since been %s', (_, ended) => {
  test('loses an approval: two others must approve the withdrawal', () => {
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

  test('loses the statement that nothing was sent: another must repeat it', () => {
    const scenario = large().given(approve(1), approve(1, SECOND), startPayout(1), rejectWithdrawal(1));
    scenario
      .given(ended(scenario, FIRST_ID))
      .when(rejectWithdrawal(1, SECOND))
      .then(occurred('RejectionProposed', { by: SECOND_ID }), occurred('StaffActed'))
      .when(rejectWithdrawal(1, SECOND))
      .then(refused('approval.needs.another'))
      .when(rejectWithdrawal(1, THIRD))
      .then(occurred('WithdrawalRejected'), occurred('StaffActed'));
  });

  test.each<[string, () => Scenario, Step, EventType]>([
    ['terms of second contracts', optionScenario, termsOf({ feesPpb: [0, 0, 0] }), 'OptionTermsSet'],
    ['terms of a financial product', financial, financialTerms({ annualRatePpb: 1 }), 'FinancialTermsSet'],
    ['terms of mining', mining, miningTerms({ dailyRatePpb: 1 }), 'MiningTermsSet'],
    ['rates of rebates', given, ratesOf(), 'ReferralTermsSet'],
    [
      'the end of a lock',
      () => perpetuals().given(openBothSides(500_000, 10), lockPosition(1)),
      unlockPosition(1),
      'PositionUnlocked',
    ],
  ])('%s: their proposal cannot be confirmed, and others propose again', (_what, start, step, done) => {
    const scenario = start().given(...three(), step);
    scenario.given(ended(scenario, FIRST_ID)).when(confirmProposal(1)).then(refused('proposal.state.invalid'));
    scenario
      .given(declineProposal(1), sendAs(SECOND, step.command))
      .given(confirmProposal(scenario.exchange.state.staff.next - 1, THIRD));
    expect(scenario.exchange.batches.at(-1)?.events).toContainEqual(
      expect.objectContaining({ type: done, proposedBy: SECOND_ID }),
    );
  });
});

test('an approval counts again once its author may act again', () => {
  const scenario = large().given(approve(1));
  scenario.given(dismissed(scenario, FIRST_ID));
  scenario
    .given(byTwo(scenario, setStaff(FIRST_ID, 'admin', ['verification', 'withdrawals']).command))
    .when(approve(1, SECOND))
    .then(occurred('WithdrawalApproved', { by: SECOND_ID, complete: 1 }));
});

/** Events of journals from when the second of two admins sent the same command. */
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
])('%s proposed under the old scheme: two must decide again', (_, start, event, step, done) => {
  const scenario = start();
  factsOfBefore(scenario, [event]);
  restoredFromSnapshot(scenario)
    .given(...three())
    .when(sendAs(SECOND, step.command))
    .then(occurred('StaffProposed', { by: SECOND_ID }))
    .when(confirmProposal(1, ADMIN))
    .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred(done, { proposedBy: SECOND_ID }));
});

/** A restriction set after two agreed on loosening stays; their agreement lapses. */

const lapsed = (proposal: number) => occurred('StaffLapsed', { proposal, why: 'impossible' });
const terms = (confirmations: number): Command => ({
  ...{ type: 'SetRechargeTerms', asset: 'USDT', chain: 'ERC20', minimum: 100n },
  confirmations,
});
const limit = (amount: bigint): Command => ({ type: 'SetDailyLimit', bindings: 1, limit: amount });
const review = (secondApprovalAbove: bigint): Command => ({ type: 'SetWithdrawalReview', secondApprovalAbove });
const fees = (tier: number): Command => ({ type: 'AssignFeeTier', user: BOB, tier });

describe('agreements of two', () => {
  test.each<[string, Step[], Step, Step]>([
    ['fewer blocks', [sendAs(SECOND, terms(20)), keepAct(1, ADMIN)], staff(terms(2)), sendAs(SECOND, terms(60))],
    [
      'a higher limit of a day',
      [staff(limit(1_000n)), confirmProposal(1)],
      staff(limit(2_000n)),
      sendAs(SECOND, limit(10n)),
    ],
    [
      'a higher bound of one approval',
      [sendAs(SECOND, review(1_000n)), keepAct(1, ADMIN)],
      staff(review(2_000n)),
      sendAs(SECOND, review(1n)),
    ],
  ])(
    '%s, restricted by one since: the restriction stays and the agreement lapses',
    (_, before, loosened, tightened) => {
      const scenario = withStaff(...before).given(passedBy(DAY), loosened);
      const proposal = scenario.exchange.state.staff.next - 1;
      scenario.given(confirmProposal(proposal), { ...tightened, after: 3 * HOUR });
      scenario.when(passTime(DAY - 3 * HOUR)).then(lapsed(proposal));
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
  ])('%s, followed by a second agreement: the first takes effect', (_, first, second) => {
    withStaff(staff(first), confirmProposal(1), sendAs(SECOND, second), confirmProposal(2, ADMIN))
      .when(passTime(DAY))
      .then(occurred('StaffApplied', { proposal: 1 }), occurred(typeOf(first)), lapsed(2));
  });

  test('stay if the value is the same as before', () => {
    withStaff(staff(terms(20)), keepAct(1), staff(terms(2)), confirmProposal(1))
      .when(passTime(DAY))
      .then(occurred('StaffApplied'), occurred('RechargeTermsSet', { confirmations: 2 }));
  });

  test('cannot be confirmed once overtaken', () => {
    withStaff(staff(terms(20)), staff(terms(2)), sendAs(SECOND, terms(60)))
      .when(confirmProposal(1))
      .then(refused('proposal.state.invalid'));
  });
});

function typeOf({ type }: Command): EventType {
  return type === 'SetStaff' ? 'StaffNamed' : 'FeeTierAssigned';
}

/** Advances the time by an accepted command. */
function passedBy(ms: number): Step {
  return { ...sendAs(THIRD, { type: 'FreezeAccount', user: ALICE, reason: 'r' }), after: ms };
}

describe('a proposed unfreeze lapses when the account is frozen again', () => {
  const unfrozen = staff({ type: 'UnfreezeAccount', user: BOB, reason: 'reviewed' });
  const proposed = () => withStaff(accountFrozen(), unfrozen);

  test.each<[string, Step, boolean]>([
    ['by its owner', { actor: `user/${BOB}`, command: { type: 'FreezeAccount', user: BOB, reason: 'letter' } }, false],
    ['by staff', sendAs(SECOND, { type: 'FreezeAccount', user: BOB, reason: 'again' }), true],
  ])('%s', (_, freeze, isAct) => {
    proposed()
      .when({ ...freeze, after: 2 * HOUR })
      .then(lapsed(1), ...(isAct ? [occurred('StaffActed')] : []))
      .when(confirmProposal(1), buy(100, 1))
      .then(refused('account.frozen'))
      .when(sendAs(`user/${BOB}`, { type: 'FreezeAccount', user: BOB, reason: 'once more' }))
      .then(refused('account.already.frozen'));
  });

  test('because its chain reverted a spent deposit', () => {
    const early = {
      user: DAVE,
      asset: 'BTC',
      chain: 'BTC',
      reference: 'BTC/a/0',
      amount: 50n,
      provisional: 1,
    } as const;
    const known = sendAs(SECOND, { type: 'VerifyMember', user: DAVE, document: 'ab'.repeat(32) });
    const spent = [observe(12, early), restingOrder('buy', 100, 60), asUser(DAVE, sell(100, 40))];
    const release = staff({ type: 'UnfreezeAccount', user: DAVE, reason: 'reviewed' });
    withReportedStaff(given(indexTerms(), publish([100, 100])))
      .given(known, spent, accountFrozen(DAVE), release)
      .when(revert('BTC/a/0'))
      .then(occurred('RechargeReverted'), occurred('FundsFrozen'), lapsed(1));
  });

  test('also if another admin proposed it for another reason', () => {
    const other = sendAs(SECOND, { type: 'UnfreezeAccount', user: BOB, reason: 'asked for' });
    proposed()
      .given(other)
      .when({ actor: `user/${BOB}`, command: { type: 'FreezeAccount', user: BOB, reason: 'letter' } })
      .then(lapsed(1), lapsed(2));
  });
});
