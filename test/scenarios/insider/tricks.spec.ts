import type { Command } from '../../../server/core/command';
import { LINES_OF_ONE_MAX } from '../../../server/products/wallet/core/statement';
import {
  ADMIN,
  ALICE,
  BOB,
  SECOND,
  accountFrozen,
  amend,
  approve,
  assetState,
  buy,
  given,
  occurred,
  pay,
  refused,
  staff,
  startPayout,
  expectThat,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { twoMarkets } from '../../tools/fixtures/cross-fixture';
import {
  PERP,
  alarmedMarket,
  amendOf,
  lockPosition,
  open,
  openBothSides,
  perpetuals,
  perpetualState,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';
import { ROBOT_TERMS, robotTerms, robots, startRobot } from '../../tools/fixtures/robot-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  NAME,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  confirmProposal,
  declineProposal,
  fullAdmins,
  keepAct,
  passTime,
  sendAs,
  setStaff,
  withStaff,
  importLines,
  reportStaff,
  withReportedStaff,
} from '../../tools/fixtures/staff-fixture';

/** Attempts to circumvent the rules of staff, found by searching for them. Each of them fails. */

const FOURTH_ID = 10_000_011;
const FIFTH_ID = 10_000_012;
const limit = (amount: bigint, actor = ADMIN): Step =>
  sendAs(actor, { type: 'SetDailyLimit', bindings: 1, limit: amount });
const freeze = (user: number, actor = ADMIN): Step => sendAs(actor, { type: 'FreezeAccount', user, reason: 'r' });
const unfreeze = (user: number, actor = ADMIN): Step => sendAs(actor, { type: 'UnfreezeAccount', user, reason: 'r' });
const isFrozen = (user: number, frozen: boolean) =>
  expectThat(({ state }) => expect(state.members.get(user)?.frozen).toBe(frozen));
const limitIs = (amount: bigint) => expectThat(({ state }) => expect(state.staff.dailyLimits.get(1)).toBe(amount));
const pair = [
  occurred('AccountFrozen', { with: FIRST_ID }),
  occurred('AccountFrozen', { user: FIRST_ID }),
  occurred('StaffActed'),
];

describe('stopping the exchange', () => {
  test('refuses the same admin a second restriction for a day after the first lapsed; others may restrict', () => {
    const scenario = withStaff(limit(5n), confirmProposal(1)).when(passTime(DAY));
    const from = scenario.exchange.now + 2 * DAY;
    scenario
      .given(limit(0n))
      .when(passTime(DAY))
      .then(occurred('StaffActUndone'), occurred('DailyLimitSet'), limitIs(5n));
    scenario.when(limit(0n)).then(refused('staff.act.again', { from }));
    scenario.exchange.now = from - 1;
    scenario.when(limit(1n)).then(refused('staff.act.again', { from }));
    scenario.when(limit(4n, SECOND)).then(occurred('DailyLimitSet'), occurred('StaffActed', { by: SECOND_ID }));
    scenario.when(limit(3n)).then(occurred('DailyLimitSet'), occurred('StaffActed', { by: FIRST_ID }));
  });

  test('lets two admins revert a restriction at once, but not loosen beyond it', () => {
    const scenario = withStaff(limit(5n), confirmProposal(1)).when(passTime(DAY)).given(limit(0n, SECOND), limit(5n));
    const [proposal] = scenario.exchange.state.staff.proposals.values();
    expect(proposal).toMatchObject({ command: 'SetDailyLimit', waits: false });
    scenario
      .when(confirmProposal(2))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('DailyLimitSet', { limit: 5n }))
      .when(passTime(2 * DAY))
      .then(limitIs(5n));
    scenario.given(limit(0n, SECOND), limit(6n)).when(confirmProposal(3)).then(occurred('StaffConfirmed'), limitIs(0n));
    // A third admin has kept the restriction, so loosening it needs the delay again.
    withStaff(limit(5n), confirmProposal(1), { ...accountFrozen(), after: DAY })
      .given(limit(0n, SECOND), limit(5n), keepAct(2, ADMIN))
      .when(confirmProposal(2))
      .then(refused('proposal.state.invalid'));
  });

  test('lets two admins reopen robots at once on the same terms after one closed them', () => {
    const scenario = withReportedStaff(robots(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID)).given(
      robotTerms({ state: 'closed' }),
    );
    const reopened = (amountMin: bigint): Step => ({
      actor: SECOND,
      command: { ...robotTerms({ amountMin }).command, reason: 'no need' } as Command,
    });
    scenario.when(reopened(1n)).then(occurred('StaffProposed', { waits: 1 }));
    scenario
      .when(reopened(ROBOT_TERMS.amountMin), confirmProposal(2, THIRD))
      .then(
        ...[occurred('StaffProposed', { waits: 0 }), occurred('StaffLapsed', { why: 'replaced' })],
        ...[occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('RobotTermsSet', { state: 'open' })],
      );
  });

  test('gives a restriction its full time despite an earlier one by another admin', () => {
    const scenario = withStaff(assetState('USDT', { deposits: 'suspended' }));
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    scenario.exchange.now += 4 * HOUR - 100;
    const until = scenario.exchange.now + 4 * HOUR;
    scenario
      .when(sendAs(SECOND, both.command))
      .then(occurred('AssetStateChanged'), occurred('StaffActed', { by: SECOND_ID, until }));
    const isSuspended = (withdrawals: string) =>
      expectThat(({ state }) => expect(state.assets.get('USDT')?.withdrawals).toBe(withdrawals));
    scenario.when(passTime(4 * HOUR - 1_000)).then(isSuspended('suspended'));
    scenario.when(passTime(2_000)).then(occurred('StaffActUndone'), occurred('AssetStateChanged'), isSuspended('open'));
  });

  test('keeps a member of staff from declining their own freeze', () => {
    withStaff(freeze(FIRST_ID, SECOND))
      .when(declineProposal(1, ADMIN))
      .then(refused('approval.needs.another'))
      .when(confirmProposal(1, THIRD))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('AccountFrozen', { user: FIRST_ID }));
    // The proposer withdraws it, or a third admin declines it.
    withStaff(freeze(FIRST_ID, SECOND)).when(declineProposal(1, SECOND)).then(occurred('StaffDeclined'));
    withStaff(freeze(FIRST_ID, SECOND)).when(declineProposal(1, THIRD)).then(occurred('StaffDeclined'));
  });

  test('refuses freezing among three admins if the third lacks the right to decide between them', () => {
    const people = [...fullAdmins(FIRST_ID, SECOND_ID), { user: THIRD_ID, role: 'admin', rights: 'staff' } as const];
    withReportedStaff(given(), people)
      .when(freeze(SECOND_ID))
      .then(occurred('StaffProposed', { user: SECOND_ID }));
  });

  test('refuses freezing among three admins if two are one person', () => {
    const certified = (user: number, actor = ADMIN): Step =>
      sendAs(actor, { type: 'VerifyMember', user, document: NAME });
    withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID))
      .given(certified(FIRST_ID, SECOND), certified(THIRD_ID))
      .when(freeze(SECOND_ID))
      .then(occurred('StaffProposed', { user: SECOND_ID }));
  });

  test('lets an admin unfrozen by an accomplice freeze no second one the same day', () => {
    const five = fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID, FIFTH_ID);
    const scenario = withReportedStaff(given(), five);
    scenario.when(freeze(SECOND_ID)).then(...pair);
    scenario
      .given(unfreeze(FIRST_ID, THIRD))
      .when(freeze(FOURTH_ID))
      .then(occurred('StaffProposed', { user: FOURTH_ID }), isFrozen(FOURTH_ID, false));
    // The admin to be frozen may still decide about the one already frozen.
    scenario.when(unfreeze(SECOND_ID, `admin/${FOURTH_ID}`)).then(occurred('AccountUnfrozen', { user: SECOND_ID }));
    // A freeze confirmed by two freezes only that admin.
    scenario
      .when(confirmProposal(1, THIRD))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('AccountFrozen', { user: FOURTH_ID }),
        isFrozen(FIRST_ID, false),
      );
    scenario.when(passTime(DAY), freeze(FIFTH_ID)).then(...pair);
  });

  test('needs two admins to unfreeze a former member of staff', () => {
    const scenario = withReportedStaff(given(), fullAdmins(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID));
    scenario
      .given(freeze(SECOND_ID))
      .given(sendAs(THIRD, setStaff(FIRST_ID, 'user').command), confirmProposal(1, `admin/${FOURTH_ID}`))
      .when(passTime(DAY))
      .then(occurred('StaffApplied'), occurred('StaffNamed', { user: FIRST_ID, role: 'user' }));
    scenario.when(unfreeze(FIRST_ID, THIRD)).then(occurred('StaffProposed', { user: FIRST_ID }));
  });

  test('leaves room for statement lines of the bank besides invented ones', () => {
    const scenario = withStaff();
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ reference: `false/${from + index}` }));
    const take = (step: Step) => scenario.exchange.take(step);
    for (let from = 0; from < LINES_OF_ONE_MAX; from += 500) take(importLines(...lines(from, 500)));
    expect(scenario.exchange.state.wallet.statement.size).toBe(LINES_OF_ONE_MAX);
    scenario
      .when(importLines({ reference: 'one/more' }))
      .then(refused('statement.invalid', { maximum: LINES_OF_ONE_MAX }));
    scenario.when(sendAs(ADMIN, importLines({}).command)).then(occurred('StatementLineRead', { by: FIRST_ID }));
  });
});

