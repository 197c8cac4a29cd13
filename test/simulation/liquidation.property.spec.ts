/**
 * Crowds with high leverage in a thin book, marks that spike by 5 to 60 % in one step, silent feeds, and crashes
 * between any two steps. The auditor recomputes after every mark who must be liquidated next (`liquidation-audit.ts`);
 * this file checks the totals. `LIQUIDATION_RUNS` and `LIQUIDATION_USERS` run more, as in `npm run test:liquidation`.
 */
import { decodeBatch, encodeBody, evolve, createState } from '../../server/products/core';
import type { CoreEvent, EventOf } from '../../server/core/event';
import { balanceOf } from '../../server/core/ledger/ledger';
import { stateHash } from '../../server/engine/state-hash';
import type { PositionSide } from '../../shared/products/perpetual/rules/position';
import { ALICE, BOB, CAROL, type Exchange } from '../tools/fixtures/core-fixture';
import {
  close,
  fundInsurance,
  mark,
  margin,
  marginMode,
  open,
  perpetuals,
  positionMode,
  steadyMark,
} from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';
import { crowd, emptied, moved, numbers, pair, take, type Numbers } from './liquidation-crowd';

const runs = Number(process.env['LIQUIDATION_RUNS'] ?? 20);
const users = Number(process.env['LIQUIDATION_USERS'] ?? 60);
const seed = Number(process.env['SEED'] ?? 20_261);
const M = 500_000;

interface Sums {
  liquidations: number;
  accounts: number;
  netted: number;
  apart: number;
  reduced: number;
  taken: number;
  insured: number;
  deleveraged: number;
  alarms: number;
  fundPaid: bigint;
  treasuryPaid: bigint;
  silences: number;
  /** Reversing orders that came to rest. */
  turning: number;
}

function day(random: Numbers, count: number, sums: Sums): void {
  const { scenario, names } = crowd(count, '60,000');
  const { exchange } = scenario;
  fundInsurance(scenario, usdt('50,000'), M);
  // A third of the users has cross margin.
  for (const user of names) if (random.chance(1 / 3)) take(exchange, marginMode(user, 'cross'), null);
  // A third is in one-way mode.
  for (const user of names) if (random.chance(1 / 3)) take(exchange, positionMode(user, 'one_way'), null);
  const crashes = (): boolean => random.chance(0.05);
  let ticks = M;
  for (let round = 0; round < 30; round++) {
    for (let n = 0; n < count / 10; n++) {
      const price = ticks + random.below(Math.floor(ticks / 25)) - Math.floor(ticks / 50);
      for (const step of pair(random, names, price)) take(exchange, step, crashes);
    }
    for (let n = 0; n < 4; n++) {
      const user = random.one(names);
      const side = random.one<PositionSide>(['long', 'short']);
      const price = ticks + (side === 'long' ? 1 : -1) * random.below(Math.floor(ticks / 30));
      const step = random.one([
        close(user, side, price, 1 + random.below(200)),
        open(
          user,
          side,
          ticks - (side === 'long' ? 1 : -1) * random.below(Math.floor(ticks / 30)),
          1 + random.below(300),
        ),
        margin('add', user, side, usdt('5')),
        margin('take', user, side, usdt('5')),
        close(user, side, null, 1 + random.below(200)),
      ]);
      take(exchange, step, crashes);
    }
    const isSilent = random.chance(0.1);
    if (isSilent) sums.silences++;
    const ms = isSilent ? random.one([16_000, 60_000, 80_000]) : 2_000 + random.below(8_000);
    ticks = moved(random, ticks);
    exchange.now += ms;
    take(exchange, mark(ticks, exchange.now), crashes);
    if (random.chance(0.5)) {
      exchange.now += 2_000;
      take(exchange, mark(ticks, exchange.now), crashes);
    }
  }
  exchange.auditor.compare(exchange.state);
  tally(exchange, sums);
  const replayed = createState();
  for (const batch of exchange.batches) evolve(replayed, decodeBatch(`${encodeBody(batch)},"prev":""}`).batch);
  expect(stateHash(replayed)).toBe(stateHash(exchange.state));
}

