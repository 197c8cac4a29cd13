/** Candles of published marks and index prices of perpetuals, of every span; reading fills the gaps between them. */
import type { EventOf } from '../../../core/event';
import type { Projection, EventContext } from '../../../views/stored/projection';
import { CANDLE_SPANS, candleOpenedAt } from '../../../views/stored/rows/spans';

const SPANS_MS: readonly number[] = Object.values(CANDLE_SPANS);
const KINDS = ['mark', 'index'] as const;

export const markCandlesProjection: Projection = {
  name: 'mark candles',
  tables: ['markCandles'],
  reads: {
    MarkPublished: ({ market }, { rows, at }) => {
      for (const kind of KINDS)
        for (const spanMs of SPANS_MS)
          rows.markCandles.prefetch(keyOf(market, kind, spanMs, candleOpenedAt(at, spanMs)));
    },
  },
  writes: {
    MarkPublished: (event, context) => {
      for (const kind of KINDS) for (const spanMs of SPANS_MS) fold(event, kind, spanMs, context);
    },
  },
};

type Kind = (typeof KINDS)[number];

function keyOf(market: string, kind: Kind, spanMs: number, openedAt: number): string {
  return `${market}/${kind}/${spanMs}/${openedAt}`;
}

function fold(event: EventOf<'MarkPublished'>, kind: Kind, spanMs: number, { rows, at }: EventContext): void {
  const { market, [kind]: price } = event;
  const openedAt = candleOpenedAt(at, spanMs);
  const candle = rows.markCandles.find(keyOf(market, kind, spanMs, openedAt));
  if (!candle) {
    rows.markCandles.put({ market, kind, spanMs, openedAt, open: price, high: price, low: price, close: price });
    return;
  }
  candle.high = Math.max(candle.high, price);
  candle.low = Math.min(candle.low, price);
  candle.close = price;
  rows.markCandles.markChanged(candle);
}
