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
  that,
  withdraw,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import { two } from '../../tools/fixtures/cross-fixture';
import {
  PERP,
  alarmed,
  amendOf,
  locked,
  open,
  opened,
  perpetuals,
  perpetualState,
} from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';
import { ROBOT_TERMS, robotTerms, robots, started } from '../../tools/fixtures/robot-fixture';
import {
  DAY,
  FIRST_ID,
  HOUR,
  NAME,
  SECOND_ID,
  THIRD,
  THIRD_ID,
  confirmed,
  declined,
  full,
  kept,
  passed,
  sent,
  setStaff,
  staffed,
  stated,
  told,
  upgraded,
} from '../../tools/fixtures/staff-fixture';

/** Ways round the rules of staff that were found by looking for them, each of which fails. */

const FOURTH_ID = 10_000_011;
const FIFTH_ID = 10_000_012;
const limit = (amount: bigint, actor = ADMIN): Step =>
  sent(actor, { type: 'SetDailyLimit', bindings: 1, limit: amount });
const freeze = (user: number, actor = ADMIN): Step => sent(actor, { type: 'FreezeAccount', user, reason: 'r' });
const unfreeze = (user: number, actor = ADMIN): Step => sent(actor, { type: 'UnfreezeAccount', user, reason: 'r' });
const isFrozen = (user: number, frozen: boolean) =>
  that(({ state }) => expect(state.members.get(user)?.frozen).toBe(frozen));
const limitIs = (amount: bigint) => that(({ state }) => expect(state.staff.dailyLimits.get(1)).toBe(amount));
const pair = [
  occurred('AccountFrozen', { with: FIRST_ID }),
  occurred('AccountFrozen', { user: FIRST_ID }),
  occurred('StaffActed'),
];