/** Adds up the results; the fund pays at most the gap between mark and bankruptcy price. */
function tally({ batches }: Exchange, sums: Sums): void {
  const events = batches.flatMap(({ events: all }) => all);
  for (const event of events) {
    if (event.type === 'LiquidationStarted') sums.liquidations++;
    if (event.type === 'CrossLiquidationStarted') sums.accounts++;
    if (event.type === 'LegsNetted') sums.netted++;
    if (event.type === 'PerpetualOrderPlaced' && event.against !== undefined) sums.turning++;
    if (event.type === 'CrossShareSet') sums.apart++;
    if (event.type === 'LiquidationReduced' && event.filled > 0) sums.reduced++;
    if (event.type === 'PositionTakenOver' && event.filled > 0) sums.taken++;
    if (event.type === 'MarketAlarmed') sums.alarms++;
    if (event.type === 'PositionDeleveraged') {
      sums.deleveraged++;
      sums.fundPaid += event.insurance;
      sums.treasuryPaid += event.treasury;
    }
    if (event.type === 'InsurancePaid') {
      if (event.amount > 0n) sums.insured++;
      sums.fundPaid += event.amount;
      expect(event.amount).toBeLessThanOrEqual(gapOf(event));
    }
    if (event.type === 'MarkPublished') {
      // The mark never goes beyond the farther of p1 and p2, whatever the last trade was.
      expect(event.mark).toBeGreaterThanOrEqual(Math.min(event.p1, event.p2));
      expect(event.mark).toBeLessThanOrEqual(Math.max(event.p1, event.p2));
    }
  }
}

/** Distance of the two prices, plus the difference of the taker fee; each fill rounds. */
function gapOf({ bankruptcy, mark: at, filled }: EventOf<'InsurancePaid'>): bigint {
  const lots = BigInt(filled) * 10_000n;
  const gap = BigInt(Math.abs(bankruptcy - at)) * lots;
  return gap + (gap * 55n) / 100_000n + BigInt(filled) * 4n;
}

test('liquidates a crowd in order despite crashes; fund, deleveraging and then the owners cover all losses', () => {
  const sums: Sums = {
    liquidations: 0,
    accounts: 0,
    netted: 0,
    apart: 0,
    reduced: 0,
    taken: 0,
    insured: 0,
    deleveraged: 0,
    alarms: 0,
    fundPaid: 0n,
    treasuryPaid: 0n,
    silences: 0,
    turning: 0,
  };
  for (let run = 0; run < runs; run++) day(numbers(seed + run), users, sums);
  const { alarms, treasuryPaid, fundPaid, liquidations } = sums;
  process.stdout.write(
    `liquidations: ${liquidations}, of accounts ${sums.accounts} (${sums.netted} with a long and a short, ${sums.apart} positions of them), cut ${sums.reduced}, taken over ${sums.taken}, the fund paid ${sums.insured} times ${fundPaid}, ` +
      `deleveraged ${sums.deleveraged}, the owners paid ${alarms} times ${treasuryPaid}\n`,
  );
  // Guards against a run that exercises nothing.
  for (const what of [
    'liquidations',
    'accounts',
    'netted',
    'apart',
    'reduced',
    'taken',
    'insured',
    'deleveraged',
    'silences',
    'turning',
  ] as const)
    expect([what, sums[what] > 0]).toEqual([what, true]);
});

test('wash trades off the mark never cost the fund while the index stands still', () => {
  for (let run = 0; run < runs * 2; run++) {
    const random = numbers(seed + 1_000 + run);
    const scenario = fundInsurance(perpetuals(), usdt('10,000'), M);
    const { exchange } = scenario;
    steadyMark(scenario, M);
    const had = balanceOf(exchange.state.ledger, 'house/insurance/USDT');
    const pairs = [ALICE, BOB, CAROL];
    for (const user of pairs) if (random.chance(0.5)) take(exchange, marginMode(user, 'cross'), null);
    for (const user of pairs) if (random.chance(1 / 3)) take(exchange, positionMode(user, 'one_way'), null);
    for (let turn = 0; turn < 60; turn++) {
      const price = M + random.below(48_000) - 24_000;
      const user = random.one(pairs);
      const side = random.one<PositionSide>(['long', 'short']);
      const steps = random.chance(0.6)
        ? pair(random, pairs, price)
        : [close(user, side, price, 1 + random.below(300), { timeInForce: random.one(['ioc', 'gtc']) })];
      for (const step of steps) take(exchange, step, null);
      // Withdraws the available balance and leaves the losses to others.
      if (turn > 10 && random.chance(0.1)) take(exchange, emptied(exchange, user), null);
      exchange.now += 3_000;
      if (turn % 2 === 0) take(exchange, mark(M, exchange.now), null);
    }
    const events: CoreEvent[] = exchange.batches.flatMap(({ events: all }) => all);
    const paid = events.filter(
      (event) => (event.type === 'InsurancePaid' && event.amount > 0n) || event.type === 'MarketAlarmed',
    );
    expect(paid).toEqual([]);
    expect(balanceOf(exchange.state.ledger, 'house/insurance/USDT')).toBeGreaterThanOrEqual(had);
    expect(events.some(({ type }) => type === 'PerpetualTraded')).toBe(true);
  }
});
