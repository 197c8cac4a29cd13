/** What two may do in the book of a perpetual, again and again, knowing to the millisecond when the next publication comes. */
import fc from 'fast-check';
import type { OrderSide } from '../../../server/core/market/order';
import { availableIn } from '../../../server/core/ledger/ledger';
import { later, type Scenario, type Step } from '../../tools/fixtures/core-fixture';
import { PERP, close, fund, leverage, mark, open, perpetuals } from '../../tools/fixtures/perpetual-fixture';
import { usdt } from '../../tools/fixtures/perpetual-terms';
import { transferred } from '../../tools/fixtures/cross-fixture';
import { ADVERSARIES, Plan, admitted, tried } from './adversaries';

export const INDEX = 500_000;
const WEALTH = usdt('20,000,000');

/** An order that stands for a while in every period. */
const wall = fc.record({
  by: fc.constantFrom(...ADVERSARIES),
  side: fc.constantFrom<OrderSide>('buy', 'sell'),
  /** Ticks away from the index. */
  away: fc.oneof(fc.integer({ min: -2_500, max: 2_500 }), fc.integer({ min: -25_000, max: 25_000 })),
  /** 510 of them are the impact notional. */
  lots: fc.oneof(fc.constant(600), fc.integer({ min: 1, max: 3_000 })),
  /** So many thousandths of the period before the publication it is placed; 28 ms of a second are enough. */
  before: fc.oneof(fc.constant(28), fc.integer({ min: 1, max: 999 })),
  /** Thousandths of a period: of three periods at most. */
  stands: fc.oneof(fc.constant(50), fc.integer({ min: 1, max: 3_000 })),
});
/** One of them sells to the other at a price of theirs, if nobody stands before it. */
const trade = fc.record({
  seller: fc.constantFrom(0, 1),
  opens: fc.boolean(),
  away: fc.oneof(fc.integer({ min: -2_500, max: 2_500 }), fc.integer({ min: -25_000, max: 25_000 })),
  lots: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2_000 })),
  before: fc.integer({ min: 1, max: 999 }),
});
/** Both sides of a book of their own, around a price of theirs: what the middle, the depth and the last trade are read from. */
const frame = fc.record({
  away: fc.integer({ min: -2_500, max: 2_500 }),
  gap: fc.integer({ min: 1, max: 500 }),
  lots: fc.constantFrom(600, 3_000),
  before: fc.constantFrom(28, 500, 999, 999),
  stands: fc.constantFrom(29, 1_000, 2_500, 2_500),
  /** Lots that they trade with each other inside of it in every period. */
  trades: fc.constantFrom(0, 1, 600, 2_000, 2_000),
});
/** Something once, at the beginning of a phase. */
const act = fc.record({
  by: fc.constantFrom(...ADVERSARIES),
  what: fc.constantFrom('leverage', 'close', 'take', 'out', 'in'),
  side: fc.constantFrom('long', 'short'),
  size: fc.integer({ min: 1, max: 125 }),
});

export const phases = fc.array(
  fc.record({
    acts: fc.array(act, { maxLength: 3 }),
    frame: fc.option(frame, { freq: 4 }),
    walls: fc.array(wall, { maxLength: 4 }),
    trades: fc.array(trade, { maxLength: 2 }),
  }),
  { minLength: 2, maxLength: 3 },
);
export type Phase = typeof phases extends fc.Arbitrary<(infer P)[]> ? P : never;

/** The exchange of perpetuals with two more in it, who have much. */
export function withAdversaries(fields: Parameters<typeof perpetuals>[0] = {}): Scenario {
  return perpetuals(fields).given(
    ...admitted(ADVERSARIES, { USDT: WEALTH }),
    ...ADVERSARIES.map((user) => fund(user, WEALTH)),
  );
}

export function cancelled(user: number, order: number): Step {
  return { actor: `user/${user}`, command: { type: 'CancelOrder', user, order } };
}

/** A publication, whatever the clock shows. */
export function published({ exchange }: Scenario, ticks = INDEX): void {
  exchange.take(mark(ticks, exchange.now));
}

/** An order that opens a position, cancelled after a while. */
export function standing(scenario: Scenario, plan: Plan, wish: Order & { from: number; to: number }): void {
  const { by, side, price, lots, from, to } = wish;
  let order = 0;
  plan.at(from, () => {
    const next = scenario.exchange.state.counters.order;
    if (tried(scenario, open(by, side === 'buy' ? 'long' : 'short', price, lots))) order = next;
  });
  plan.at(to, () => {
    if (order > 0) tried(scenario, cancelled(by, order));
  });
}
interface Order {
  by: number;
  side: OrderSide;
  price: number;
  lots: number;
}