describe('harming a customer', () => {
  test('locks a position for at most an hour, and not again the same day by the same person', () => {
    const scenario = withReportedStaff(perpetuals().given(openBothSides(500_000, 10)));
    const from = scenario.exchange.now + DAY;
    scenario
      .given(lockPosition(1))
      .when(passTime(HOUR))
      .then(occurred('PositionUnlocked'))
      .when(lockPosition(1))
      .then(refused('staff.act.again', { from }))
      .when(sendAs(SECOND, lockPosition(1).command))
      .then(occurred('PositionLocked'), occurred('StaffActed'));
  });

  test('needs two admins to freeze the collateral of cross positions', () => {
    const scenario = withReportedStaff(twoMarkets());
    const frozen: Step = staff({
      ...{ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: usdt('100'), reason: 'r' },
      account: 'contract',
    });
    scenario.given(open(ALICE, 'short', 500_000, 100), open(BOB, 'long', 500_000, 100));
    scenario
      .when(frozen)
      .then(occurred('StaffProposed', { waits: 0, subject: `funds/${BOB}/USDT`, user: BOB }))
      .when(confirmProposal(1))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('FundsFrozen', { account: 'contract' }));
    // No position depends on funds of the spot account, or of a user without positions.
    scenario
      .when(staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 1n, reason: 'r' }))
      .then(occurred('FundsFrozen'), occurred('StaffActed'));
    withReportedStaff(perpetuals()).when(frozen).then(occurred('FundsFrozen'), occurred('StaffActed'));
  });

  test('needs one admin to mark a payout as sent up to the review value, and two above it', () => {
    const large = (step: Step[] = []): Scenario =>
      withReportedStaff(given(staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 100_000n }), step)).given(
        [withdraw('USDT', 99n + 1n), withdraw('USDT', 101n)],
        [approve(1), approve(2), approve(2, SECOND), startPayout(1), startPayout(2)],
      );
    large()
      .when(pay(1))
      .then(occurred('WithdrawalPaid', { withdrawal: 1 }));
    large()
      .when(pay(2))
      .then(occurred('StaffProposed', { waits: 0, user: BOB, worth: 101_000n }))
      .when(confirmProposal(1))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('WithdrawalPaid', { withdrawal: 2 }));
  });
});

