/**
 * The months before the demo began, as candles marked as generated: a random walk that ends at the first trade's price.
 * Without trades there are no events, and nothing is valued by these candles; they only fill the chart.
 */
import { INTERVALS, INTERVAL_MS, candleStart, type Interval } from '../../../shared/wire/market-data';
import { randomFrom, keyOf, type RandomSource } from '../../platform/prices/noise';
import type { MadeCandleRow } from '../../platform/database/exchange-tables';

export interface CandleHistoryOptions {
  market: string;
  seed: number;
  /** Ticks: price of the first trade. */
  price: number;
  /** Time of the first trade. Every candle ends before the one of its interval that contains it. */
  until: number;
  /** Standard deviation of a day's move, as a ratio. */
  volatility: number;
  /** Average turnover per minute, in units of the quote asset. */
  turnoverPerMinute: number;
  /** Quote units that one lot costs at one tick. */
  unitsPerTickLot: number;
  priceLowest: number;
  priceHighest: number;
}

type Bar = Pick<MadeCandleRow, 'openedAt' | 'open' | 'high' | 'low' | 'close'> & { volume: number; turnover: number };

export const PAST_DAYS = 180;
/** Days covered by shorter intervals, whose charts show a few days. */
const FINE_DAYS = 14;
const BASE: Interval = '15m';
const BASE_MS = INTERVAL_MS[BASE];
const HOUR_MS = INTERVAL_MS['1h'];
const DAY_MS = INTERVAL_MS['1d'];
/** Samples of the walk within a base candle, for its highest and lowest price. */
const STEPS = 6;

export function pastCandles(options: CandleHistoryOptions): MadeCandleRow[] {
  const base = walkBackwards(options);
  return INTERVALS.filter((interval) => INTERVAL_MS[interval] >= BASE_MS).flatMap((interval) => {
    const days = INTERVAL_MS[interval] < HOUR_MS ? FINE_DAYS : PAST_DAYS;
    const from = candleStart(options.until - days * DAY_MS, interval);
    const to = candleStart(options.until, interval);
    const bars = gathered(base, interval).filter(({ openedAt }) => openedAt >= from && openedAt < to);
    return bars.map((bar) => rowOf(options.market, INTERVAL_MS[interval], bar));
  });
}

/** Base candles, oldest first, in whole weeks; generated from newest to oldest, because the end is known. */
function walkBackwards({
  market,
  seed,
  price,
  until,
  volatility,
  turnoverPerMinute,
  ...terms
}: CandleHistoryOptions): Bar[] {
  const key = keyOf(seed, `past of ${market}`);
  const from = candleStart(until - PAST_DAYS * DAY_MS, '1w');
  const move = volatility * Math.sqrt(BASE_MS / STEPS / DAY_MS);
  const clampPrice = (ticks: number): number =>
    Math.min(Math.max(Math.round(ticks), terms.priceLowest), terms.priceHighest);
  const bars: Bar[] = [];
  let at = price;
  for (let openedAt = candleStart(until, BASE) - BASE_MS; openedAt >= from; openedAt -= BASE_MS) {
    const random = randomFrom(key, openedAt / BASE_MS);
    const path = [at];
    // Busy hours have larger moves and more turnover.
    const bustle = 0.5 + random() + (random() > 0.97 ? 2 * random() : 0);
    for (let step = 0; step < STEPS; step++) path.push(path[step] * Math.exp(-move * bustle * normalRandom(random)));
    const close = clampPrice(path[0]);
    const open = clampPrice(path[STEPS]);
    const turnover = Math.round((turnoverPerMinute * BASE_MS * bustle) / 60_000);
    const volume = Math.max(1, Math.round(turnover / (terms.unitsPerTickLot * ((open + close) / 2))));
    const high = clampPrice(Math.max(...path));
    const low = clampPrice(Math.min(...path));
    bars.push({ openedAt, open, high, low, close, volume, turnover });
    at = path[STEPS];
  }
  return bars.reverse();
}

function gathered(base: readonly Bar[], interval: Interval): Bar[] {
  const bars: Bar[] = [];
  for (const bar of base) {
    const openedAt = candleStart(bar.openedAt, interval);
    const last = bars.at(-1);
    if (last?.openedAt !== openedAt) {
      bars.push({ ...bar, openedAt });
      continue;
    }
    last.high = Math.max(last.high, bar.high);
    last.low = Math.min(last.low, bar.low);
    last.close = bar.close;
    last.volume += bar.volume;
    last.turnover += bar.turnover;
  }
  return bars;
}

function rowOf(market: string, spanMs: number, { volume, turnover, ...bar }: Bar): MadeCandleRow {
  return { market, spanMs, ...bar, volume: BigInt(volume).toString(), turnover: BigInt(turnover).toString() };
}

/** Standard deviation 1: the sum of four random values approximates a normal distribution. */
function normalRandom(random: RandomSource): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}