/** The maker is the side for which the price is no better than the market, and the other takes at once. */
export function traded(
  scenario: Scenario,
  seller: number,
  buyer: number,
  price: number,
  lots: number,
  opens = true,
): void {
  const { lastPrice } = scenario.exchange.state.markets.get(PERP)!;
  const act = opens ? open : close;
  const sell = (options = {}) => act(seller, opens ? 'short' : 'long', price, lots, options);
  const buy = (options = {}) => act(buyer, opens ? 'long' : 'short', price, lots, options);
  const [makes, takes] = price >= lastPrice ? [sell, buy] : [buy, sell];
  const order = scenario.exchange.state.counters.order;
  if (!tried(scenario, makes())) return;
  tried(scenario, takes({ timeInForce: 'ioc' }));
  tried(scenario, cancelled(makes === sell ? seller : buyer, order));
}

/** What a phase does once. */
function begun(scenario: Scenario, { acts }: Phase): void {
  for (const { by, what, side, size } of acts) {
    const { state } = scenario.exchange;
    const free = availableIn(state.ledger, 'contract', by, 'USDT');
    switch (what) {
      case 'leverage':
        tried(scenario, leverage(by, size));
        break;
      case 'close': {
        const lots = state.perpetual.holdings.get(by)?.get(PERP)?.[side]?.lots ?? 0;
        if (lots > 0) tried(scenario, close(by, side, null, lots));
        break;
      }
      case 'take':
        tried(scenario, {
          actor: `user/${by}`,
          command: {
            type: 'AdjustMargin',
            ...{
              user: by,
              market: PERP,
              position: side,
              act: 'take',
              amount: usdt('1') * BigInt(size),
            },
          },
        });
        break;
      case 'out':
        tried(scenario, transferred(by, (free * BigInt(size)) / 125n));
        break;
      case 'in':
        tried(scenario, fund(by, availableIn(state.ledger, 'spot', by, 'USDT')));
        break;
    }
  }
}

interface Around {
  index: number;
  periodMs: number;
  before: (thousandths: number) => number;
}

/** What opens the way for the other side comes first: nobody may bid above the market, and an offer that stands there is the market. */
function framed(
  scenario: Scenario,
  plan: Plan,
  { away, gap, lots, before: early, stands, trades }: NonNullable<Phase['frame']>,
  { index, periodMs, before }: Around,
): void {
  const [one, other] = ADVERSARIES;
  const from = before(early);
  const times = { from, to: from + Math.ceil((periodMs * stands) / 1_000) };
  const bid = { by: one, side: 'buy', price: index + away - gap, lots, ...times } as const;
  const ask = { by: other, side: 'sell', price: index + away + gap, lots, ...times } as const;
  for (const wish of away > 0 ? [ask, bid] : [bid, ask]) standing(scenario, plan, wish);
  if (trades > 0) plan.at(before(1), () => traded(scenario, other, one, index + away, trades));
}

interface Played {
  /** Publications, so many milliseconds apart. */
  periods: number;
  periodMs: number;
  /** What the index is at each of them. */
  ticks?: (period: number) => number;
  /** What others do in each period, thousandths of it before the publication. */
  others?: { before: (period: number) => number; act: () => void };
}

/** One phase, its pattern anew in every period. */
export function played(scenario: Scenario, phase: Phase, { periods, periodMs, ticks, others }: Played): void {
  const { exchange } = scenario;
  const from = exchange.now;
  const plan = new Plan();
  begun(scenario, phase);
  const before = (period: number, thousandths: number): number =>
    from + (period + 1) * periodMs - Math.ceil((periodMs * thousandths) / 1_000);
  let index = ticks?.(0) ?? INDEX;
  for (let period = 0; period < periods; period++) {
    for (const { by, side, away, lots, before: early, stands } of phase.walls) {
      const at = before(period, early);
      standing(scenario, plan, {
        ...{ by, side, price: index + away, lots },
        ...{ from: at, to: at + Math.ceil((periodMs * stands) / 1_000) },
      });
    }
    if (phase.frame) framed(scenario, plan, phase.frame, { index, periodMs, before: (early) => before(period, early) });
    for (const { seller, opens, away, lots, before: early } of phase.trades) {
      const [one, other] = [ADVERSARIES[seller], ADVERSARIES[1 - seller]];
      plan.at(before(period, early), () => traded(scenario, one, other, index + away, lots, opens));
    }
    if (others) plan.at(before(period, others.before(period)), others.act);
    plan.at(before(period, 0), () => {
      index = ticks?.(period) ?? INDEX;
      scenario.exchange.take(later(0, mark(index, exchange.now)));
    });
  }
  plan.play(scenario, from + periods * periodMs);
  for (const user of ADVERSARIES) {
    tried(scenario, { actor: `user/${user}`, command: { type: 'CancelAllOrders', user, market: PERP } });
  }
}
