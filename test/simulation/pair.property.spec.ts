/**
 * No pair of accounts gains what the fund, the owners or others pay, unless one publication moves the mark past a
 * bankruptcy price. Then it gains at most that gap, which is printed. Pairs trade with each other at any price,
 * withdraw what is available, and leave the rest to liquidation. Values are computed here from positions and holds,
 * without formulas of the core.
 */
import type { CoreEvent } from '../../server/core/event';
import { ALICE, BOB, type Exchange, type Scenario, type Step } from '../tools/fixtures/core-fixture';
import {
  close,
  fundInsurance,
  mark,
  marginMode,
  PERP,
  perpetuals,
  positionMode,
  steadyMark,
} from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';
import type { PositionSide } from '../../shared/products/perpetual/rules/position';
import { crowd, emptied, numbers, pair, take, type Numbers } from './liquidation-crowd';

const runs = Number(process.env['PAIR_RUNS'] ?? 40);
const seed = Number(process.env['SEED'] ?? 40_961);
const M = 500_000;
const TURNS = 40;
/** Units per lot and tick. */
const UNIT = 10_000n;
/** Closing fee: 0.055 %. */
const fee = (value: bigint): bigint => (value * 55n) / 100_000n;
/** Gap from a mark with this shortfall to the bankruptcy price, where the fee differs. */
const gapOf = (missing: bigint, lots: bigint): bigint => (missing * 100_000n) / (100_000n - 55n) + lots * UNIT;

interface Stake {
  lots: bigint;
  /** Margin and profit at a mark, less the closing fee. Negative beyond the bankruptcy price. */
  left: (ticks: number) => bigint;
}

/** Isolated positions, and cross-margin accounts with all of theirs. */
function stakes({ state }: Exchange): Stake[] {
  const found: Stake[] = [];
  for (const [user, markets] of state.perpetual.holdings) {
    const holding = markets.get(PERP);
    // Copies, because the core mutates its own.
    const positions = [holding?.long, holding?.short].flatMap((position) => (position ? [{ ...position }] : []));
    if (!holding || positions.length === 0) continue;
    const remaining = (hold: number): bigint => state.holds.get(hold)?.remaining ?? 0n;
    const stakeOf = (cover: bigint, of: typeof positions): Stake => ({
      lots: of.reduce((sum, { lots }) => sum + BigInt(lots), 0n),
      left: (ticks) =>
        of.reduce((sum, { side, lots, cost }) => {
          const value = BigInt(lots) * UNIT * BigInt(ticks);
          return sum + (side === 'long' ? value - cost : cost - value) - fee(value);
        }, cover),
    });
    if (holding.mode === 'isolated') {
      for (const position of positions) found.push(stakeOf(remaining(position.hold), [position]));
      continue;
    }
    let wallet = state.ledger.wallets.contract.get(user)?.get('USDT')?.available.balance ?? 0n;
    for (const { hold } of positions) wallet += remaining(hold);
    for (const order of state.orders.values()) if (order.user === user && order.hold) wallet += order.hold.remaining;
    found.push(stakeOf(wallet, positions));
  }
  return found;
}

/** Payments of the fund and the owners, and losses of deleveraged counterparties against the mark. */
function paidIn(events: readonly CoreEvent[]): bigint {
  let paid = 0n;
  for (const event of events) {
    if (event.type === 'InsurancePaid') paid += event.amount;
    if (event.type !== 'PositionDeleveraged') continue;
    const { side, price, mark: at, lots, insurance, treasury } = event;
    const worse = BigInt(side === 'long' ? price - at : at - price) * UNIT * BigInt(lots);
    paid += insurance + treasury + (worse > 0n ? worse : 0n);
  }
  return paid;
}

function houseOf({ state }: Exchange): bigint {
  let units = 0n;
  for (const [name, { balance }] of state.ledger.accounts)
    if (name.startsWith('house/') && name.endsWith('/USDT')) units += balance;
  return units;
}

const markOf = ({ state }: Exchange): number => state.perpetual.contracts.get(PERP)?.mark.mark ?? 0;

/** Executes a step; returns the payments and the gap beyond bankruptcy prices. */
function watched(exchange: Exchange, step: Step): { paid: bigint; gap: bigint } {
  const before = stakes(exchange);
  const [from, since] = [markOf(exchange), exchange.batches.length];
  // Before each step nobody is bankrupt: no trade leaves a bankrupt position.
  for (const { left } of before) expect(left(from)).toBeGreaterThan(0n);
  take(exchange, step, null);
  const events = exchange.batches.slice(since).flatMap(({ events: all }) => all);
  const to = markOf(exchange);
  const gap = before.reduce((sum, { left, lots }) => {
    const missing = -left(to);
    // The bankruptcy price is the next tick.
    return missing > 0n ? sum + gapOf(missing, lots) : sum;
  }, 0n);
  return { paid: paidIn(events), gap };
}

