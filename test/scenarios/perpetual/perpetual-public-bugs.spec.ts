/**
 * Publicly reported bugs of perpetual contracts elsewhere. Each test is named by the rule that must hold, with its
 * thread. Tests of a rule with its own file are there, under the same names.
 */
import { availableIn, balanceOf } from '../../../server/core/ledger/ledger';
import { userAccount } from '../../../server/core/ledger/entry';
import type { EventOf, EventType } from '../../../server/core/event';
import { usdt } from '../../tools/fixtures/perpetual-terms';
import { ETH, withCrossPositions, moveMarks as movedBoth } from '../../tools/fixtures/cross-fixture';
import {
  ALICE,
  BOB,
  CAROL,
  occurred,
  refused,
  expectThat,
  type Scenario,
  type Step,
} from '../../tools/fixtures/core-fixture';
import {
  FUNDS,
  PERP,
  close,
  fundingHour,
  fundInsurance,
  leverage,
  marketEnd,
  moveMark,
  open,
  openBothSides,
  perpetuals,
  steadyMark,
  stop,
} from '../../tools/fixtures/perpetual-fixture';

const M = 500_000;
const HOUR = 3_600_000;

function of<T extends EventType>({ exchange }: Scenario, type: T): EventOf<T>[] {
  const all = exchange.batches.flatMap(({ events }) => events);
  return all.filter((event): event is EventOf<T> => event.type === type);
}
const kinds = ({ exchange }: Scenario, from: number) =>
  exchange.batches.slice(from).flatMap(({ events }) => events.map(({ type }) => type));
const lotsOf = ({ exchange: { state } }: Scenario, user: number, side: 'long' | 'short', market = PERP) =>
  state.perpetual.holdings.get(user)?.get(market)?.[side]?.lots ?? 0;
const takenOut = (user: number, left: bigint): Step => ({
  actor: `user/${user}`,
  command: { type: 'TransferFunds', user, asset: 'USDT', from: 'contract', to: 'spot', amount: FUNDS - left },
});
/** All funds of a user in the contract account, without unrealised profit. */
function owned({ exchange: { state } }: Scenario, user: number): bigint {
  const buckets = ['available', 'frozen', 'locked'] as const;
  return buckets.reduce((sum, one) => sum + balanceOf(state.ledger, userAccount(user, 'contract', 'USDT', one)), 0n);
}

// percolator-cli#24
test('two accounts at full leverage on both sides win nothing together', () => {
  for (const to of [M * 0.7, M * 0.95, M * 1.05, M * 1.5]) {
    const scenario = perpetuals();
    scenario.given(takenOut(ALICE, usdt('30')), takenOut(BOB, usdt('30')));
    const before = owned(scenario, ALICE) + owned(scenario, BOB);
    scenario.given(leverage(ALICE, 125), leverage(BOB, 125), openBothSides(M, 60));
    scenario.given(moveMark(scenario, to));
    steadyMark(scenario, to);
    // The losing side is closed against the other: no position remains.
    expect(of(scenario, 'LiquidationStarted')).toHaveLength(1);
    expect([lotsOf(scenario, BOB, 'long'), lotsOf(scenario, ALICE, 'short')]).toEqual([0, 0]);
    expect(owned(scenario, ALICE) + owned(scenario, BOB)).toBeLessThanOrEqual(before);
  }
});

// percolator-prog#61
test('a trade of others does not skip a liquidation that is due', () => {
  const scenario = perpetuals().given(leverage(BOB, 100), openBothSides(M, 100), open(CAROL, 'long', M - 20_000, 5));
  const from = scenario.exchange.batches.length;
  scenario.given(moveMark(scenario, M - 10_000), open(ALICE, 'short', M - 20_000, 5, { timeInForce: 'ioc' }));
  const told = kinds(scenario, from);
  expect(told.indexOf('LiquidationStarted')).toBeGreaterThan(0);
  expect(told.lastIndexOf('LiquidationFinished')).toBeLessThan(told.lastIndexOf('PerpetualTraded'));
});

// sherlock 2023-05-perennial#76
test('closing at the mark or better, fees aside, never makes an account liquidatable', () => {
  for (const lots of [1, 7, 50, 99]) {
    const scenario = perpetuals().given(leverage(BOB, 100), openBothSides(M, 100));
    // A few ticks above its liquidation price.
    steadyMark(scenario, M - 2_950).given(open(CAROL, 'long', M - 2_950, lots));
    scenario.given(close(BOB, 'long', M - 2_950, lots, { timeInForce: 'ioc' }), moveMark(scenario, M - 2_950));
    expect(lotsOf(scenario, BOB, 'long')).toBe(100 - lots);
    expect(of(scenario, 'LiquidationStarted')).toEqual([]);
  }
});

