/**
 * The candle in progress of every market and interval, of what is traded and of a perpetual's mark and index. Closed ones are stored elsewhere; here they stay until they have
 * been told for the last time, so that a chart sees the final figures of a candle before the next one begins.
 */
import {
  INTERVALS,
  candleStart,
  type Candle,
  type CandlePrice,
  type Interval,
  type KlinePush,
} from '../../../shared/wire/market-data';
import { INTERVAL_MS } from '../../../shared/wire/market-data';
import type { Batch } from '../../core/event';
import type { CoreState } from '../../core/state';
import type { StoredAt, StoredCandle, StoredMarkCandle, StoredTrade } from './history-port';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { LiveMarket, MarketsView } from './markets';

/** Closed candles that wait to be told; more only when a day passes between two pushes, which a chart reads anew. */
export const CLOSED_UNTOLD_MAX = 10;

type LiveCandle = Omit<StoredCandle, 'market' | 'interval'>;

interface Series {
  interval: Interval;
  current: LiveCandle | null;
  /** When the current one ends: one comparison instead of a division per trade. */
  endsAt: number;
  closed: LiveCandle[];
  changed: boolean;
}

export class CandlesView implements LiveView {
  position = -1;
  private readonly byMarket: Readonly<Record<CandlePrice, Map<string, Record<Interval, Series>>>> = {
    last: new Map(),
    mark: new Map(),
    index: new Map(),
  };

  constructor(private readonly markets: MarketsView) {}

  private readonly folds: Folds = {
    TradeExecuted: (event, batch) => this.trade(event, batch.at),
    PerpetualTraded: (event, batch) => this.trade(event, batch.at),
    MarkPublished: ({ market, mark, index }, batch) => {
      this.take(this.seriesOf(market, 'mark'), mark, batch.at);
      this.take(this.seriesOf(market, 'index'), index, batch.at);
    },
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  /** The core keeps no candles: without a history they begin here. */
  seed(state: CoreState): void {
    this.position = state.position;
  }

  seedHistory({ position, rows }: StoredAt<StoredCandle>): void {
    for (const { market, interval, ...candle } of rows) begin(this.seriesOf(market, 'last')[interval], candle);
    this.position = position;
  }

  /** Of the same position as what is traded. */
  seedMarks({ rows }: StoredAt<StoredMarkCandle>): void {
    for (const { market, interval, kind, ...candle } of rows)
      begin(this.seriesOf(market, kind)[interval], { ...candle, base: 0n, quote: 0n });
  }

  /**
   * The candle of `now`. When nothing has traded in it yet it is flat at the last close with no volume; null before the
   * first trade, or the first publication.
   */
  current(market: string, interval: Interval, now: number, by: CandlePrice = 'last'): Candle | null {
    const terms = this.markets.get(market);
    const { current } = this.seriesOf(market, by)[interval];
    if (!current) return null;
    const start = candleStart(now, interval);
    return running(told(terms, start > current.start ? flat(current.close, start) : current));
  }

  hasChanged(market: string, interval: Interval): boolean {
    return this.byMarket.last.get(market)?.[interval].changed ?? false;
  }

  /** What changed since the last push or `forget`, then the candle of `now`. One consumer only. */
  takePush(market: string, interval: Interval, now: number): KlinePush {
    const terms = this.markets.get(market);
    const series = this.seriesOf(market, 'last')[interval];
    const candles = series.closed.map((candle) => told(terms, candle));
    if (series.current) {
      const start = candleStart(now, interval);
      const last = told(terms, series.current);
      if (start > series.current.start) candles.push(last, running(told(terms, flat(series.current.close, start))));
      else candles.push(running(last));
    }
    forgetChanges(series);
    return { market, interval, position: this.position, candles };
  }

  /** Nobody listens. */
  forget(market: string, interval: Interval): void {
    const series = this.byMarket.last.get(market)?.[interval];
    if (series) forgetChanges(series);
  }

  private trade({ market, price, quantity }: Pick<StoredTrade, 'market' | 'price' | 'quantity'>, at: number): void {
    const quote = this.markets.get(market).notional(price, quantity);
    this.take(this.seriesOf(market, 'last'), price, at, BigInt(quantity), quote);
  }

  private take(all: Record<Interval, Series>, price: number, at: number, base = 0n, quote = 0n): void {
    for (const interval of INTERVALS) {
      const series = all[interval];
      series.changed = true;
      const candle = series.current;
      if (!candle || at >= series.endsAt) {
        const start = candleStart(at, interval);
        begin(series, { start, open: price, high: price, low: price, close: price, base, quote });
        continue;
      }
      if (price > candle.high) candle.high = price;
      if (price < candle.low) candle.low = price;
      candle.close = price;
      candle.base += base;
      candle.quote += quote;
    }
  }

  private seriesOf(market: string, by: CandlePrice): Record<Interval, Series> {
    const byMarket = this.byMarket[by];
    let all = byMarket.get(market);
    if (!all) {
      const series = INTERVALS.map((interval) => [interval, emptySeries(interval)] as const);
      all = Object.fromEntries(series) as Record<Interval, Series>;
      byMarket.set(market, all);
    }
    return all;
  }
}

function emptySeries(interval: Interval): Series {
  return { interval, current: null, endsAt: 0, closed: [], changed: false };
}

function begin(series: Series, candle: LiveCandle): void {
  if (series.current && series.changed) {
    series.closed.push(series.current);
    if (series.closed.length > CLOSED_UNTOLD_MAX) series.closed.shift();
  }
  series.current = candle;
  series.endsAt = candle.start + INTERVAL_MS[series.interval];
}

function forgetChanges(series: Series): void {
  series.closed = [];
  series.changed = false;
}

function flat(price: number, start: number): LiveCandle {
  return { start, open: price, high: price, low: price, close: price, base: 0n, quote: 0n };
}

/** Of an interval that is not over. */
function running(candle: Candle): Candle {
  return { ...candle, isRunning: true };
}

function told(terms: LiveMarket, { start, open, high, low, close, base, quote }: LiveCandle): Candle {
  return {
    start,
    open: terms.price(open),
    high: terms.price(high),
    low: terms.price(low),
    close: terms.price(close),
    baseVolume: terms.quantity(base),
    quoteVolume: terms.quoteAmount(quote),
  };
}
