/** One row of candles out of what HTTP gave and what the stream says, without a seam and without holes. */
import { decimalOf, scaleOf } from '../../../../shared/rules/units';
import { INTERVAL_MS, candleStart, type Candle, type Interval } from '../../../../shared/wire/market-data';
import { exact, isAbove } from '../../shared/lib/numbers/exact';

/**
 * Of the same start the later word counts: `fresh` over `known`. Oldest first. What lies before the first fresh candle is
 * taken over as it is, so that a push costs as much as what it brings, and not as much as what is known.
 */
export function joined(known: readonly Candle[], fresh: readonly Candle[]): Candle[] {
  const later = isOrdered(fresh) ? fresh : [...fresh].sort((a, b) => a.start - b.start);
  let at = later.length === 0 ? known.length : placeOf(known, later[0].start);
  const all = known.slice(0, at);
  for (const candle of later) {
    while (at < known.length && known[at].start < candle.start) all.push(known[at++]);
    if (at < known.length && known[at].start === candle.start) at += 1;
    all.push(candle);
  }
  while (at < known.length) all.push(known[at++]);
  return all;
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
 * What a chart draws: a candle for every stretch of time from `from` to the last one known. One in which nothing traded is flat at the
 * last close, with no volume. What lies before `from` is not filled: on a thin market there are a thousand holes for one trade.
 */
export function withoutHoles(candles: readonly Candle[], interval: Interval, from: number): Candle[] {
  const first = placeOf(candles, from);
  const whole: Candle[] = [];
  for (let at = Math.max(0, first - 1); at < candles.length; at += 1) {
    if (at >= first) whole.push(candles[at]);
    const next = candles[at + 1];
    if (next) fill(whole, candles[at], Math.max(from, candles[at].start + 1), next.start, INTERVAL_MS[interval]);
  }
  return whole;
}

/** The flat candles after each: they stay the same objects from push to push, so that what is drawn is known again. */
const flats = new WeakMap<Candle, Map<number, Candle>>();

function fill(whole: Candle[], before: Candle, from: number, to: number, length: number): void {
  const steps = Math.max(1, Math.ceil((from - before.start) / length));
  let start = before.start + steps * length;
  if (start >= to) return;
  const known = flats.get(before) ?? new Map<number, Candle>();
  flats.set(before, known);
  for (; start < to; start += length) {
    let candle = known.get(start);
    if (!candle) known.set(start, (candle = flat(before.close, start)));
    whole.push(candle);
  }
}

function flat(price: string, start: number): Candle {
  return { start, open: price, high: price, low: price, close: price, baseVolume: '0', quoteVolume: '0' };
}

/** So many candles are drawn at first, and so many more whenever somebody scrolls back to the first of them. */
export const STRETCH = 500;
/** Beyond this nobody scrolls back, and the browser would feel it. */
export const CANDLES_DRAWN_MAX = 20_000;

/** Where a row that is opened begins. */
export function firstStretch(candles: readonly Candle[], interval: Interval): number {
  return (candles.at(-1)?.start ?? 0) - (STRETCH - 1) * INTERVAL_MS[interval];
}

/**
 * Where what is drawn begins when `wanted` is asked for. A row that would grow too long loses whole stretches: else all of it
 * would be drawn anew with each candle.
 */
export function drawnFrom(candles: readonly Candle[], interval: Interval, wanted: number): number {
  const length = INTERVAL_MS[interval];
  const first = Math.max(wanted, candles[0]?.start ?? wanted);
  const slots = ((candles.at(-1)?.start ?? first) - first) / length + 1;
  const excess = Math.ceil((slots - CANDLES_DRAWN_MAX) / STRETCH);
  return excess > 0 ? first + excess * STRETCH * length : first;
}

/** A price that was published at a time, as the row goes on with it; the same row where it is behind or changes nothing. */
export function grownBy(row: readonly Candle[], interval: Interval, price: string, at: number): readonly Candle[] {
  const start = candleStart(at, interval);
  const last = row.at(-1);
  if (last && last.start > start) return row;
  if (!last || last.start < start) return [...row, flat(price, start)];
  const high = isAbove(price, last.high) ? price : last.high;
  const low = isAbove(last.low, price) ? price : last.low;
  if (last.close === price && last.high === high && last.low === low) return row;
  return [...row.slice(0, -1), { ...last, high, low, close: price }];
}

/**
 * True when the stream goes on later than where the history ends, so that what lies between is not known to have been
 * empty: the history has to be asked for again.
 */
export function isTorn(history: readonly Candle[], live: readonly Candle[], interval: Interval): boolean {
  const last = history.at(-1);
  const first = live[0];
  return last !== undefined && first !== undefined && first.start > last.start + INTERVAL_MS[interval];
}

/** How the drawn row becomes the new one: by its end alone, or by drawing it anew. */
export function redrawnFrom(drawn: readonly Candle[], next: readonly Candle[]): number | 'all' {
  if (drawn.length === 0 || next.length < drawn.length || next[0].start !== drawn[0].start) return 'all';
  const last = drawn.length - 1;
  if (next[last].start !== drawn[last].start) return 'all';
  // Everything before the last drawn one has to be the same candle, or the past has changed.
  return drawn.every((candle, index) => index === last || isSame(candle, next[index])) ? last : 'all';
}

function isSame(a: Candle, b: Candle): boolean {
  return a === b || (Object.keys(a) as (keyof Candle)[]).every((field) => a[field] === b[field]);
}

/** Average of the last `length` closes at each candle, exact and rounded down; null while there are fewer. */
export function movingAverage(candles: readonly Candle[], length: number): (string | null)[] {
  const scale = candles.reduce((most, { close }) => Math.max(most, scaleOf(close)), 0);
  const closes = candles.map(({ close }) => exact(close, scale));
  let sum = 0n;
  return closes.map((close, index) => {
    sum += close;
    if (index >= length) sum -= closes[index - length];
    return index + 1 < length ? null : decimalOf(sum / BigInt(length), scale);
  });
}

/** close / open − 1 as a ratio of six places, towards zero: for the read-out. */
export function changeOf({ open, close }: Candle): string {
  const scale = Math.max(scaleOf(open), scaleOf(close));
  const from = exact(open, scale);
  const to = exact(close, scale);
  return from === 0n ? '0' : decimalOf(((to - from) * 1_000_000n) / from, 6);
}