// pendle-finance/arbitrage-with-crossex PR 31
test('a close passes with negative free margin', () => {
  const scenario = withCrossPositions();
  scenario.given(movedBoth(scenario, 490_000, 31_000), open(CAROL, 'long', 490_000, 1_000));
  scenario.when(open(BOB, 'long', 489_000, 1)).then(refused('margin.insufficient'));
  scenario.given(close(BOB, 'long', 490_000, 1_000, { timeInForce: 'ioc' }));
  expect([lotsOf(scenario, BOB, 'long'), lotsOf(scenario, BOB, 'short', ETH)]).toEqual([0, 1_000]);
});

// torchtrade#300, PR 334
test('a stop crossed first beats liquidation, a gap does not', () => {
  const guarded = (): Scenario =>
    perpetuals()
      .given(leverage(BOB, 50), openBothSides(M, 100), stop(BOB, 'long', 'stop_loss', M - 2_000, { triggerBy: 'mark' }))
      .given(open(CAROL, 'long', M - 2_500, 100));
  const crossed = guarded();
  crossed.given(moveMark(crossed, M - 2_000));
  expect([of(crossed, 'StopTriggered').length, of(crossed, 'LiquidationStarted').length]).toEqual([1, 0]);
  const gap = guarded();
  gap.given(moveMark(gap, M - 40_000));
  expect([of(gap, 'StopTriggered').length, of(gap, 'LiquidationStarted').length]).toEqual([0, 1]);
});

// dydx v4-abacus PR 696, OrderBook-rs PR 138, PR 222
test('own resting order does not stop a stop', () => {
  const scenario = perpetuals().given(openBothSides(M, 10), stop(BOB, 'long', 'stop_loss', M - 100));
  scenario.given(open(BOB, 'long', M - 100, 4), open(CAROL, 'long', M - 110, 20), open(CAROL, 'short', M + 500, 1));
  scenario.given(open(ALICE, 'short', M - 100, 1, { timeInForce: 'ioc' }));
  expect(of(scenario, 'PerpetualOrderCancelled')).toMatchObject([{ user: BOB, reason: 'self_trade' }]);
  expect(lotsOf(scenario, BOB, 'long')).toBe(0);
});

// left-curve PR 2143, BYTEX#26, nautilus_trader#437
test('closing orders never exceed the position after fill, liquidation, ADL', () => {
  const scenario = perpetuals().given(leverage(BOB, 100), leverage(ALICE, 3), openBothSides(M, 100));
  scenario.given(close(ALICE, 'short', M - 20_000, 100), close(BOB, 'long', M + 100, 100));
  scenario.given(open(CAROL, 'long', M + 100, 30, { timeInForce: 'ioc' }));
  const closing = () =>
    [...scenario.exchange.state.orders.values()].map(({ user, quantity, filledQuantity }) => [
      user,
      quantity - filledQuantity,
    ]);
  expect(closing()).toEqual([
    [ALICE, 100],
    [BOB, 70],
  ]);
  // Bob is liquidated and Alice deleveraged: she keeps thirty of a hundred lots, and one order of that size.
  scenario.given(moveMark(scenario, M - 10_000));
  expect(lotsOf(scenario, BOB, 'long')).toBe(0);
  expect(lotsOf(scenario, ALICE, 'short')).toBe(30);
  expect(closing()).toEqual([[ALICE, 30]]);
});

// sherlock 2023-02-gmx#210
test('a position one lot smaller is still deleveraged', () => {
  const scenario = perpetuals().given(leverage(BOB, 100), leverage(ALICE, 3), openBothSides(M, 99));
  scenario.given(open(CAROL, 'short', M, 1), open(BOB, 'long', M, 1), moveMark(scenario, M - 10_000));
  expect(of(scenario, 'PositionDeleveraged').map(({ lots }) => lots)).toHaveLength(2);
  expect([lotsOf(scenario, BOB, 'long'), lotsOf(scenario, ALICE, 'short'), lotsOf(scenario, CAROL, 'short')]).toEqual([
    0, 0, 0,
  ]);
});