describe('stopping the house', () => {
  test('one tightens no control for ever: after it ended by itself it is another’s to tighten for a day', () => {
    const scenario = staffed(limit(5n), confirmed(1)).when(passed(DAY));
    const from = scenario.exchange.now + 2 * DAY;
    scenario
      .given(limit(0n))
      .when(passed(DAY))
      .then(occurred('StaffActUndone'), occurred('DailyLimitSet'), limitIs(5n));
    scenario.when(limit(0n)).then(refused('staff.act.again', { from }));
    scenario.exchange.now = from - 1;
    scenario.when(limit(1n)).then(refused('staff.act.again', { from }));
    scenario.when(limit(4n, SECOND)).then(occurred('DailyLimitSet'), occurred('StaffActed', { by: SECOND_ID }));
    scenario.when(limit(3n)).then(occurred('DailyLimitSet'), occurred('StaffActed', { by: FIRST_ID }));
  });

  test('two put back at once what one tightened, and nothing looser than that', () => {
    const scenario = staffed(limit(5n), confirmed(1)).when(passed(DAY)).given(limit(0n, SECOND), limit(5n));
    const [proposal] = scenario.exchange.state.staff.proposals.values();
    expect(proposal).toMatchObject({ command: 'SetDailyLimit', waits: false });
    scenario
      .when(confirmed(2))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('DailyLimitSet', { limit: 5n }))
      .when(passed(2 * DAY))
      .then(limitIs(5n));
    scenario.given(limit(0n, SECOND), limit(6n)).when(confirmed(3)).then(occurred('StaffConfirmed'), limitIs(0n));
    // A third has kept it since: to loosen that takes its time again.
    staffed(limit(5n), confirmed(1), { ...accountFrozen(), after: DAY })
      .given(limit(0n, SECOND), limit(5n), kept(2, ADMIN))
      .when(confirmed(2))
      .then(refused('proposal.state.invalid'));
  });

  test('two let robots start again at once where one kept them from it, on the same terms', () => {
    const scenario = upgraded(robots(), full(FIRST_ID, SECOND_ID, THIRD_ID)).given(robotTerms({ state: 'closed' }));
    const reopened = (amountMin: bigint): Step => ({
      actor: SECOND,
      command: { ...robotTerms({ amountMin }).command, reason: 'no need' } as Command,
    });
    scenario.when(reopened(1n)).then(occurred('StaffProposed', { waits: 1 }));
    scenario
      .when(reopened(ROBOT_TERMS.amountMin), confirmed(2, THIRD))
      .then(
        ...[occurred('StaffProposed', { waits: 0 }), occurred('StaffLapsed', { why: 'replaced' })],
        ...[occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('RobotTermsSet', { state: 'open' })],
      );
  });

  test('a brake of one’s own just before does not cut short that of another', () => {
    const scenario = staffed(assetState('USDT', { deposits: 'suspended' }));
    const both = assetState('USDT', { deposits: 'suspended', withdrawals: 'suspended' });
    scenario.exchange.now += 4 * HOUR - 100;
    const until = scenario.exchange.now + 4 * HOUR;
    scenario
      .when(sent(SECOND, both.command))
      .then(occurred('AssetStateChanged'), occurred('StaffActed', { by: SECOND_ID, until }));
    const isSuspended = (withdrawals: string) =>
      that(({ state }) => expect(state.assets.get('USDT')?.withdrawals).toBe(withdrawals));
    scenario.when(passed(4 * HOUR - 1_000)).then(isSuspended('suspended'));
    scenario.when(passed(2_000)).then(occurred('StaffActUndone'), occurred('AssetStateChanged'), isSuspended('open'));
  });

  test('whoever is to be frozen does not call that off', () => {
    staffed(freeze(FIRST_ID, SECOND))
      .when(declined(1, ADMIN))
      .then(refused('approval.needs.another'))
      .when(confirmed(1, THIRD))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('AccountFrozen', { user: FIRST_ID }));
    // Who proposed it takes it back, and a third declines it.
    staffed(freeze(FIRST_ID, SECOND)).when(declined(1, SECOND)).then(occurred('StaffDeclined'));
    staffed(freeze(FIRST_ID, SECOND)).when(declined(1, THIRD)).then(occurred('StaffDeclined'));
  });

  test('three who may change who is staff are too few for one to freeze another, where the third may not decide between them', () => {
    const people = [...full(FIRST_ID, SECOND_ID), { user: THIRD_ID, role: 'admin', rights: 'staff' } as const];
    upgraded(given(), people)
      .when(freeze(SECOND_ID))
      .then(occurred('StaffProposed', { user: SECOND_ID }));
  });

  test('nor are three of whom two are one person', () => {
    const certified = (user: number, actor = ADMIN): Step =>
      sent(actor, { type: 'VerifyMember', user, document: NAME });
    upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID))
      .given(certified(FIRST_ID, SECOND), certified(THIRD_ID))
      .when(freeze(SECOND_ID))
      .then(occurred('StaffProposed', { user: SECOND_ID }));
  });

  test('an accomplice who lets one go on lets them freeze no second one the same day', () => {
    const five = full(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID, FIFTH_ID);
    const scenario = upgraded(given(), five);
    scenario.when(freeze(SECOND_ID)).then(...pair);
    scenario
      .given(unfreeze(FIRST_ID, THIRD))
      .when(freeze(FOURTH_ID))
      .then(occurred('StaffProposed', { user: FOURTH_ID }), isFrozen(FOURTH_ID, false));
    // Whom it concerns decides for the one who was frozen.
    scenario.when(unfreeze(SECOND_ID, `admin/${FOURTH_ID}`)).then(occurred('AccountUnfrozen', { user: SECOND_ID }));
    // Confirmed by two it freezes that one alone.
    scenario
      .when(confirmed(1, THIRD))
      .then(
        occurred('StaffConfirmed'),
        occurred('StaffApplied'),
        occurred('AccountFrozen', { user: FOURTH_ID }),
        isFrozen(FIRST_ID, false),
      );
    scenario.when(passed(DAY), freeze(FIFTH_ID)).then(...pair);
  });

  test('who is staff no more is let go on as any user is: by two', () => {
    const scenario = upgraded(given(), full(FIRST_ID, SECOND_ID, THIRD_ID, FOURTH_ID));
    scenario
      .given(freeze(SECOND_ID))
      .given(sent(THIRD, setStaff(FIRST_ID, 'user').command), confirmed(1, `admin/${FOURTH_ID}`))
      .when(passed(DAY))
      .then(occurred('StaffApplied'), occurred('StaffNamed', { user: FIRST_ID, role: 'user' }));
    scenario.when(unfreeze(FIRST_ID, THIRD)).then(occurred('StaffProposed', { user: FIRST_ID }));
  });

  test('one person’s made-up lines leave room for the bank’s', () => {
    const scenario = staffed();
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ reference: `false/${from + index}` }));
    const take = (step: Step) => scenario.exchange.take(step);
    for (let from = 0; from < LINES_OF_ONE_MAX; from += 500) take(stated(...lines(from, 500)));
    expect(scenario.exchange.state.wallet.statement.size).toBe(LINES_OF_ONE_MAX);
    scenario.when(stated({ reference: 'one/more' })).then(refused('statement.invalid', { maximum: LINES_OF_ONE_MAX }));
    scenario.when(sent(ADMIN, stated({}).command)).then(occurred('StatementLineRead', { by: FIRST_ID }));
  });
});

