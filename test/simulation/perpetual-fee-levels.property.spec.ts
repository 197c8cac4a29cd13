/**
 * Fee levels of both products over weeks: contract and spot volumes stay separate, the auditor recomputes each level
 * and fee, and the state's volumes match the events.
 */
import fc from 'fast-check';
import { canonicalLines, restoreState, evolve, createState } from '../../server/products/core';
import type { EventOf, EventType } from '../../server/core/event';
import { areFeesValid } from '../../server/core/fees/fee-terms';
import { FEE_PRODUCTS, type FeeProduct } from '../../server/core/fees/state';
import { rateOf } from '../../server/core/market/market';
import { stateHash } from '../../server/engine/state-hash';
import { dayOf } from '../../shared/rules/days';
import { feeOf } from '../../shared/rules/arithmetic/rounding';
import {
  ALICE,
  BOB,
  BTC_USDT,
  CAROL,
  buy,
  asUser,
  credit,
  marketState,
  sell,
  staff,
  system,
  type Exchange,
  type Scenario,
} from '../tools/fixtures/core-fixture';
import { BTC_PERP, PERP, closeAll, leverage, open, perpetuals, steadyMark } from '../tools/fixtures/perpetual-fixture';
import { usdt } from '../tools/fixtures/perpetual-terms';

const numRuns = Math.ceil(Number(process.env['SIMULATION_RUNS'] ?? 200) / 8);
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_128);
const HOUR = 3_600_000;
const USERS = [ALICE, BOB, CAROL];
const BTC = 100_000_000n;
const M = 500_000;

const turn = fc.record({
  hours: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 9 }) },
    { weight: 3, arbitrary: fc.integer({ min: 10, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 61, max: 900 }) },
  ),
  what: fc.constantFrom(
    ...(['contract', 'contract', 'contract', 'contract', 'rests', 'rests', 'spot', 'spot'] as const),
    ...(['tiers', 'floor', 'relate', 'crash', 'closeAll', 'restart'] as const),
  ),
  product: fc.constantFrom(...FEE_PRODUCTS),
  one: fc.nat(2),
  step: fc.integer({ min: 1, max: 2 }),
  lots: fc.integer({ min: 1, max: 3_000 }),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

/** One contract and one spot market, with levels of both and enough funds for everybody. */
function begun(): Scenario {
  const terms = { ...BTC_USDT, tick: '0.1', notionalMin: usdt('5'), referencePrice: M, priceHighest: 100_000_000 };
  return perpetuals().given(
    staff({ type: 'ListMarket', ...terms, makerFeesPpb: [1_000_000, 500_000], takerFeesPpb: [2_000_000, 900_000] }),
    marketState('open'),
    USERS.flatMap((user) => [
      system({ type: 'CreditRecharge', user, asset: 'BTC', amount: 1_000n * BTC, reference: `coins/${user}` }),
      credit('USDT', usdt('50,000,000'), `dollars/${user}`, user),
      leverage(user, 100),
    ]),
    FEE_PRODUCTS.map((product) => staff({ type: 'SetFeeTiers', product, volumes: [0n, BTC / 4n], reason: 'r' })),
  );
}

function act(scenario: Scenario, { what, product, one, step, lots }: Turn): void {
  const { exchange } = scenario;
  const [first, second] = [USERS[one], USERS[(one + step) % 3]];
  switch (what) {
    case 'contract':
    case 'rests':
      exchange.take(open(first, 'short', M, lots));
      // The resting order may fill on a later day, when its owner has another level.
      if (what === 'contract') exchange.take(open(second, 'long', M, lots, { timeInForce: 'ioc' }));
      return;
    case 'spot':
      exchange.take(asUser(first, sell(M, lots)));
      exchange.take(asUser(second, buy(M, lots, { timeInForce: 'ioc' })));
      return;
    case 'tiers': {
      const volumes = [0n, BigInt(lots) * (BTC / 2_000n), BigInt(lots + 1) * (BTC / 1_000n)];
      exchange.take(staff({ type: 'SetFeeTiers', product, volumes, from: exchange.now + lots * 60_000, reason: 'r' }));
      return;
    }
    case 'floor':
      exchange.take(staff({ type: 'AssignFeeTier', user: first, tier: lots % 3, until: exchange.now + lots * 60_000 }));
      return;
    case 'relate':
      if (lots % 4 === 0) exchange.take(system({ type: 'NameInviter', user: first, inviter: second }));
      return;
    case 'crash':
      steadyMark(scenario, lots % 2 === 0 ? M - 9_000 : M + 9_000);
      steadyMark(scenario, M);
      return;
    case 'closeAll':
      for (const user of USERS) exchange.take(closeAll(user, PERP));
      return;
    case 'restart':
      exchange.restart(restoreState(canonicalLines(exchange.state)));
      return;
  }
}

function allOf<T extends EventType>({ batches }: Exchange, type: T): EventOf<T>[] {
  return batches.flatMap(({ events }) => events).filter((event): event is EventOf<T> => event.type === type);
}

