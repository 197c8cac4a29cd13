/**
 * The candle in progress of every market and interval: of trades, and of a perpetual's mark and index. Closed candles are stored elsewhere;
 * they stay here until their last push, so that a chart shows final figures before the next candle begins.
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

/**
 * Maximum closed candles awaiting a push. It is exceeded only if a day passes between two pushes, and charts then
 * reload.
 */
export const CLOSED_UNSENT_MAX = 10;

type LiveCandle = Omit<StoredCandle, 'market' | 'interval'>;

interface Series {
  interval: Interval;
  current: LiveCandle | null;
  /** End of the current candle: one comparison instead of a division per trade. */
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
      this.applyPrice(this.seriesOf(market, 'mark'), mark, batch.at);
      this.applyPrice(this.seriesOf(market, 'index'), index, batch.at);
    },
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  /** The core has no candles: without a history they begin here. */
  seed(state: CoreState): void {
    this.position = state.position;
  }

  seedHistory({ position, rows }: StoredAt<StoredCandle>): void {
    for (const { market, interval, ...candle } of rows) beginCandle(this.seriesOf(market, 'last')[interval], candle);
    this.position = position;
  }

  /** The rows must be of the same position as the trades' candles. */
  seedMarks({ rows }: StoredAt<StoredMarkCandle>): void {
    for (const { market, interval, kind, ...candle } of rows)
      beginCandle(this.seriesOf(market, kind)[interval], { ...candle, base: 0n, quote: 0n });
  }

  /**
   * The candle of `now`. Without a trade in it, it is flat at the last close with no volume; null before the first
   * trade or publication.
   */
  current(market: string, interval: Interval, now: number, priceKind: CandlePrice = 'last'): Candle | null {
    const terms = this.markets.get(market);
    const { current } = this.seriesOf(market, priceKind)[interval];
    if (!current) return null;
    const start = candleStart(now, interval);
    return markRunning(toCandle(terms, start > current.start ? flatCandle(current.close, start) : current));
  }

  hasChanged(market: string, interval: Interval): boolean {
    return this.byMarket.last.get(market)?.[interval].changed ?? false;
  }

  /** Candles changed since the last push or `forget`, then the candle of `now`. One consumer only. */
  takePush(market: string, interval: Interval, now: number): KlinePush {
    const terms = this.markets.get(market);
    const series = this.seriesOf(market, 'last')[interval];
    const candles = series.closed.map((candle) => toCandle(terms, candle));
    if (series.current) {
      const start = candleStart(now, interval);
      const last = toCandle(terms, series.current);
      if (start > series.current.start)
        candles.push(last, markRunning(toCandle(terms, flatCandle(series.current.close, start))));
      else candles.push(markRunning(last));
    }
    forgetChanges(series);
    return { market, interval, position: this.position, candles };
  }

  /** Drops pending changes when the last subscriber leaves. */
  forget(market: string, interval: Interval): void {
    const series = this.byMarket.last.get(market)?.[interval];
    if (series) forgetChanges(series);
  }

  private trade({ market, price, quantity }: Pick<StoredTrade, 'market' | 'price' | 'quantity'>, at: number): void {
    const quote = this.markets.get(market).notional(price, quantity);
    this.applyPrice(this.seriesOf(market, 'last'), price, at, BigInt(quantity), quote);
  }

  private applyPrice(
    seriesByInterval: Record<Interval, Series>,
    price: number,
    at: number,
    base = 0n,
    quote = 0n,
  ): void {
    for (const interval of INTERVALS) {
      const series = seriesByInterval[interval];
      series.changed = true;
      const candle = series.current;
      if (!candle || at >= series.endsAt) {
        const start = candleStart(at, interval);
        beginCandle(series, { start, open: price, high: price, low: price, close: price, base, quote });
        continue;
      }
      if (price > candle.high) candle.high = price;
      if (price < candle.low) candle.low = price;
      candle.close = price;
      candle.base += base;
      candle.quote += quote;
    }
  }

  private seriesOf(market: string, priceKind: CandlePrice): Record<Interval, Series> {
    const byMarket = this.byMarket[priceKind];
    let seriesByInterval = byMarket.get(market);
    if (!seriesByInterval) {
      const series = INTERVALS.map((interval) => [interval, emptySeries(interval)] as const);
      seriesByInterval = Object.fromEntries(series) as Record<Interval, Series>;
      byMarket.set(market, seriesByInterval);
    }
    return seriesByInterval;
  }
}

function emptySeries(interval: Interval): Series {
  return { interval, current: null, endsAt: 0, closed: [], changed: false };
}

function beginCandle(series: Series, candle: LiveCandle): void {
  if (series.current && series.changed) {
    series.closed.push(series.current);
    if (series.closed.length > CLOSED_UNSENT_MAX) series.closed.shift();
  }
  series.current = candle;
  series.endsAt = candle.start + INTERVAL_MS[series.interval];
}

function forgetChanges(series: Series): void {
  series.closed = [];
  series.changed = false;
}

function flatCandle(price: number, start: number): LiveCandle {
  return { start, open: price, high: price, low: price, close: price, base: 0n, quote: 0n };
}

/** Marks a candle whose interval is not over. */
function markRunning(candle: Candle): Candle {
  return { ...candle, isRunning: true };
}

function toCandle(terms: LiveMarket, { start, open, high, low, close, base, quote }: LiveCandle): Candle {
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
