/**
 * The embedded source of index prices: made up, from a seed. A price is a function of time alone, so it goes on through
 * restarts and can be asked for the past. It looks like a random walk (waves of every length, each √2 as high as the one
 * half as long), moves partly with all other markets, has no drift, and never gets far from where it is centred, since the
 * longest wave is limited.
 */
import Big from 'big.js';
import type { IndexPrice, IndexPrices } from './index-prices';
import { keyOf, swayAt } from './noise';

export interface SimulatedMarket {
  market: string;
  /** Canonical decimal around which the price wanders. */
  center: string;
  /** Standard deviation of a day's move, as a ratio: `0.03` is 3 %. */
  volatility: number;
}

const DAY_MS = 86_400_000;
const WAVE_MS_SHORTEST = 5_000;
/** The longest takes 7.6 days. */
const WAVES = 18;
/** Makes the waves' moves over a day come to the volatility; measured in the test. */
const WAVE_HEIGHT = 0.75;
/** How much of a move, in variance, is everybody's. */
const SHARED = 0.5;
const DIGITS = 10;

const WAVE_LENGTHS_MS = Array.from({ length: WAVES }, (_, wave) => WAVE_MS_SHORTEST * 2 ** wave);
/** In volatilities of a day. */
const WAVE_HEIGHTS = WAVE_LENGTHS_MS.map((length) => WAVE_HEIGHT * Math.sqrt(length / DAY_MS));

/** The most a price can be away from its centre, in volatilities: bounded by construction. */
export const REACH_MAX = WAVE_HEIGHTS.reduce((sum, height) => sum + height, 0) * (Math.SQRT1_2 + Math.SQRT1_2);

/** Price at a moment, to ten digits. Pure. */
export function simulatedPrice(seed: number, { market, center, volatility }: SimulatedMarket, at: number): string {
  const shared = wander(keyOf(seed, 'every market'), at);
  const own = wander(keyOf(seed, market), at);
  const moved = volatility * (Math.sqrt(SHARED) * shared + Math.sqrt(1 - SHARED) * own);
  return new Big(center).times(Math.exp(moved)).prec(DIGITS).toFixed();
}

export function createSimulatedPrices(
  seed: number,
  markets: readonly SimulatedMarket[],
  clock: () => number,
): IndexPrices {
  const known = new Map(markets.map((market) => [market.market, market]));
  return {
    latest(name): IndexPrice | null {
      const market = known.get(name);
      if (!market) return null;
      const at = clock();
      return { market: name, price: simulatedPrice(seed, market, at), at };
    },
  };
}

/** Where the walk of a key is, in volatilities of a day. */
function wander(key: number, at: number): number {
  let place = 0;
  for (let wave = 0; wave < WAVES; wave++) {
    place += WAVE_HEIGHTS[wave] * swayAt(key ^ Math.imul(wave + 1, 0x9e3779b1), at, WAVE_LENGTHS_MS[wave]);
  }
  return place;
}
