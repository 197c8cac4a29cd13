/** Candles of every span, only those in which something was traded; reading fills the gaps between them. */
import type { EventOf } from '../../core/event';
import type { Projection, Scene } from './projection';
import { CANDLE_SPANS, candleOpenedAt } from './spans';
import { notionalOf } from './trades';

const SPANS_MS: readonly number[] = Object.values(CANDLE_SPANS);

export const candlesProjection: Projection = {
  name: 'candles',
  tables: ['candles'],
  reads: {
    TradeExecuted: ({ market }, { rows, at }) => {
      for (const spanMs of SPANS_MS) rows.candles.want(market, spanMs, candleOpenedAt(at, spanMs));
    },
  },
  writes: {
    TradeExecuted: (event, scene) => {
      const notional = notionalOf(event);
      for (const spanMs of SPANS_MS) fold(event, notional, spanMs, scene);
    },
  },
};

function fold(event: EventOf<'TradeExecuted'>, notional: bigint, spanMs: number, { rows, at }: Scene): void {
  const { market, price, quantity } = event;
  const openedAt = candleOpenedAt(at, spanMs);
  const candle = rows.candles.find(market, spanMs, openedAt) ?? {
    market,
    spanMs,
    openedAt,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0n,
    turnover: 0n,
    trades: 0,
  };
  candle.high = Math.max(candle.high, price);
  candle.low = Math.min(candle.low, price);
  candle.close = price;
  candle.volume += BigInt(quantity);
  candle.turnover += notional;
  candle.trades++;
  rows.candles.put(candle);
}
