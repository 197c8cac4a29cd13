/**
 * No pair of accounts wins together what the fund, the owners or others pay, unless one publication carries the mark past a bankruptcy
 * price: then at most that gap, which is printed. Pairs trade with each other at any price, take out what can be had, and leave the rest to
 * be liquidated. What somebody is worth is reckoned here, from positions and holds, and shares no formula with the core.
 */
import type { CoreEvent } from '../../server/core/event';
import { ALICE, BOB, type Exchange, type Scenario, type Step } from '../tools/fixtures/core-fixture';
import {
  close,
  insured,
  mark,
  marginMode,
  PERP,
  perpetuals,
  positionMode,
  quiet,
} from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';
import type { PositionSide } from '../../shared/products/perpetual/rules/position';
import { crowd, emptied, numbers, pair, take, type Numbers } from './liquidation-crowd';

const runs = Number(process.env['PAIR_RUNS'] ?? 40);
const seed = Number(process.env['SEED'] ?? 40_961);
const M = 500_000;
const TURNS = 40;
/** Units for one lot at one tick. */
const UNIT = 10_000n;
/** Of a closing fee: 0.055 %. */
const fee = (value: bigint): bigint => (value * 55n) / 100_000n;
/** From a mark at which so much is missing to the bankruptcy price, at which the fee is another one. */
const gapOf = (missing: bigint, lots: bigint): bigint => (missing * 100_000n) / (100_000n - 55n) + lots * UNIT;

interface Stake {
  lots: bigint;
  /** At a mark: what covers it and what it has won, less what closing it costs. Below zero: its bankruptcy price is passed. */
  left: (ticks: number) => bigint;
}

/** Positions that stand by themselves, and accounts that stand for all of theirs. */
function stakes({ state }: Exchange): Stake[] {
  const found: Stake[] = [];
  for (const [user, markets] of state.perpetual.holdings) {
    const holding = markets.get(PERP);
    // The core goes on changing its own.
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

/** What the fund and the owners paid, and what others got less than the mark for what they had to give up. */
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

/** Takes it, and says what was paid and how far a mark has gone past bankruptcy prices. */
function watched(exchange: Exchange, step: Step): { paid: bigint; gap: bigint } {
  const before = stakes(exchange);
  const [from, since] = [markOf(exchange), exchange.batches.length];
  // Whoever stands still stands above nothing: no trade leaves behind what is bankrupt already.
  for (const { left } of before) expect(left(from)).toBeGreaterThan(0n);
  take(exchange, step, null);
  const events = exchange.batches.slice(since).flatMap(({ events: all }) => all);
  const to = markOf(exchange);
  const gap = before.reduce((sum, { left, lots }) => {
    const missing = -left(to);
    // A bankruptcy price lies on a tick, and is the next one.
    return missing > 0n ? sum + gapOf(missing, lots) : sum;
  }, 0n);
  return { paid: paidIn(events), gap };
}

/** Nothing, a little, or at once what costs those with the highest leverage everything. */
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

/** After the fund was filled, at the quiet mark from which all of it starts. */
function ready(scenario: Scenario): Scenario {
  return quiet(insured(scenario, usdt('50,000'), M), M);
}

function fromQuiet(scenario: Scenario): Scenario {
  // Hours of funding have gone by meanwhile; what comes now is minutes.
  scenario.exchange.batches.length = 0;
  return scenario;
}

test('two accounts that have the market for themselves win no more than a mark went past their bankruptcy prices', () => {
  const sums: Sums = { gap: 0n, paid: 0n, passed: 0, liquidations: 0 };
  for (let run = 0; run < runs; run++) {
    const random = numbers(seed + run);
    const scenario = fromQuiet(ready(perpetuals()));
    const had = houseOf(scenario.exchange);
    const { gap } = play(random, scenario, [ALICE, BOB], sums);
    // What the two have together and the house has is one sum.
    expect(had - houseOf(scenario.exchange)).toBeLessThanOrEqual(gap);
  }
  process.stdout.write(
    `pairs alone: ${sums.liquidations} liquidations, ${sums.passed} times past a bankruptcy price by ${sums.gap} together, paid ${sums.paid}\n`,
  );
  expect(sums.liquidations).toBeGreaterThan(0);
  expect(sums.passed).toBeGreaterThan(0);
});

test('among others too nobody pays for what no publication has carried past a bankruptcy price', () => {
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