describe('reaching a customer', () => {
  test('a position is locked for an hour, and not again the same day by the same person', () => {
    const scenario = upgraded(perpetuals().given(opened(500_000, 10)));
    const from = scenario.exchange.now + DAY;
    scenario
      .given(locked(1))
      .when(passed(HOUR))
      .then(occurred('PositionUnlocked'))
      .when(locked(1))
      .then(refused('staff.act.again', { from }))
      .when(sent(SECOND, locked(1).command))
      .then(occurred('PositionLocked'), occurred('StaffActed'));
  });

  test('what cross positions stand on is frozen by two', () => {
    const scenario = upgraded(two());
    const frozen: Step = staff({
      ...{ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: usdt('100'), reason: 'r' },
      account: 'contract',
    });
    scenario.given(open(ALICE, 'short', 500_000, 100), open(BOB, 'long', 500_000, 100));
    scenario
      .when(frozen)
      .then(occurred('StaffProposed', { waits: 0, subject: `funds/${BOB}/USDT`, user: BOB }))
      .when(confirmed(1))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('FundsFrozen', { account: 'contract' }));
    // Nothing stands on what is in the spot account, nor on that of somebody without a position.
    scenario
      .when(staff({ type: 'FreezeFunds', user: BOB, asset: 'USDT', amount: 1n, reason: 'r' }))
      .then(occurred('FundsFrozen'), occurred('StaffActed'));
    upgraded(perpetuals()).when(frozen).then(occurred('FundsFrozen'), occurred('StaffActed'));
  });

  test('that a coin was sent one says up to the review value, two above it', () => {
    const large = (step: Step[] = []): Scenario =>
      upgraded(given(staff({ type: 'SetWithdrawalReview', secondApprovalAbove: 100_000n }), step)).given(
        [withdraw('USDT', 99n + 1n), withdraw('USDT', 101n)],
        [approve(1), approve(2), approve(2, SECOND), startPayout(1), startPayout(2)],
      );
    large()
      .when(pay(1))
      .then(occurred('WithdrawalPaid', { withdrawal: 1 }));
    large()
      .when(pay(2))
      .then(occurred('StaffProposed', { waits: 0, user: BOB, worth: 101_000n }))
      .when(confirmed(1))
      .then(occurred('StaffConfirmed'), occurred('StaffApplied'), occurred('WithdrawalPaid', { withdrawal: 2 }));
  });
});

describe('saving an own position', () => {
  test('a brake just before the market is alarmed does not open it again', () => {
    const braked = alarmed((scenario) => void upgraded(scenario).given(perpetualState('close_only')));
    expect(braked.exchange.batches.flatMap(({ events }) => events.map(({ type }) => type))).toContain('MarketAlarmed');
    braked.exchange.take(passed(DAY));
    expect(braked.exchange.state.markets.get(PERP)?.state).toBe('close_only');
    braked.when(kept(1)).then(refused('staff.act.not.found'));
  });

  test('who has become staff neither starts a robot nor makes an order larger', () => {
    /** BOB looks after their own orders from here on, and nothing else. */
    const appointed = (scenario: Scenario): Scenario =>
      scenario.given(told([{ user: BOB, role: 'auditor', rights: '' }]));
    appointed(robots().given(buy(900, 1, { market: 'ETH-USDT' })))
      .when(started(BOB))
      .then(refused('staff.may.not.trade'))
      .when(amend(1, { price: 1_000, quantity: 9 }))
      .then(refused('staff.may.not.trade'));
    appointed(perpetuals().given(open(BOB, 'long', 499_000, 5)))
      .when(amendOf(BOB, 1, { quantity: 9 }))
      .then(refused('staff.may.not.trade'));
  });
});
