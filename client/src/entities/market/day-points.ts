import { INTERVAL_MS, type Candle } from '../../../../shared/wire/market-data';
import type { PricePoint } from '../../shared/lib/numbers/sparkline';

export const DAY_INTERVAL = '30m';

/** From the opening of the first candle through the close of each; the last one is still open. */
export function pointsOf(candles: readonly Candle[], now: number): PricePoint[] {
  const [first] = candles;
  if (!first) return [];
  const closes = candles.map(({ start, close, isMade }) => ({
    at: Math.min(start + INTERVAL_MS[DAY_INTERVAL], now),
    price: close,
    ...(isMade && { isMade }),
  }));
  return [{ at: first.start, price: first.open, ...(first.isMade && { isMade: true }) }, ...closes];
}
