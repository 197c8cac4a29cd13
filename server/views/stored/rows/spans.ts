/** Candle intervals, all in UTC; a week begins on Monday. */
export const CANDLE_SPANS = {
  '1m': 60_000,
  '5m': 5 * 60_000,
  '15m': 15 * 60_000,
  '30m': 30 * 60_000,
  '1h': 3_600_000,
  '4h': 4 * 3_600_000,
  '1d': 86_400_000,
  '1w': 7 * 86_400_000,
} as const;
export type CandleInterval = keyof typeof CANDLE_SPANS;

/** The epoch began on a Thursday; weeks are counted from the following Monday. */
const MONDAY_MS = 4 * 86_400_000;

/** Opening time of the candle that contains `at`. */
export function candleOpenedAt(at: number, spanMs: number): number {
  const origin = spanMs === CANDLE_SPANS['1w'] ? MONDAY_MS : 0;
  return Math.floor((at - origin) / spanMs) * spanMs + origin;
}
