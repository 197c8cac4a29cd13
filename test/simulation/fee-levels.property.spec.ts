/**
 * Fee levels by volume over weeks: the auditor recomputes each from all trades, and the time between commands makes no
 * difference.
 */
import fc from 'fast-check';
import { canonicalLines, restoreState } from '../../server/products/core';
import type { CoreEvent, EventOf } from '../../server/core/event';
import {
  ALICE,
  BOB,
  ETH_USDT,
  RICH,
  CAROL,
  DAVE,
  buy,
  asUser,
  given,
  limit,
  marketState,
  sell,
  staff,
  system,
  type Exchange,
  type Scenario,
} from '../tools/fixtures/core-fixture';

const numRuns = Number(process.env['SIMULATION_RUNS'] ?? 1_000) / 10;
const seed = Number(process.env['SIMULATION_SEED'] ?? 20_260_101);
const HOUR = 3_600_000;
const USERS = [ALICE, BOB, CAROL];

/** Hours or weeks pass, then a user acts. */
const turn = fc.record({
  hours: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 9 }) },
    { weight: 3, arbitrary: fc.integer({ min: 10, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 61, max: 900 }) },
  ),
  what: fc.constantFrom('trade', 'trade', 'trade', 'trade', 'fixed', 'fixed', 'tiers', 'floor', 'relate', 'restart'),
  maker: fc.nat(2),
  taker: fc.integer({ min: 1, max: 2 }),
  price: fc.integer({ min: 80, max: 130 }),
  lots: fc.integer({ min: 1, max: 400 }),
});
type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;

function act(exchange: Exchange, { what, maker: first, taker: step, price, lots }: Turn): void {
  const [one, other] = [USERS[first], USERS[(first + step) % 3]];
  switch (what) {
    case 'trade':
      exchange.take(asUser(one, sell(price, lots)));
      exchange.take(asUser(other, buy(price, lots, { timeInForce: 'ioc' })));
      exchange.take({ actor: `user/${one}`, command: { type: 'CancelAllOrders', user: one, market: 'BTC-USDT' } });
      return;
    case 'fixed':
      // Unfilled remainders stay in the book for others.
      exchange.take(asUser(one, sell(price, lots, XRP)));
      exchange.take(asUser(other, buy(price + 2, (lots % 50) + 1, XRP)));
      return;
    case 'tiers': {
      const volumes = [0n, BigInt(lots) * 10_000n, BigInt(lots + price) * 20_000n];
      const from = exchange.now + (price % 4) * 20 * HOUR;
      exchange.take(staff({ type: 'SetFeeTiers', product: 'spot', volumes, from, reason: 'r' }));
      return;
    }
    case 'floor':
      exchange.take(staff({ type: 'AssignFeeTier', user: one, tier: price % 3, until: exchange.now + lots * HOUR }));
      return;
    case 'relate':
      if (lots % 3 > 0) return;
      exchange.take(system({ type: 'NameInviter', user: one, inviter: lots % 2 === 0 ? other : DAVE }));
      return;
    case 'restart':
      exchange.restart(restoreState(canonicalLines(exchange.state)));
      return;
  }
}

const XRP = { market: 'XRP-USDT' };

const CHANGED = { type: 'ChangeMarketTerms', ...XRP, reason: 'r' } as const;

/** Adds a market with fixed fees. */
function withFixedFees(): Scenario {
  const fixed = { makerFeesFixed: [3_000n, 900n, 1n], takerFeesFixed: [50_000n, 700n] };
  const listing = { ...ETH_USDT, ...XRP, base: 'XRP', openOrdersMax: 1_000, ...fixed };
  return given(
    staff({ type: 'ListAsset', asset: 'XRP', scale: 5, withdrawalFee: 0n, withdrawalMin: 1n }),
    staff({ type: 'ListMarket', ...listing }),
    marketState('open', XRP.market),
    USERS.map((user) => system({ type: 'CreditRecharge', user, asset: 'XRP', amount: RICH, reference: `xrp/${user}` })),
  );
}

/** Day closes and level changes as separate lists: missed days all close before the first level follows. */
function outcomesOf({ batches }: Exchange): { days: CoreEvent[]; levels: EventOf<'FeeLevelSet'>[] } {
  const events = batches.flatMap((batch) => batch.events);
  return {
    days: events.filter(({ type }) => type === 'FeeDayClosed'),
    levels: events.filter((event) => event.type === 'FeeLevelSet'),
  };
}

