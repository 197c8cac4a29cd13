/** The candles that changed since a chart was opened, of each market and interval that is shown. */
import type { Candle, Interval, KlinePush } from '../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../shared/stream/channel';
import { areCanonical } from '../../shared/stream/decimals';
import { keyOf } from '../../shared/stream/stream-events';
import { joined } from './candle-series';

interface Known {
  /** Journal position of the latest push. */
  position: number | null;
  /** By start, oldest first. The chart lays them over the history it asked for. */
  candles: readonly Candle[];
}

export type CandlesState = ChannelState<Known, KlinePush>;

/** A day of minutes: beyond it the history is asked for anew. */
const CANDLES_MAX = 1_440;

export const candlesSlice = createChannel<'candles', Known, KlinePush, KlinePush>({
  name: 'candles',
  channel: 'kline',
  unknown: { position: null, candles: [] },
  keyOf: ({ market, interval }) => keyOf({ channel: 'kline', market, interval: interval as Interval }),
  ofSnapshot: ({ position, candles }) => (areCandles(candles) ? { position, candles } : null),
  after: (known, { position, candles }) => {
    if (known.position !== null && position < known.position) return known;
    if (!areCandles(candles)) return null;
    return { position, candles: candles.length === 0 ? known.candles : laidOver(known.candles, candles) };
  },
});

export const selectCandles = (state: { candles: CandlesState }, market: string, interval: Interval) =>
  candlesSlice.select(state, keyOf({ channel: 'kline', market, interval }));

/** Whether their figures are written as agreed: a chart adds them up. */
function areCandles(candles: readonly Candle[]): boolean {
  return candles.every(({ open, high, low, close, baseVolume, quoteVolume }) =>
    areCanonical(open, high, low, close, baseVolume, quoteVolume),
  );
}

/** Candles with the same start are replaced; the others keep their order. */
export function laidOver(known: readonly Candle[], fresh: readonly Candle[]): Candle[] {
  return joined(known, fresh).slice(-CANDLES_MAX);
}
