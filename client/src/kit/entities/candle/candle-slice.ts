/** Candles changed since a chart was opened, by shown market and interval. */
import type { Candle, Interval, KlinePush } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import { areCanonical } from '../../stream/decimals';
import { keyOf } from '../../stream/stream-events';
import { mergeCandles } from './candle-series';

interface Known {
  /** Journal position of the latest push. */
  position: number | null;
  /** Sorted by start, oldest first. The chart overlays them on its history. */
  candles: readonly Candle[];
}

export type CandlesState = ChannelState<Known, KlinePush>;

/** One day of minutes; for more the history is refetched. */
const CANDLES_MAX = 1_440;

export const candlesSlice = createChannel<'candles', Known, KlinePush, KlinePush>({
  name: 'candles',
  channel: 'kline',
  unknown: { position: null, candles: [] },
  keyOf: ({ market, interval }) => keyOf({ channel: 'kline', market, interval: interval as Interval }),
  ofSnapshot: ({ position, candles }) => (areCandles(candles) ? { position, candles } : null),
  after: (current, { position, candles }) => {
    if (current.position !== null && position < current.position) return current;
    if (!areCandles(candles)) return null;
    return { position, candles: candles.length === 0 ? current.candles : mergeRecent(current.candles, candles) };
  },
});

export const selectCandles = (state: { candles: CandlesState }, market: string, interval: Interval) =>
  candlesSlice.select(state, keyOf({ channel: 'kline', market, interval }));

/** True if all figures are canonical decimals, as charts compute with them. */
function areCandles(candles: readonly Candle[]): boolean {
  return candles.every(({ open, high, low, close, baseVolume, quoteVolume }) =>
    areCanonical(open, high, low, close, baseVolume, quoteVolume),
  );
}

/** Candles with the same start are replaced; the others keep their order. */
export function mergeRecent(existing: readonly Candle[], newCandles: readonly Candle[]): Candle[] {
  return mergeCandles(existing, newCandles).slice(-CANDLES_MAX);
}
