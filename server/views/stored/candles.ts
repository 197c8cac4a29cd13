/** Candles of every interval, only those with trades; reading fills the gaps. */
import type { EventOf } from '../../core/event';
import type { Projection, EventContext } from './projection';
import { CANDLE_SPANS, candleOpenedAt } from './rows/spans';
import { notionalOf } from './trades';

const SPANS_MS: readonly number[] = Object.values(CANDLE_SPANS);

export const candlesProjection: Projection = {
  name: 'candles',
  tables: ['candles'],
  reads: {
    TradeExecuted: prefetchCandles,
    PerpetualTraded: prefetchCandles,
  },
  writes: {
    TradeExecuted: (event, context) => foldAll(event, notionalOf(event), context),
    PerpetualTraded: (event, context) => foldAll(event, event.notional, context),
  },
};

type Traded = EventOf<'TradeExecuted' | 'PerpetualTraded'>;

function prefetchCandles({ market }: Traded, { rows, at }: EventContext): void {
  for (const spanMs of SPANS_MS) rows.candles.prefetch(keyOf(market, spanMs, candleOpenedAt(at, spanMs)));
}

function foldAll(event: Traded, notional: bigint, context: EventContext): void {
  for (const spanMs of SPANS_MS) fold(event, notional, spanMs, context);
}

function keyOf(market: string, spanMs: number, openedAt: number): string {
  return `${market}/${spanMs}/${openedAt}`;
}

function fold(event: Traded, notional: bigint, spanMs: number, { rows, at }: EventContext): void {
  const { market, price, quantity } = event;
  const openedAt = candleOpenedAt(at, spanMs);
  const volume = BigInt(quantity);
  const candle = rows.candles.find(keyOf(market, spanMs, openedAt));
  if (!candle) {
    const [open, high, low, close] = [price, price, price, price];
    rows.candles.put({ market, spanMs, openedAt, open, high, low, close, volume, turnover: notional, trades: 1 });
    return;
  }
  candle.high = Math.max(candle.high, price);
  candle.low = Math.min(candle.low, price);
  candle.close = price;
  candle.volume += volume;
  candle.turnover += notional;
  candle.trades++;
  rows.candles.markChanged(candle);
}
