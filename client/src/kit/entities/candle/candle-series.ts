/** Combines candle history and streamed candles into one series without gaps. */
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { INTERVAL_MS, candleStart, type Candle, type Interval } from '../../../../../shared/wire/market-data';
import { exact, isAbove } from '../../lib/numbers/exact';

/**
 * Merges candles; for the same start `newCandles` replaces `cached`. Oldest first. Candles before the first fresh one are copied unchanged, so
 * that the cost of a push follows its own size, not that of the history.
 */
export function mergeCandles(existing: readonly Candle[], newCandles: readonly Candle[]): Candle[] {
  const later = isOrdered(newCandles) ? newCandles : [...newCandles].sort((a, b) => a.start - b.start);
  let at = later.length === 0 ? existing.length : placeOf(existing, later[0].start);
  const merged = existing.slice(0, at);
  for (const candle of later) {
    while (at < existing.length && existing[at].start < candle.start) merged.push(existing[at++]);
    if (at < existing.length && existing[at].start === candle.start) at += 1;
    merged.push(candle);
  }
  while (at < existing.length) merged.push(existing[at++]);
  return merged;
}

function isOrdered(candles: readonly Candle[]): boolean {
  return candles.every((candle, index) => index === 0 || candles[index - 1].start < candle.start);
}

/** Index of the first candle that does not start before `start`. */
function placeOf(candles: readonly Candle[], start: number): number {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (candles[middle].start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Candles for a chart: one for every interval from `from` to the last known one. An interval without trades is flat at the last close, with
 * no volume. Gaps before `from` stay: a thin market has a thousand gaps per trade.
 */
export function fillGaps(candles: readonly Candle[], interval: Interval, from: number): Candle[] {
  const first = placeOf(candles, from);
  const series: Candle[] = [];
  for (let at = Math.max(0, first - 1); at < candles.length; at += 1) {
    if (at >= first) series.push(candles[at]);
    const next = candles[at + 1];
    if (next)
      addFlatCandles(series, candles[at], Math.max(from, candles[at].start + 1), next.start, INTERVAL_MS[interval]);
  }
  return series;
}

/** Flat candles by the candle before them. Reused between pushes, so that unchanged ones are recognised. */
const flatCandles = new WeakMap<Candle, Map<number, Candle>>();

function addFlatCandles(series: Candle[], before: Candle, from: number, to: number, length: number): void {
  const steps = Math.max(1, Math.ceil((from - before.start) / length));
  let start = before.start + steps * length;
  if (start >= to) return;
  const cached = flatCandles.get(before) ?? new Map<number, Candle>();
  flatCandles.set(before, cached);
  for (; start < to; start += length) {
    let candle = cached.get(start);
    if (!candle) cached.set(start, (candle = flatCandle(before.close, start)));
    series.push(candle);
  }
}

function flatCandle(price: string, start: number): Candle {
  return { start, open: price, high: price, low: price, close: price, baseVolume: '0', quoteVolume: '0' };
}

/** Number of candles drawn at first, and added when the user scrolls back to the first one. */
export const PAGE_CANDLES = 500;
/** Maximum of drawn candles; more would slow down the browser. */
export const CANDLES_DRAWN_MAX = 20_000;

/** Start of a newly opened series. */
export function firstPageStart(candles: readonly Candle[], interval: Interval): number {
  return (candles.at(-1)?.start ?? 0) - (PAGE_CANDLES - 1) * INTERVAL_MS[interval];
}

/**
 * Start of the drawn series for the requested `requestedStart`. A series that grows too long drops whole stretches; otherwise each candle would
 * redraw all of it.
 */
export function drawnFrom(candles: readonly Candle[], interval: Interval, requestedStart: number): number {
  const length = INTERVAL_MS[interval];
  const first = Math.max(requestedStart, candles[0]?.start ?? requestedStart);
  const slots = ((candles.at(-1)?.start ?? first) - first) / length + 1;
  const excess = Math.ceil((slots - CANDLES_DRAWN_MAX) / PAGE_CANDLES);
  return excess > 0 ? first + excess * PAGE_CANDLES * length : first;
}

/** Applies a published price to the series; returns the same series if it is late or changes nothing. */
export function withTrade(row: readonly Candle[], interval: Interval, price: string, at: number): readonly Candle[] {
  const start = candleStart(at, interval);
  const last = row.at(-1);
  if (last && last.start > start) return row;
  if (!last || last.start < start) return [...row, flatCandle(price, start)];
  const high = isAbove(price, last.high) ? price : last.high;
  const low = isAbove(last.low, price) ? price : last.low;
  if (last.close === price && last.high === high && last.low === low) return row;
  return [...row.slice(0, -1), { ...last, high, low, close: price }];
}

/** True if the stream starts later than the history ends. The interval between is unknown, so the history must be refetched. */
export function hasGapToLive(history: readonly Candle[], live: readonly Candle[], interval: Interval): boolean {
  const last = history.at(-1);
  const first = live[0];
  return last !== undefined && first !== undefined && first.start > last.start + INTERVAL_MS[interval];
}

/** Index from which to redraw: that of the last drawn candle, or `all`. */
export function redrawnFrom(drawnCandles: readonly Candle[], next: readonly Candle[]): number | 'all' {
  if (drawnCandles.length === 0 || next.length < drawnCandles.length || next[0].start !== drawnCandles[0].start)
    return 'all';
  const last = drawnCandles.length - 1;
  if (next[last].start !== drawnCandles[last].start) return 'all';
  // If an earlier candle changed, everything is redrawn.
  return drawnCandles.every((candle, index) => index === last || isSame(candle, next[index])) ? last : 'all';
}

function isSame(a: Candle, b: Candle): boolean {
  return a === b || (Object.keys(a) as (keyof Candle)[]).every((field) => a[field] === b[field]);
}

/** Average of the last `length` closes at each candle, exact, rounded down; null while there are too few. */
export function movingAverage(candles: readonly Candle[], length: number): (string | null)[] {
  const scale = candles.reduce((max, { close }) => Math.max(max, scaleOf(close)), 0);
  const closes = candles.map(({ close }) => exact(close, scale));
  let sum = 0n;
  return closes.map((close, index) => {
    sum += close;
    if (index >= length) sum -= closes[index - length];
    return index + 1 < length ? null : decimalOf(sum / BigInt(length), scale);
  });
}

/** close / open − 1, six decimals, towards zero; for display. */
export function changeOf({ open, close }: Candle): string {
  const scale = Math.max(scaleOf(open), scaleOf(close));
  const from = exact(open, scale);
  const to = exact(close, scale);
  return from === 0n ? '0' : decimalOf(((to - from) * 1_000_000n) / from, 6);
}
