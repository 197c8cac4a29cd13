/** One row of candles out of what HTTP gave and what the stream says, without a seam and without holes. */
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import { INTERVAL_MS, type Candle, type Interval } from '../../../../shared/wire/market-data';

/** Of the same start the later word counts: `fresh` over `known`. Oldest first. */
export function joined(known: readonly Candle[], fresh: readonly Candle[]): Candle[] {
  if (known.length === 0) return [...fresh];
  if (fresh.length === 0) return [...known];
  const byStart = new Map(known.map((candle) => [candle.start, candle]));
  for (const candle of fresh) byStart.set(candle.start, candle);
  const all = [...byStart.values()];
  return isOrdered(all) ? all : all.sort((a, b) => a.start - b.start);
}

function isOrdered(candles: readonly Candle[]): boolean {
  return candles.every((candle, index) => index === 0 || candles[index - 1].start < candle.start);
}

/** A candle's worth of time in which nothing traded is flat at the last close, with no volume. */
export function withoutHoles(candles: readonly Candle[], interval: Interval): Candle[] {
  const length = INTERVAL_MS[interval];
  const whole: Candle[] = [];
  for (const candle of candles) {
    const before = whole.at(-1);
    if (before) {
      for (let start = before.start + length; start < candle.start; start += length)
        whole.push(flat(before.close, start));
    }
    whole.push(candle);
  }
  return whole;
}

function flat(price: string, start: number): Candle {
  return { start, open: price, high: price, low: price, close: price, baseVolume: '0', quoteVolume: '0' };
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
  const closes = candles.map(({ close }) => unitsOf(close, scale) as bigint);
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
  const from = unitsOf(open, scale) as bigint;
  const to = unitsOf(close, scale) as bigint;
  return from === 0n ? '0' : decimalOf(((to - from) * 1_000_000n) / from, 6);
}
