/** Orders of simulated traders that trade at once: how many are due, which side, how much, up to which price. */
import type { PlaceOrder } from '../../products/spot/core/commands';
import { YIELDING, type OrderSide } from '../../core/market/order';
import { swayAt, type Chance } from '../../platform/prices/noise';
import { lotsWorth, type MarketSight } from './market-sight';

/** Which side somebody wants to take, and how much more than usual. */
export interface Urge {
  side: OrderSide;
  times: number;
}

export interface UrgeWish {
  sight: MarketSight;
  /** Ticks. */
  index: number;
  /** What traders feel like: −1 all sell … 1 all buy. */
  mood: number;
  chance: Chance;
}

export interface TakeWish {
  sight: MarketSight;
  user: number;
  /** Ticks. */
  index: number;
  urge: Urge;
  /** What an order is worth on average, in quote coins. */
  notionalMean: number;
  chance: Chance;
}

const PPM = 1_000_000;
/** How far a limit lies beyond the best quote. */
const SLIPPAGE_PPM = 1_500;
/** What is farther from the index than this nobody takes. */
const AWAY_PPM_MAX = 15_000;
/** Part of the small orders that come without a limit. */
const MARKET_ORDERS = 0.4;
const ARBITRAGE = 4;
const NOTIONAL_TIMES_MAX = 8;

/** Moments are busy for some seconds, minutes or hours, and then quiet: 1 on average, 0.2 to 3 mostly. */
export function bustleAt(key: number, at: number): number {
  const sway =
    swayAt(key ^ 1, at, 40_000) +
    swayAt(key ^ 2, at, 300_000) +
    swayAt(key ^ 3, at, 2_400_000) +
    swayAt(key ^ 4, at, 2e7);
  return 0.76 * Math.exp(0.75 * sway);
}

/** Most want to buy for a while, then most want to sell. */
export function moodAt(key: number, at: number): number {
  return (swayAt(key ^ 5, at, 90_000) + swayAt(key ^ 6, at, 1_200_000)) / 2;
}

/** How many orders come in a span of time in which `expected` are. */
export function takesDue(expected: number, chance: Chance): number {
  const whole = Math.floor(expected);
  return whole + (chance() < expected - whole ? 1 : 0);
}

/**
 * Quotes on the wrong side of the index are taken first; else the nearer quote and the mood decide. `sight` is the
 * maker's: who else bids above the index or asks below it is met with more than is usual, until they are gone.
 */
export function planUrge({ sight, index, mood, chance }: UrgeWish): Urge {
  const { bid, ask, othersBid, othersAsk } = sight;
  if (othersBid > index) return { side: 'sell', times: ARBITRAGE };
  if (othersAsk !== 0 && othersAsk < index) return { side: 'buy', times: ARBITRAGE };
  if (bid > index) return { side: 'sell', times: 1 };
  if (ask !== 0 && ask < index) return { side: 'buy', times: 1 };
  const spread = ask - bid;
  const lean = bid === 0 || ask === 0 || spread <= 0 ? 0 : (index - (bid + ask) / 2) / spread;
  const buys = 0.5 + 0.3 * mood + 0.4 * Math.max(-1, Math.min(lean, 1));
  return { side: chance() < buys ? 'buy' : 'sell', times: 1 };
}

/** Null when there is nothing to take near the index. */
export function planTake({
  sight,
  user,
  index,
  urge,
  notionalMean,
  chance,
}: TakeWish): (PlaceOrder & { quantity: number }) | null {
  const { side, times } = urge;
  const best = side === 'buy' ? sight.ask : sight.bid;
  if (best === 0 || Math.abs(best - index) > (index * AWAY_PPM_MAX) / PPM + 1) return null;
  const timesMean = Math.min(times * skewed(chance), NOTIONAL_TIMES_MAX);
  const order = { type: 'PlaceOrder', user, market: sight.market, side, ...YIELDING } as const;
  const quantity = lotsWorth(sight, notionalMean * timesMean, best);
  // Who wants much says how far they will go: a market order would take what lies far off behind the quotes.
  if (timesMean < 1 && chance() < MARKET_ORDERS) return { ...order, kind: 'market', timeInForce: 'ioc', quantity };
  return { ...order, kind: 'limit', timeInForce: 'ioc', price: limitOf(sight, side, best), quantity };
}

/** Many are small and few are large; 1 on average. The sum of four chances stands for a bell. */
function skewed(chance: Chance): number {
  const bell = (chance() + chance() + chance() + chance() - 2) * Math.sqrt(3);
  return Math.exp(bell - 0.5);
}

function limitOf({ priceLowest, priceHighest }: MarketSight, side: OrderSide, best: number): number {
  const slippage = Math.max(1, Math.round((best * SLIPPAGE_PPM) / PPM));
  return side === 'buy' ? Math.min(best + slippage, priceHighest) : Math.max(best - slippage, priceLowest);
}
