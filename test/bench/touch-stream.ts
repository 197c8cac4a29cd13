/**
 * The same stream of orders for a spot market and for a perpetual, so that only the product causes the difference in
 * cost. Some of the perpetual's trading orders close positions of the opening.
 */
import type { Command } from '../../server/core/command';
import { sideOf, type ListPerpetualMarket } from '../../server/products/perpetual/core/commands';
import type { CommandEnvelope } from '../../server/engine/port';
import { systemActorFor } from '../tools/fixtures/system-actor';
import { FIRST_USER, limit, MIDDLE_TICKS, opening, seeded } from './orders-stream';

export const CONTRACT = 'BTC-USDT-PERP';
export type TouchProduct = 'spot' | 'perpetual';

const SCALE = 100_000_000n;
/** Long and short position of every user in lots of 0.000001 BTC. An order closes less than a thousandth of it. */
const OPENED_LOTS = 2_000_000;
const LOTS_MAX = 1_000;
const RESERVED_LOTS = 2 * LOTS_MAX;

/** Prices as in the spot market of `opening`. Each tier has one leverage and is large enough for the mix. */
const TERMS: ListPerpetualMarket = {
  type: 'ListPerpetualMarket',
  market: CONTRACT,
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  multiplier: '0.000001',
  quantityMin: 1,
  quantityMax: 1_000_000_000,
  notionalMin: 0n,
  priceLowest: 1,
  priceHighest: 100_000_000,
  makerFeesPpb: [200_000],
  takerFeesPpb: [550_000],
  openOrdersMax: 200,
  referencePrice: MIDDLE_TICKS,
  priceLimitPpb: 50_000_000,
  index: 'BTC-USDT',
  tierCaps: [10_000_000n * SCALE, 100_000_000n * SCALE],
  tierLeverages: [100, 10],
  tierRatesPpb: [4_000_000, 50_000_000],
  fundingIntervalMs: 28_800_000,
  fundingCapPpb: 3_000_000,
  openInterestMax: 50_000_000_000n * SCALE,
  impactNotional: 1_000n * SCALE,
};

/** A publication in which all sources show the current price, so that the mark stays the same. */
export function published(now: number): CommandEnvelope {
  const sources = ['a', 'b', 'c'].map((source) => ({ source, price: MIDDLE_TICKS, at: now }));
  return sent({ type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] });
}

/** The spot market of `opening` plus a perpetual, in which every funded user has a position on each side. */
export function* openingOfBoth(users: number, now: () => number): Generator<CommandEnvelope[]> {
  yield [...opening(users)];
  const index = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 10_000, staleMs: 15_000, sourcesMin: 3 };
  yield [sent({ type: 'SetIndexTerms', ...index, reason: 'bench' }), sent(TERMS)];
  yield [sent({ type: 'SetPerpetualMarketState', market: CONTRACT, state: 'open' }), published(now())];
  const all = Array.from({ length: users }, (_, index) => FIRST_USER + index);
  const amount = 4_000_000_000_000_000_000n / BigInt(users);
  yield all.map((user) =>
    own(user, { type: 'TransferFunds', user, asset: 'USDT', from: 'spot', to: 'contract', amount }),
  );
  // In pairs, of which the first is the maker.
  for (const position of ['short', 'long'] as const) {
    const other = position === 'short' ? 'long' : 'short';
    yield all.flatMap((user, index) =>
      order(user, 'open', index % 2 === 0 ? position : other, MIDDLE_TICKS, OPENED_LOTS, 'gtc'),
    );
  }
}

function sent(command: Command): CommandEnvelope {
  return { actor: systemActorFor(command), command };
}
function own(user: number, command: Command): CommandEnvelope {
  return { actor: `user/${user}`, command };
}

function order(
  user: number,
  act: 'open' | 'close',
  position: 'long' | 'short',
  price: number,
  quantity: number,
  timeInForce: 'gtc' | 'ioc',
  clientId?: string,
): CommandEnvelope {
  const fields = { user, market: CONTRACT, position, act, price, quantity, timeInForce } as const;
  const command: Command = { type: 'PlacePerpetualOrder', ...fields, kind: 'limit', selfTrade: 'cancel_taker' };
  return { actor: `user/${user}`, clientId, command };
}