// dydx v4-chain PR 835
test('deleveraged at bankruptcy, settled at index at the end', () => {
  const scenario = perpetuals().given(leverage(BOB, 100), leverage(ALICE, 3), openBothSides(M, 100));
  scenario.given(open(CAROL, 'long', M, 10), open(ALICE, 'short', M, 10), moveMark(scenario, M - 10_000));
  const [{ price }] = of(scenario, 'PositionDeleveraged');
  expect(price).toBe(M - 5_000);
  const endsAt = scenario.exchange.now + HOUR;
  scenario.given(marketEnd(endsAt));
  while (scenario.exchange.now < endsAt - 10_000) scenario.given(moveMark(scenario, M - 10_000));
  scenario.exchange.now = endsAt;
  scenario.exchange.take(leverage(CAROL, 4));
  expect(new Set(of(scenario, 'PositionSettled').map((settled) => settled.price))).toEqual(new Set([M - 10_000]));
});

// mango-v4 PR 343
test('dust does not stall a liquidation', () => {
  const scenario = perpetuals().given(leverage(BOB, 100), openBothSides(M, 1), open(CAROL, 'long', M, 1_000));
  scenario.given(open(ALICE, 'short', M, 1_000), moveMark(scenario, M - 10_000));
  expect(of(scenario, 'LiquidationFinished')).toMatchObject([{ user: BOB, reason: 'closed' }]);
  expect(scenario.exchange.state.liquidations.open.size).toBe(0);
});

// velocity-exchange/protocol-v2 PR 2122
test('no account stays marked as in liquidation', () => {
  const scenario = fundInsurance(perpetuals(), usdt('4,000'), M).given(leverage(BOB, 100), openBothSides(M, 1_100));
  scenario.given(open(CAROL, 'long', M - 3_000, 200), moveMark(scenario, M - 3_000), moveMark(scenario, M));
  expect(of(scenario, 'LiquidationFinished')).toHaveLength(of(scenario, 'LiquidationStarted').length);
  expect(of(scenario, 'LiquidationStarted').length).toBeGreaterThan(0);
  expect(scenario.exchange.state.liquidations.open.size).toBe(0);
});

// vegaprotocol/vega#9619
test('funding with idle winners leaves no remainder', () => {
  const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(openBothSides(M, 33), open(CAROL, 'short', M, 7));
  scenario.given(open(BOB, 'long', M, 7, { timeInForce: 'ioc' }));
  fundingHour(scenario, M + 123, HOUR);
  expect(of(scenario, 'FundingSettled')).toHaveLength(3);
  expect(of(scenario, 'FundingClosed')).toHaveLength(1);
  expect(balanceOf(scenario.exchange.state.ledger, `house/funding:${PERP}/USDT`)).toBe(0n);
});

// vega#10496
test('market ends on the funding moment', () => {
  const scenario = perpetuals({ fundingIntervalMs: HOUR }).given(openBothSides(M, 10));
  const endsAt = (Math.floor(scenario.exchange.now / HOUR) + 2) * HOUR;
  scenario.given(marketEnd(endsAt));
  while (scenario.exchange.now < endsAt - 10_000) scenario.given(moveMark(scenario, M));
  scenario.exchange.now = endsAt;
  scenario.exchange.take(leverage(CAROL, 4));
  expect(of(scenario, 'FundingFixed').filter(({ dueAt }) => dueAt === endsAt)).toHaveLength(1);
  expect(of(scenario, 'PerpetualMarketEnded')).toHaveLength(1);
  expect(balanceOf(scenario.exchange.state.ledger, `house/clearing:${PERP}/USDT`)).toBe(0n);
});

// left-curve PR 1804
test('one-sided book gives no premium', () => {
  const scenario = perpetuals().given(open(CAROL, 'long', M - 10, 2_000));
  scenario.given(moveMark(scenario, M));
  expect(of(scenario, 'MarkPublished').at(-1)?.premium).toBeUndefined();
  scenario.given(open(ALICE, 'short', M + 10, 2_000), moveMark(scenario, M));
  scenario.given(moveMark(scenario, M));
  expect(of(scenario, 'MarkPublished').at(-1)?.premium).toBe(0);
});

// MetaMask/core PR 9694
test('maximum size of a resting sell counts its own price', () => {
  const scenario = perpetuals().given(leverage(BOB, 1), takenOut(BOB, usdt('100.2')));
  // Two lots at the mark cost 100.11, and 4 % more at 4 % above it.
  scenario.when(open(BOB, 'short', M + 20_000, 2)).then(refused('margin.insufficient'));
  scenario.when(open(BOB, 'short', M, 2)).then(
    occurred('PerpetualOrderPlaced'),
    expectThat(({ state }) => expect(availableIn(state.ledger, 'contract', BOB, 'USDT')).toBeLessThan(usdt('0.1'))),
  );
});