/** No move, a small one, or one that bankrupts the highest leverage. */
function stepped(random: Numbers, ticks: number): number {
  const parts = random.chance(0.15) ? 5 + random.below(80) : random.below(6);
  const next = Math.round(random.chance(0.5) ? ticks * (1 - parts / 1_000) : ticks / (1 - parts / 1_000));
  return Math.min(1_000_000, Math.max(200_000, next));
}

interface Sums {
  gap: bigint;
  paid: bigint;
  passed: number;
  liquidations: number;
}

function play(random: Numbers, scenario: Scenario, names: readonly number[], sums: Sums): { gap: bigint } {
  const { exchange } = scenario;
  let ticks = M;
  let all = 0n;
  const act = (step: Step): void => {
    const { paid, gap } = watched(exchange, step);
    expect(paid).toBeLessThanOrEqual(gap);
    all += gap;
    sums.paid += paid;
    sums.gap += gap;
    if (gap > 0n) sums.passed++;
  };
  for (const user of names) if (random.chance(0.5)) act(marginMode(user, 'cross'));
  for (const user of names) if (random.chance(1 / 3)) act(positionMode(user, 'one_way'));
  for (let turn = 0; turn < TURNS; turn++) {
    const price = ticks + random.below(Math.floor(ticks / 12)) - Math.floor(ticks / 24);
    const side = random.one<PositionSide>(['long', 'short']);
    const steps = random.chance(0.7)
      ? pair(random, names, price)
      : [close(random.one(names), side, price, 1 + random.below(300), { timeInForce: random.one(['ioc', 'gtc']) })];
    for (const step of steps) act(step);
    if (random.chance(0.3)) act(emptied(exchange, random.one(names)));
    exchange.now += 3_000;
    if (random.chance(0.6)) ticks = stepped(random, ticks);
    act(mark(ticks, exchange.now));
  }
  for (const { events } of exchange.batches) {
    for (const { type } of events) {
      if (type === 'LiquidationStarted') sums.liquidations++;
      expect(type).not.toBe('FundingFixed');
    }
  }
  return { gap: all };
}

/** After the fund was filled, at the quiet mark where all runs start. */
function ready(scenario: Scenario): Scenario {
  return steadyMark(fundInsurance(scenario, usdt('50,000'), M), M);
}

function fromQuiet(scenario: Scenario): Scenario {
  // Drops the hours of funding until here; the run itself takes minutes.
  scenario.exchange.batches.length = 0;
  return scenario;
}

test('two accounts alone in a market gain at most the gap beyond their bankruptcy prices', () => {
  const sums: Sums = { gap: 0n, paid: 0n, passed: 0, liquidations: 0 };
  for (let run = 0; run < runs; run++) {
    const random = numbers(seed + run);
    const scenario = fromQuiet(ready(perpetuals()));
    const had = houseOf(scenario.exchange);
    const { gap } = play(random, scenario, [ALICE, BOB], sums);
    // The two accounts and the house form a closed sum.
    expect(had - houseOf(scenario.exchange)).toBeLessThanOrEqual(gap);
  }
  process.stdout.write(
    `pairs alone: ${sums.liquidations} liquidations, ${sums.passed} times past a bankruptcy price by ${sums.gap} together, paid ${sums.paid}\n`,
  );
  expect(sums.liquidations).toBeGreaterThan(0);
  expect(sums.passed).toBeGreaterThan(0);
});

test('among other accounts too, payments stay within the gap beyond a bankruptcy price', () => {
  const sums: Sums = { gap: 0n, paid: 0n, passed: 0, liquidations: 0 };
  for (let run = 0; run < runs / 2; run++) {
    const { scenario, names } = crowd(6, '60,000');
    play(numbers(seed + 500 + run), fromQuiet(ready(scenario)), names, sums);
  }
  process.stdout.write(
    `pairs among others: ${sums.liquidations} liquidations, ${sums.passed} times past a bankruptcy price by ${sums.gap} together, paid ${sums.paid}\n`,
  );
  expect(sums.liquidations).toBeGreaterThan(0);
  expect(sums.paid).toBeGreaterThan(0n);
});
