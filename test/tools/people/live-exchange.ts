/**
 * A small exchange without a journal: commands run through the real core, and the resulting batches feed live views.
 */
import type { Actor, Command } from '../../../server/core/command';
import type { PlaceOrder } from '../../../server/products/spot/core/commands';
import { decide, evolve, react, createState } from '../../../server/products/core';
import { BATCH_VERSION, positionOf, type Batch } from '../../../server/core/event';
import { isRejection } from '../../../server/core/rejection';
import { type CoreState } from '../../../server/core/state';
import { systemActorFor } from '../fixtures/system-actor';

export const STARTED_AT = 1_760_000_040_000;
export const MARKET = 'BTC-USDT';

export type OrderWish = Partial<PlaceOrder> & Pick<PlaceOrder, 'user' | 'side'>;

export class LiveExchange {
  readonly state: CoreState = createState();
  readonly batches: Batch[] = [];
  at = STARTED_AT;

  /** BTC-USDT, tick 0.01, lot 0.0001, open; `users` are verified members with large balances of both assets. */
  static open(users: readonly number[], openOrdersMax = 200): LiveExchange {
    const exchange = new LiveExchange();
    for (const [asset, scale] of [
      ['BTC', 8],
      ['ETH', 8],
      ['USDT', 6],
    ] as const) {
      exchange.run({ type: 'ListAsset', asset, scale, withdrawalFee: 0n, withdrawalMin: 1n });
    }
    exchange.list(MARKET, openOrdersMax);
    for (const user of users) {
      exchange.run({ type: 'RegisterMember', user });
      exchange.run({ type: 'VerifyMember', user });
      for (const asset of ['BTC', 'USDT']) {
        exchange.run({ type: 'CreditRecharge', user, asset, amount: 10n ** 15n, reference: `${user}/${asset}` });
      }
    }
    return exchange;
  }

  list(market: string, openOrdersMax = 200): void {
    const [base = '', quote = ''] = market.split('-');
    this.run({
      type: 'ListMarket',
      market,
      base,
      quote,
      tick: '0.01',
      lot: '0.0001',
      quantityMin: 1,
      quantityMax: 1_000_000,
      notionalMin: 1n,
      priceLowest: 1,
      priceHighest: 100_000_000,
      makerFeesPpb: [1_000_000],
      takerFeesPpb: [2_000_000],
      openOrdersMax,
      referencePrice: 10_000,
      bandPpb: 900_000_000,
    });
    this.run({ type: 'SetMarketState', market, state: 'open' });
  }

  /** Decides and folds a command and everything that it makes due. A refusal changes nothing and returns no batch. */
  run(command: Command, actor: Actor = systemActorFor(command)): Batch[] {
    const made: Batch[] = [];
    const first = this.decided(command, actor);
    if (first) made.push(first);
    for (let owed = this.owed(); owed !== null; owed = this.owed()) {
      const batch = this.decided(owed.command, 'clock', owed.cause);
      if (!batch) throw new Error('a follow-up was refused');
      made.push(batch);
    }
    this.batches.push(...made);
    return made;
  }

  /** A limit order, good till cancelled, unless the wish differs. */
  place(wish: OrderWish): Batch[] {
    const limit = { kind: 'limit', timeInForce: 'gtc', selfTrade: 'cancel_taker', market: MARKET } as const;
    return this.run({ type: 'PlaceOrder', ...limit, ...wish }, `user/${wish.user}`);
  }

  cancel(user: number, order: number): Batch[] {
    return this.run({ type: 'CancelOrder', user, order }, `user/${user}`);
  }

  /** Id of the next order. */
  get nextOrder(): number {
    return this.state.counters.order;
  }

  private owed() {
    return react(this.state, this.at);
  }

  private decided(command: Command, actor: Actor, cause?: number): Batch | null {
    const decision = decide(this.state, command, { actor, at: this.at });
    if (isRejection(decision)) return null;
    const note = cause === undefined ? { type: command.type } : { type: command.type, cause };
    const first = this.state.position + 1;
    const batch: Batch = { v: BATCH_VERSION, first, at: this.at, command: note, actor, events: decision };
    evolve(this.state, batch);
    if (positionOf(batch) !== this.state.position) throw new Error('positions disagree');
    return batch;
  }
}

/** mulberry32: uniform in [0, 1), the same for the same seed on every platform. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One random act of a random user: every kind of order, crossing or not, amendments and cancellations. */
export function actAtRandom(exchange: LiveExchange, users: readonly number[], chance: () => number): Batch[] {
  const whole = (from: number, to: number): number => from + Math.floor(chance() * (to - from + 1));
  const pick = <Value>(values: readonly Value[]): Value => values[whole(0, values.length - 1)];
  exchange.at += whole(0, 20_000);
  const user = pick(users);
  const side = pick(['buy', 'sell'] as const);
  const mine = [...exchange.state.orders.values()].filter((order) => order.user === user);
  const selfTrade = pick(['cancel_taker', 'cancel_maker', 'cancel_both'] as const);
  const act = chance();
  if (mine.length > 0 && act < 0.2) return exchange.cancel(user, pick(mine).id);
  if (mine.length > 0 && act < 0.4) {
    const { id, filledQuantity } = pick(mine);
    const wish = { price: whole(9_950, 10_050), quantity: filledQuantity + whole(1, 60) };
    return exchange.run({ type: 'AmendOrder', user, order: id, ...wish }, `user/${user}`);
  }
  if (act < 0.42) return exchange.run({ type: 'CancelAllOrders', user, market: MARKET }, `user/${user}`);
  if (act < 0.5) {
    const byQuote = side === 'buy' && chance() < 0.5;
    const amount = byQuote ? { quoteAmount: BigInt(whole(100_000, 90_000_000)) } : { quantity: whole(1, 80) };
    return exchange.place({ user, side, kind: 'market', timeInForce: 'ioc', selfTrade, ...amount });
  }
  const price = side === 'buy' ? whole(9_960, 10_015) : whole(9_985, 10_040);
  const quantity = whole(1, 60);
  if (act < 0.6) {
    const trigger = whole(9_970, 10_030);
    return exchange.place({ user, side, kind: 'stop_limit', trigger, price, quantity, selfTrade });
  }
  const timeInForce = pick(['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only'] as const);
  return exchange.place({ user, side, price, quantity, timeInForce, selfTrade });
}