/** Maximum number of far orders that wait for their cancellation. */
const FAR_MAX = 500;
/** Maximum distance of makers at the touch from the middle, in ticks. Takers reach equally far beyond it. */
const TOUCH_TICKS = 5;
const FAR_TICKS = 1_000;

/**
 * Commands one by one, each with its own client id. Of ten orders four rest far away and are cancelled later, three
 * rest at the touch, and three take there, immediate-or-cancel, so that nothing is refused. The far orders of `resting`
 * keep both sides of the book from being empty.
 */
export class TouchMix {
  private readonly random: (below: number) => number;
  private readonly far: { user: number; order: number }[] = [];
  /** Lots that each user can still close on one side. */
  private readonly closable = { long: new Map<number, number>(), short: new Map<number, number>() };
  private issued = 0;

  constructor(
    private readonly product: TouchProduct,
    seed: number,
    private readonly users: number,
  ) {
    this.random = seeded(seed);
  }

  next(): CommandEnvelope {
    const clientId = `b${this.issued++}`;
    if (this.far.length > FAR_MAX) {
      const index = this.random(this.far.length);
      const { user, order } = this.far[index];
      const last = this.far.pop()!;
      if (index < this.far.length) this.far[index] = last;
      return { actor: `user/${user}`, clientId, command: { type: 'CancelOrder', user, order } };
    }
    const user = FIRST_USER + this.random(this.users);
    const side = this.random(2) === 0 ? 'buy' : 'sell';
    const kind = this.random(10);
    const lots = 1 + this.random(LOTS_MAX);
    const near = 1 + this.random(TOUCH_TICKS);
    if (kind < 4) return this.place(user, side, FAR_TICKS + this.random(100), lots, 'gtc', clientId);
    if (kind < 7) return this.place(user, side, near, lots, 'gtc', clientId);
    return this.place(user, side, -near, lots, 'ioc', clientId);
  }

  placed({ type, ...command }: Command, order: number): void {
    if (type !== 'PlaceOrder' && type !== 'PlacePerpetualOrder') return;
    const { user, price = MIDDLE_TICKS } = command as { user: number; price?: number };
    if (Math.abs(price - MIDDLE_TICKS) >= FAR_TICKS) this.far.push({ user, order });
  }

  private place(
    user: number,
    side: 'buy' | 'sell',
    away: number,
    lots: number,
    timeInForce: 'gtc' | 'ioc',
    clientId: string,
  ): CommandEnvelope {
    const price = side === 'buy' ? MIDDLE_TICKS - away : MIDDLE_TICKS + away;
    // Both products draw the same random numbers, whether they use them or not.
    const closes = this.random(3) === 0 && away < FAR_TICKS;
    if (this.product === 'spot') {
      const { command, ...rest } = limit(user, side, price, lots, clientId);
      return { ...rest, command: { ...command, timeInForce } as Command };
    }
    const position = sideOf('long', 'close') === side ? 'long' : 'short';
    if (closes && this.mayClose(position, user, lots))
      return order(user, 'close', position, price, lots, timeInForce, clientId);
    return order(user, 'open', side === 'buy' ? 'long' : 'short', price, lots, timeInForce, clientId);
  }

  private mayClose(position: 'long' | 'short', user: number, lots: number): boolean {
    const left = (this.closable[position].get(user) ?? OPENED_LOTS - RESERVED_LOTS) - lots;
    if (left < 0) return false;
    this.closable[position].set(user, left);
    return true;
  }
}

/** Orders that stay in the book, far from the middle on both sides. */
export function restingIn(product: TouchProduct, orders: number, users: number): CommandEnvelope[] {
  const random = seeded(7);
  return Array.from({ length: orders }, (_, index) => {
    const [side, position] = index % 2 === 0 ? (['buy', 'long'] as const) : (['sell', 'short'] as const);
    const away = 20_000 + random(50_000);
    const price = side === 'buy' ? MIDDLE_TICKS - away : MIDDLE_TICKS + away;
    const user = FIRST_USER + (index % users);
    const lots = 1 + random(50);
    return product === 'spot' ? limit(user, side, price, lots) : order(user, 'open', position, price, lots, 'gtc');
  });
}