test('levels follow from all trades, however long no command comes', () => {
  let [levels, days, longest, fixed] = [0, 0, 0, 0];
  fc.assert(
    fc.property(fc.array(turn, { minLength: 10, maxLength: 60, size: 'max' }), (turns) => {
      const [rare, watched] = [withFixedFees().exchange, withFixedFees().exchange];
      for (const one of turns) {
        const hours = one.hours * HOUR;
        // One exchange gets no command meanwhile, the other one every few hours.
        const until = rare.now + hours;
        rare.now = until;
        for (; watched.now + 7 * HOUR < until; watched.now += 7 * HOUR) watched.take(marketState('open'));
        watched.now = until;
        act(rare, one);
        act(watched, one);
        watched.now = rare.now;
      }
      const last = marketState('open');
      for (const exchange of [rare, watched]) exchange.take(last);
      const outcomes = outcomesOf(rare);
      expect(outcomesOf(watched)).toEqual(outcomes);
      levels += outcomes.levels.filter(({ level }) => level > 0).length;
      days += outcomes.days.length;
      const trades = rare.batches.flatMap(({ events }) => events.filter((event) => event.type === 'TradeExecuted'));
      fixed += trades.filter(({ market, makerFee }) => market === XRP.market && makerFee > 0n).length;
      longest = Math.max(longest, ...rare.batches.map(({ at }, index) => at - (rare.batches[index - 1]?.at ?? at)));
    }),
    { numRuns, seed },
  );
  // Guards against a run that exercises nothing.
  expect(levels).toBeGreaterThan(numRuns);
  expect(fixed).toBeGreaterThan(numRuns);
  expect(days).toBeGreaterThan(10 * numRuns);
  expect(longest).toBeGreaterThan(31 * 24 * HOUR);
});

/** A market whose maker and taker fee is one amount, in quote. */
const partition = fc.record({
  lots: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 8 }),
  fixed: fc.bigInt({ min: 1n, max: 4_000_000n }),
  price: fc.integer({ min: 2, max: 300 }),
  side: fc.constantFrom('buy', 'sell'),
  makes: fc.boolean(),
});
type Partition = typeof partition extends fc.Arbitrary<infer T> ? T : never;

/**
 * Fee that Alice's order pays over fills of these sizes: as the maker for one order of Bob's each, or taking one of
 * Bob's each.
 */
function paidFor({ lots, fixed, price, side, makes }: Partition): bigint {
  const { exchange } = withFixedFees();
  exchange.take(staff({ ...CHANGED, makerFeesFixed: [fixed], takerFeesFixed: [fixed] }));
  const whole = lots.reduce((sum, part) => sum + part, 0);
  const own = asUser(ALICE, limit(side, price, whole, XRP));
  const others = lots.map((part) => asUser(BOB, limit(side === 'buy' ? 'sell' : 'buy', price, part, XRP)));
  for (const step of makes ? [own, ...others] : [...others, own]) exchange.take(step);
  const trades = exchange.batches.flatMap(({ events }) => events.filter((event) => event.type === 'TradeExecuted'));
  expect(trades.map(({ quantity }) => quantity)).toEqual(lots);
  return trades.reduce((sum, { maker, makerFee, takerFee }) => sum + (maker === ALICE ? makerFee : takerFee), 0n);
}

test("a fixed fee is the smaller of the amount and the order's receipts, however its fills are split", () => {
  let [capped, cut] = [0, 0];
  fc.assert(
    fc.property(partition, (one) => {
      const lots = one.lots.reduce((sum, part) => sum + BigInt(part), 0n);
      // A lot of XRP is 1,000 units and costs 100 units of USDT per tick.
      const inQuote = lots * BigInt(one.price) * 100n;
      const owed = one.fixed < inQuote ? one.fixed : inQuote;
      const paid = paidFor(one);
      if (owed < one.fixed) capped++;
      if (one.lots.length > 1 && one.fixed > BigInt(one.lots[0] * one.price) * 100n) cut++;
      if (one.side === 'sell') return expect(paid).toBe(owed);
      const inBase = (owed * 1_000n + BigInt(one.price) * 100n - 1n) / (BigInt(one.price) * 100n);
      expect(paid >= inBase && paid < inBase + BigInt(one.lots.length)).toBe(true);
    }),
    { numRuns: numRuns * 2, seed },
  );
  expect(Math.min(capped, cut)).toBeGreaterThan(numRuns / 10);
});
