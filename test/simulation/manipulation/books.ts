/**
 * Acts of two adversaries in a perpetual's book, repeated with knowledge of the next publication to the millisecond.
 */
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

/** An order that rests for a while in every period. */
const wall = fc.record({
  by: fc.constantFrom(...ADVERSARIES),
  side: fc.constantFrom<OrderSide>('buy', 'sell'),
  /** Ticks from the index. */
  away: fc.oneof(fc.integer({ min: -2_500, max: 2_500 }), fc.integer({ min: -25_000, max: 25_000 })),
  /** 510 lots are the impact notional. */
  lots: fc.oneof(fc.constant(600), fc.integer({ min: 1, max: 3_000 })),
  /** Time before the publication, in thousandths of the period; 28 ms of a second suffice. */
  before: fc.oneof(fc.constant(28), fc.integer({ min: 1, max: 999 })),
  /** Duration in thousandths of a period, at most three periods. */
  stands: fc.oneof(fc.constant(50), fc.integer({ min: 1, max: 3_000 })),
});
/** One adversary sells to the other at a price of theirs, unless a better order rests first. */
const trade = fc.record({
  seller: fc.constantFrom(0, 1),
  opens: fc.boolean(),
  away: fc.oneof(fc.integer({ min: -2_500, max: 2_500 }), fc.integer({ min: -25_000, max: 25_000 })),
  lots: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 2_000 })),
  before: fc.integer({ min: 1, max: 999 }),
});
/** Their own book on both sides of a price; the middle, depth and last trade are read from it. */
const frame = fc.record({
  away: fc.integer({ min: -2_500, max: 2_500 }),
  gap: fc.integer({ min: 1, max: 500 }),
  lots: fc.constantFrom(600, 3_000),
  before: fc.constantFrom(28, 500, 999, 999),
  stands: fc.constantFrom(29, 1_000, 2_500, 2_500),
  /** Lots that they trade with each other inside the frame per period. */
  trades: fc.constantFrom(0, 1, 600, 2_000, 2_000),
});
/** One act at the beginning of a phase. */
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

/** The perpetual exchange with two wealthy adversaries. */
export function withAdversaries(fields: Parameters<typeof perpetuals>[0] = {}): Scenario {
  return perpetuals(fields).given(
    ...admitted(ADVERSARIES, { USDT: WEALTH }),
    ...ADVERSARIES.map((user) => fund(user, WEALTH)),
  );
}

export function cancelled(user: number, order: number): Step {
  return { actor: `user/${user}`, command: { type: 'CancelOrder', user, order } };
}

/** Publishes the index, independent of the clock. */
export function published({ exchange }: Scenario, ticks = INDEX): void {
  exchange.take(mark(ticks, exchange.now));
}

/** Places an opening order and cancels it after a while. */
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

/** The side whose price is no better than the market makes, the other takes at once. */
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

/** Runs the one-time acts of a phase. */
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

/**
 * The side that moves the market price goes first: bids above the market are refused, and a resting offer raises it.
 */
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
  /** Number of publications, and their interval in milliseconds. */
  periods: number;
  periodMs: number;
  /** Index at each publication. */
  ticks?: (period: number) => number;
  /** Acts of others per period, at thousandths of it before the publication. */
  others?: { before: (period: number) => number; act: () => void };
}

/** Runs one phase, with its pattern in every period. */
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