/** Volume by user and day since the product's first table, from events only. */
function volumesIn({ batches }: Exchange, product: FeeProduct): Map<string, bigint> {
  const inviters = new Map<number, number>();
  const areRelated = (one: number, other: number): boolean => {
    const above = [inviters.get(one), inviters.get(inviters.get(one) ?? 0)];
    const below = [inviters.get(other), inviters.get(inviters.get(other) ?? 0)];
    return above.includes(other) || below.includes(one);
  };
  const sums = new Map<string, bigint>();
  let isOpen = false;
  for (const { at, events } of batches) {
    for (const event of events) {
      if (event.type === 'FeeTiersSet' && event.product === product) isOpen = true;
      if (event.type === 'InviterNamed') inviters.set(event.user, event.inviter);
      const isTrade = event.type === (product === 'spot' ? 'TradeExecuted' : 'PerpetualTraded');
      if (!isTrade || !isOpen || !('maker' in event)) continue;
      if ('takerMode' in event && event.takerMode === 'liquidation') continue;
      if (areRelated(event.maker, event.taker)) continue;
      for (const user of [event.maker, event.taker]) {
        const key = `${user} ${dayOf(at)}`;
        sums.set(key, (sums.get(key) ?? 0n) + event.notional);
      }
    }
  }
  return sums;
}

/** The same for the days that the state still keeps. */
function volumesOf({ state }: Exchange, product: FeeProduct): Map<string, bigint> {
  return new Map(
    [...state.members.values()].flatMap(({ user, fees }) => {
      const { days, traded } = fees[product] ?? { days: [], traded: [] };
      return days.map((day, index): [string, bigint] => [`${user} ${day}`, traded[index]]);
    }),
  );
}

test('keeps contract and spot volumes apart, and no contract fee exceeds its maximum', () => {
  const met = { levels: 0, liquidated: 0, resting: 0, related: 0, both: 0 };
  fc.assert(
    fc.property(fc.array(turn, { minLength: 20, maxLength: 40, size: 'max' }), (turns) => {
      const scenario = begun();
      const { exchange } = scenario;
      for (const one of turns) {
        exchange.now += one.hours * HOUR;
        steadyMark(scenario, M);
        act(scenario, one);
      }
      const traded = allOf(exchange, 'PerpetualTraded');
      const placed = new Map(allOf(exchange, 'PerpetualOrderPlaced').map((event) => [event.order, event]));
      for (const { notional, makerFee, takerFee, makerOrder } of traded) {
        expect(takerFee).toBeLessThanOrEqual(feeOf(notional, BTC_PERP.takerFeesPpb[0]));
        const atPlacing = rateOf(BTC_PERP.makerFeesPpb, placed.get(makerOrder)?.level ?? 0);
        expect(makerFee).toBeLessThanOrEqual(feeOf(notional, atPlacing));
        if (makerFee < feeOf(notional, atPlacing)) met.resting++;
      }
      for (const product of FEE_PRODUCTS) {
        const told = volumesIn(exchange, product);
        for (const [key, amount] of volumesOf(exchange, product)) expect([key, amount]).toEqual([key, told.get(key)]);
        const { reckoned } = exchange.state.fees[product];
        const kept = [...told.keys()].filter((key) => Number(key.split(' ')[1]) > reckoned - 29);
        expect([...volumesOf(exchange, product).keys()]).toEqual(expect.arrayContaining(kept));
      }
      const replayed = createState();
      for (const batch of exchange.batches) evolve(replayed, batch);
      expect(stateHash(replayed)).toBe(stateHash(exchange.state));

      const levels = allOf(exchange, 'FeeLevelSet').filter(({ level }) => level > 0);
      met.levels += levels.filter(({ product }) => product === 'perpetual').length;
      if (new Set(levels.map(({ product }) => product)).size === 2) met.both++;
      met.liquidated += traded.filter(({ takerMode }) => takerMode === 'liquidation').length;
      met.related += allOf(exchange, 'InviterNamed').length;
    }),
    { numRuns, seed },
  );
  // Guards against a run that exercises nothing.
  for (const [what, times] of Object.entries(met)) expect([what, times > 0]).toEqual([what, true]);
});

test('with valid market rates a higher level never pays more, nor more than at placing, nor more than level 0', () => {
  const rates = fc.array(fc.integer({ min: -5, max: 2_000_000 }), { maxLength: 6 });
  const falling = rates.map((list) => list.map(Math.abs).sort((one, other) => other - one));
  let valid = 0;
  fc.assert(
    fc.property(
      fc.oneof(rates, falling),
      fc.nat(8),
      fc.nat(8),
      fc.bigInt(0n, 10n ** 15n),
      (list, placed, now, amount) => {
        if (!areFeesValid({ makerFeesPpb: list, takerFeesPpb: list })) return;
        valid++;
        const fee = (level: number): bigint => feeOf(amount, rateOf(list, level));
        expect(fee(Math.max(placed, now))).toBeLessThanOrEqual(fee(placed));
        expect(fee(placed)).toBeLessThanOrEqual(fee(0));
        expect(fee(placed + 1)).toBeLessThanOrEqual(fee(placed));
        expect(fee(placed)).toBeGreaterThanOrEqual(0n);
      },
    ),
    { numRuns: 1_000, seed },
  );
  expect(valid).toBeGreaterThan(200);
});
