/**
 * A seeded stream of commands for the pipeline benchmarks: users, markets and a mix of orders, without true randomness.
 */
import type { Command } from '../../server/core/command';
import type { CommandEnvelope } from '../../server/engine/port';
import { systemActorFor } from '../tools/fixtures/system-actor';

export const MARKET = 'BTC-USDT';
export const FIRST_USER = 10_000_001;
export const MIDDLE_TICKS = 5_000_000;

/** A generator of 32-bit numbers: the multiply-with-xorshift of the splitmix paper (Steele et al., 2014). */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % below;
  };
}

/** Lists one market, opens it, and makes `users` verified members with ample funds. */
export function* opening(users: number): Generator<CommandEnvelope> {
  for (const command of openingCommands(users)) yield { actor: systemActorFor(command), command };
}

function* openingCommands(users: number): Generator<Command> {
  yield { type: 'ListAsset', asset: 'BTC', scale: 8, withdrawalFee: 0n, withdrawalMin: 1n };
  yield { type: 'ListAsset', asset: 'USDT', scale: 8, withdrawalFee: 0n, withdrawalMin: 1n };
  yield {
    type: 'ListMarket',
    market: MARKET,
    base: 'BTC',
    quote: 'USDT',
    tick: '0.01',
    lot: '0.000001',
    quantityMin: 1,
    quantityMax: 1_000_000_000,
    notionalMin: 0n,
    priceLowest: 1,
    priceHighest: 100_000_000,
    makerFeesPpb: [1_000_000],
    takerFeesPpb: [1_000_000],
    openOrdersMax: 1_000_000,
    referencePrice: MIDDLE_TICKS,
    bandPpb: 100_000_000,
  };
  yield { type: 'SetMarketState', market: MARKET, state: 'open' };
  // The sum stays below 2^63 units.
  const each = 9_000_000_000_000_000_000n / BigInt(users);
  for (let index = 0; index < users; index++) {
    const user = FIRST_USER + index;
    yield { type: 'RegisterMember', user };
    yield { type: 'VerifyMember', user };
    yield { type: 'CreditRecharge', user, asset: 'BTC', amount: each, reference: `bench/${user}/BTC` };
    yield { type: 'CreditRecharge', user, asset: 'USDT', amount: each, reference: `bench/${user}/USDT` };
  }
}

/** Orders that stay in the book: far from the middle, on both sides. */
export function* resting(orders: number, users: number): Generator<CommandEnvelope> {
  const random = seeded(7);
  for (let index = 0; index < orders; index++) {
    const side = index % 2 === 0 ? 'buy' : 'sell';
    const away = 20_000 + random(50_000);
    yield limit(
      FIRST_USER + (index % users),
      side,
      side === 'buy' ? MIDDLE_TICKS - away : MIDDLE_TICKS + away,
      1 + random(50),
    );
  }
}

export function limit(
  user: number,
  side: 'buy' | 'sell',
  price: number,
  quantity: number,
  clientId?: string,
): CommandEnvelope {
  return {
    actor: `user/${user}`,
    clientId,
    command: {
      type: 'PlaceOrder',
      user,
      market: MARKET,
      side,
      kind: 'limit',
      timeInForce: 'gtc',
      selfTrade: 'cancel_taker',
      price,
      quantity,
    },
  };
}

/** Takers reach at most this far beyond the middle. */
const REACH_TICKS = 5;

/**
 * The live mix of commands, each with its own client id. Of ten orders about seven rest near the middle and are
 * cancelled a little later, and three take what another of them left. Resting orders stay out of the takers' reach, so
 * that each can be cancelled whatever else is in flight, and nothing is refused. `placed` reports an accepted order so
 * that it can be cancelled.
 */
export class Mix {
  private readonly random: (below: number) => number;
  private readonly open: { user: number; order: number }[] = [];
  private issued = 0;

  constructor(
    seed: number,
    private readonly users: number,
  ) {
    this.random = seeded(seed);
  }

  next(): CommandEnvelope {
    const clientId = `b${this.issued++}`;
    if (this.open.length > 500) {
      const index = this.random(this.open.length);
      const { user, order } = this.open[index];
      const last = this.open.pop()!;
      if (index < this.open.length) this.open[index] = last;
      return { actor: `user/${user}`, clientId, command: { type: 'CancelOrder', user, order } };
    }
    const user = FIRST_USER + this.random(this.users);
    const side = this.random(2) === 0 ? 'buy' : 'sell';
    const crosses = this.random(10) < 3;
    const away = crosses ? -this.random(REACH_TICKS) : REACH_TICKS + this.random(100);
    const price = side === 'buy' ? MIDDLE_TICKS - away : MIDDLE_TICKS + away;
    return limit(user, side, price, 1 + this.random(1_000), clientId);
  }

  placed(command: Command, order: number): void {
    if (command.type !== 'PlaceOrder') return;
    const { user, side, price = MIDDLE_TICKS } = command;
    const away = side === 'buy' ? MIDDLE_TICKS - price : price - MIDDLE_TICKS;
    if (away >= REACH_TICKS) this.open.push({ user, order });
  }
}
