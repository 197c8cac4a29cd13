/** Tickers of the last 24 hours of every market, in minute buckets: data leaves the window one minute at a time. */
import { decimalOf } from '../../../shared/rules/units';
import type { Ticker } from '../../../shared/wire/market-data';
import type { Batch } from '../../core/event';
import type { CoreState } from '../../core/state';
import type { StoredAt, StoredCandle, StoredTrade } from './history-port';
import { foldEvents, type Folds, type LiveView } from './live-view';
import type { LiveMarket, MarketsView } from './markets';

const MINUTE_MS = 60_000;
export const WINDOW_MINUTES = 1_440;

/** Prices in ticks, base in lots, quote in units. */
interface Minute {
  minute: number;
  open: number;
  high: number;
  low: number;
  close: number;
  base: bigint;
  quote: bigint;
}

interface Day {
  /** Minutes with trades, oldest first. */
  minutes: Minute[];
  base: bigint;
  quote: bigint;
  last: number;
  /** Last price before the window; 0 if there is none. */
  before: number;
  changed: boolean;
}

export class TickerView implements LiveView {
  position = -1;
  private readonly days = new Map<string, Day>();

  constructor(private readonly markets: MarketsView) {}

  private readonly folds: Folds = {
    TradeExecuted: (event, batch) => this.trade(event, batch.at),
    PerpetualTraded: (event, batch) => this.trade(event, batch.at),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
  }

  /** The core only has the last price: without a history the 24 hours begin here. */
  seed(state: CoreState): void {
    for (const { terms, lastPrice } of state.markets.values()) {
      if (lastPrice === 0) continue;
      const day = this.dayOf(terms.market);
      day.last = day.before = lastPrice;
    }
    this.position = state.position;
  }

  seedHistory({ position, rows }: StoredAt<StoredCandle>): void {
    this.days.clear();
    for (const { market, start, open, high, low, close, base, quote } of rows) {
      const day = this.dayOf(market);
      day.minutes.push({ minute: start / MINUTE_MS, open, high, low, close, base, quote });
      day.base += base;
      day.quote += quote;
      day.last = close;
    }
    this.position = position;
  }

  /** Figures of the 24 hours before `now`, to the minute. */
  read(market: string, now: number): Ticker {
    const terms = this.markets.get(market);
    const day = this.dayOf(market);
    expire(day, now);
    const { position } = this;
    if (day.last === 0) return { market, position, ...UNTRADED };
    const open = day.before || (day.minutes[0]?.open ?? day.last);
    let high = day.minutes.length === 0 ? day.last : 0;
    let low = day.minutes.length === 0 ? day.last : Infinity;
    for (const minute of day.minutes) {
      if (minute.high > high) high = minute.high;
      if (minute.low < low) low = minute.low;
    }
    return { market, position, ...figures(terms, day, open, high, low) };
  }

  /** Same as `read`, for a push; clears `hasChanged`. One consumer only. */
  take(market: string, now: number): Ticker {
    this.dayOf(market).changed = false;
    return this.read(market, now);
  }

  /** True if a trade was folded since the last push. */
  hasChanged(market: string): boolean {
    return this.days.get(market)?.changed ?? false;
  }

  private trade({ market, price, quantity }: Pick<StoredTrade, 'market' | 'price' | 'quantity'>, at: number): void {
    const day = this.dayOf(market);
    const minute = Math.floor(at / MINUTE_MS);
    const base = BigInt(quantity);
    const quote = this.markets.get(market).notional(price, quantity);
    day.base += base;
    day.quote += quote;
    day.last = price;
    day.changed = true;
    const current = day.minutes.at(-1);
    if (current?.minute === minute) {
      if (price > current.high) current.high = price;
      if (price < current.low) current.low = price;
      current.close = price;
      current.base += base;
      current.quote += quote;
      return;
    }
    day.minutes.push({ minute, open: price, high: price, low: price, close: price, base, quote });
    // The stored minutes must not depend on queries, which may be days apart.
    expire(day, at);
  }

  private dayOf(market: string): Day {
    let day = this.days.get(market);
    if (!day) {
      day = { minutes: [], base: 0n, quote: 0n, last: 0, before: 0, changed: false };
      this.days.set(market, day);
    }
    return day;
  }
}

const UNTRADED = {
  last: null,
  open: null,
  change: null,
  changeRatio: null,
  high: null,
  low: null,
  baseVolume: '0',
  quoteVolume: '0',
};

/** The window holds the minute of `now` and the 1,439 before it. */
function expire(day: Day, now: number): void {
  const first = Math.floor(now / MINUTE_MS) - WINDOW_MINUTES + 1;
  let expiredCount = 0;
  for (; expiredCount < day.minutes.length; expiredCount += 1) {
    const minute = day.minutes[expiredCount];
    if (minute.minute >= first) break;
    day.base -= minute.base;
    day.quote -= minute.quote;
    day.before = minute.close;
  }
  if (expiredCount > 0) day.minutes.splice(0, expiredCount);
}

function figures(
  terms: LiveMarket,
  day: Day,
  open: number,
  high: number,
  low: number,
): Omit<Ticker, 'market' | 'position'> {
  const change = day.last - open;
  const sign = change < 0 ? '-' : '';
  return {
    last: terms.price(day.last),
    open: terms.price(open),
    change: sign + terms.price(Math.abs(change)),
    changeRatio: decimalOf((BigInt(change) * 1_000_000n) / BigInt(open), 6),
    high: terms.price(high),
    low: terms.price(low),
    baseVolume: terms.quantity(day.base),
    quoteVolume: terms.quoteAmount(day.quote),
  };
}