describe('saving an own position', () => {
  test('a restriction before a market alarm does not reopen the market when it lapses', () => {
    const braked = alarmedMarket((scenario) => void withReportedStaff(scenario).given(perpetualState('close_only')));
    expect(braked.exchange.batches.flatMap(({ events }) => events.map(({ type }) => type))).toContain('MarketAlarmed');
    braked.exchange.take(passTime(DAY));
    expect(braked.exchange.state.markets.get(PERP)?.state).toBe('close_only');
    braked.when(keepAct(1)).then(refused('staff.act.not.found'));
  });

  test('a new member of staff neither starts a robot nor increases an order', () => {
    /** From here on BOB is an auditor without rights. */
    const appointed = (scenario: Scenario): Scenario =>
      scenario.given(reportStaff([{ user: BOB, role: 'auditor', rights: '' }]));
    appointed(robots().given(buy(900, 1, { market: 'ETH-USDT' })))
      .when(startRobot(BOB))
      .then(refused('staff.may.not.trade'))
      .when(amend(1, { price: 1_000, quantity: 9 }))
      .then(refused('staff.may.not.trade'));
    appointed(perpetuals().given(open(BOB, 'long', 499_000, 5)))
      .when(amendOf(BOB, 1, { quantity: 9 }))
      .then(refused('staff.may.not.trade'));
  });
});
