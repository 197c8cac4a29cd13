import { INTERVAL_MS, type Candle } from '../../../../../shared/wire/market-data';
import type { PricePoint } from '../../lib/numbers/sparkline';

export const DAY_INTERVAL = '30m';

/** Points at the first open and at each close; the last candle is still open. */
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
