/** Immediate orders of simulated traders: how many are due, side, size, and price limit. */
import type { PlaceOrder } from '../../products/spot/core/commands';
import { DEFAULT_SELF_TRADE, type OrderSide } from '../../core/market/order';
import { smoothNoiseAt, type RandomSource } from '../../platform/prices/noise';
import { lotsWorth, type MarketState } from './market-state';

/** Side to take, and its size relative to the usual one. */
export interface TakePressure {
  side: OrderSide;
  times: number;
}

export interface TakePressureInput {
  marketState: MarketState;
  /** Ticks. */
  index: number;
  /** Mood of the traders: −1 all sell … 1 all buy. */
  buyerBias: number;
  random: RandomSource;
}

export interface TakeInput {
  marketState: MarketState;
  user: number;
  /** Ticks. */
  index: number;
  pressure: TakePressure;
  /** Average notional of an order, in quote coins. */
  notionalMean: number;
  random: RandomSource;
}

const PPM = 1_000_000;
/** Distance of a limit beyond the best quote. */
const SLIPPAGE_PPM = 1_500;
/** Quotes farther from the index are never taken. */
const AWAY_PPM_MAX = 15_000;
/** Fraction of small orders without a limit. */
const MARKET_ORDERS = 0.4;
const ARBITRAGE = 4;
const NOTIONAL_TIMES_MAX = 8;

/** Activity varies over seconds, minutes and hours: 1 on average, mostly 0.2 to 3. */
export function activityAt(key: number, at: number): number {
  const sway =
    smoothNoiseAt(key ^ 1, at, 40_000) +
    smoothNoiseAt(key ^ 2, at, 300_000) +
    smoothNoiseAt(key ^ 3, at, 2_400_000) +
    smoothNoiseAt(key ^ 4, at, 2e7);
  return 0.76 * Math.exp(0.75 * sway);
}

/** Buyers dominate for a while, then sellers. */
export function buyerBiasAt(key: number, at: number): number {
  return (smoothNoiseAt(key ^ 5, at, 90_000) + smoothNoiseAt(key ^ 6, at, 1_200_000)) / 2;
}

/** Number of orders in a time span with `expected` on average. */
export function takesDue(expected: number, random: RandomSource): number {
  const wholeCount = Math.floor(expected);
  return wholeCount + (random() < expected - wholeCount ? 1 : 0);
}

/**
 * Quotes on the wrong side of the index are taken first; otherwise the nearer quote and the mood decide. `marketState` is the
 * maker's: others who bid above the index or ask below it are taken with more than the usual size until they are gone.
 */
export function planTakePressure({ marketState, index, buyerBias, random }: TakePressureInput): TakePressure {
  const { bid, ask, othersBid, othersAsk } = marketState;
  if (othersBid > index) return { side: 'sell', times: ARBITRAGE };
  if (othersAsk !== 0 && othersAsk < index) return { side: 'buy', times: ARBITRAGE };
  if (bid > index) return { side: 'sell', times: 1 };
  if (ask !== 0 && ask < index) return { side: 'buy', times: 1 };
  const spread = ask - bid;
  const lean = bid === 0 || ask === 0 || spread <= 0 ? 0 : (index - (bid + ask) / 2) / spread;
  const buys = 0.5 + 0.3 * buyerBias + 0.4 * Math.max(-1, Math.min(lean, 1));
  return { side: random() < buys ? 'buy' : 'sell', times: 1 };
}

/** Null if there is nothing to take near the index. */
export function planTake({
  marketState,
  user,
  index,
  pressure,
  notionalMean,
  random,
}: TakeInput): (PlaceOrder & { quantity: number }) | null {
  const { side, times } = pressure;
  const best = side === 'buy' ? marketState.ask : marketState.bid;
  if (best === 0 || Math.abs(best - index) > (index * AWAY_PPM_MAX) / PPM + 1) return null;
  const timesMean = Math.min(times * logNormal(random), NOTIONAL_TIMES_MAX);
  const order = { type: 'PlaceOrder', user, market: marketState.market, side, ...DEFAULT_SELF_TRADE } as const;
  const quantity = lotsWorth(marketState, notionalMean * timesMean, best);
  // Large orders have a limit: a market order would take quotes far behind the best ones.
  if (timesMean < 1 && random() < MARKET_ORDERS) return { ...order, kind: 'market', timeInForce: 'ioc', quantity };
  return { ...order, kind: 'limit', timeInForce: 'ioc', price: limitOf(marketState, side, best), quantity };
}

/** Many small and few large values; 1 on average. The sum of four random values approximates a normal distribution. */
function logNormal(random: RandomSource): number {
  const bell = (random() + random() + random() + random() - 2) * Math.sqrt(3);
  return Math.exp(bell - 0.5);
}

function limitOf({ priceLowest, priceHighest }: MarketState, side: OrderSide, best: number): number {
  const slippage = Math.max(1, Math.round((best * SLIPPAGE_PPM) / PPM));
  return side === 'buy' ? Math.min(best + slippage, priceHighest) : Math.max(best - slippage, priceLowest);
}
