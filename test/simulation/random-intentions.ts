/** Random but reproducible intentions of users: a handful of integers each, by a seed. */
import type { OrderSide, OrderTerms } from '../../server/core/market/order';

export interface Intention {
  /** Which user, market, order or withdrawal, each modulo how many there are. */
  user: number;
  market: number;
  which: number;
  what: What;
  side: OrderSide;
  timeInForce: OrderTerms['timeInForce'];
  selfTrade: OrderTerms['selfTrade'];
  /** Ticks away from the latest price, either way. */
  away: number;
  triggerAway: number;
  lots: number;
}

/** How often each intention turns up among random ones. */
export const WHATS = {
  limit: 46,
  market: 7,
  marketFor: 5,
  stopLimit: 6,
  stopMarket: 6,
  amend: 9,
  cancel: 14,
  cancelAll: 1,
  quote: 6,
  convert: 4,
  dust: 1,
  dustTerms: 1,
  dustFund: 1,
  transfer: 2,
  observe: 3,
  retract: 1,
  finalize: 1,
  revert: 1,
  recharge: 2,
  withdraw: 3,
  review: 1,
  approve: 2,
  startPayout: 2,
  submitPayout: 1,
  failPayout: 1,
  pay: 2,
  refuseWithdrawal: 2,
  takeBack: 1,
  freezeFunds: 1,
  unfreezeFunds: 1,
  freezeAccount: 2,
  unfreezeAccount: 3,
  tier: 1,
  invite: 1,
  rebates: 1,
  marketState: 1,
  index: 1,
  marketTerms: 1,
  assetTerms: 1,
  assetState: 1,
} as const;
export type What = keyof typeof WHATS;

/** Few orders and much coming, going and waiting. */
const WALLET_WHATS: Partial<Record<What, number>> = {
  limit: 6,
  transfer: 8,
  observe: 16,
  retract: 5,
  finalize: 4,
  revert: 2,
  recharge: 7,
  withdraw: 12,
  review: 2,
  approve: 12,
  startPayout: 10,
  submitPayout: 7,
  failPayout: 5,
  pay: 9,
  refuseWithdrawal: 7,
  takeBack: 4,
  freezeFunds: 1,
  unfreezeFunds: 1,
  freezeAccount: 1,
  unfreezeAccount: 3,
  index: 3,
  assetTerms: 2,
  assetState: 4,
};

/** Orders to convert against, and what opens, closes and prices the ways of a conversion. */
const CONVERT_WHATS: Partial<Record<What, number>> = {
  limit: 34,
  cancel: 3,
  convert: 24,
  dust: 16,
  dustTerms: 4,
  dustFund: 6,
  index: 14,
  observe: 2,
  finalize: 2,
  transfer: 1,
  freezeAccount: 1,
  unfreezeAccount: 3,
  marketState: 5,
  marketTerms: 1,
  assetState: 2,
};

/** The kind of each intention, by frequency. */
export const WHAT_TABLE = tableOf(WHATS);
export const WALLET_TABLE = tableOf(WALLET_WHATS);
export const CONVERT_TABLE = tableOf(CONVERT_WHATS);

function tableOf(weights: Partial<Record<What, number>>): readonly What[] {
  return (Object.keys(weights) as What[]).flatMap((what) => Array.from({ length: weights[what] ?? 0 }, () => what));
}

export const TIMES_IN_FORCE = [
  'gtc',
  'gtc',
  'gtc',
  'ioc',
  'fok',
  'post_only',
] as const satisfies OrderTerms['timeInForce'][];
export const SELF_TRADES = ['cancel_taker', 'cancel_maker', 'cancel_both'] as const satisfies OrderTerms['selfTrade'][];

/** mulberry32 (Tommy Ettinger, public domain): a generator with 32 bits of state. */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** A random intention: prices bunch around the latest, sizes are mostly small. */
export function randomIntention(roll: (sides: number) => number, ticksAway: number, lotsMax: number): Intention {
  const spread = (): number => Math.trunc(((roll(2 * ticksAway + 1) - ticksAway) * (1 + roll(ticksAway))) / ticksAway);
  return {
    user: roll(1_000_000),
    market: roll(1_000),
    which: roll(1_000_000),
    what: WHAT_TABLE[roll(WHAT_TABLE.length)],
    side: roll(2) === 0 ? 'buy' : 'sell',
    timeInForce: TIMES_IN_FORCE[roll(TIMES_IN_FORCE.length)],
    selfTrade: SELF_TRADES[roll(SELF_TRADES.length)],
    away: spread(),
    triggerAway: spread(),
    lots: 1 + roll(1 + roll(lotsMax)),
  };
}
