/** Queries of traders. Market data comes from the live views, a user's own orders from the read models. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { INTERVAL_MS, isInterval } from '../../../../shared/wire/market-data';
import type { Candle } from '../../../../shared/wire/market-data';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf } from '../../../platform/http/route-messages';
import { SyntheticCandles } from '../../../platform/synthetic-candles';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';
import { candles, orderOf, markCandles, type Candle as StoredCandle } from '../../../views/stored/queries';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { Reader } from '../../../features/shared/endpoints/reader';
import { idOf } from '../../../features/shared/orders/convert';
import { marketNamed } from '../../../features/shared/orders/markets';
import { fillRecord, orderRecord } from './spot.records';

export const OneOrder = queryHandler(
  SPOT_ROUTES.order,
  [Reader, LIVE_VIEWS],
  async ({ user, request }, reader, live) => {
    const stored = await reader.at(request.minPosition);
    // Another user's order counts as missing.
    const row = await orderOf(stored, user, idOf(request.order));
    if (!row) throw new Refusal('order.not.found');
    const market = live.markets.get(row.market);
    return { ...orderRecord(row, market), fills: row.fills.map((fill) => fillRecord(fill, market)) };
  },
);

export const Depth = queryHandler(SPOT_ROUTES.depth, [LIVE_VIEWS], async ({ request }, live) => {
  marketNamed(live, request.market);
  return live.depth.snapshot(request.market, request.levels);
});

export const OneTicker = queryHandler(SPOT_ROUTES.ticker, [LIVE_VIEWS, CLOCK], async ({ request }, live, clock) => {
  const { terms } = marketNamed(live, request.market);
  return live.ticker.read(terms.market, clock());
});

export const Tickers = queryHandler(SPOT_ROUTES.tickers, [LIVE_VIEWS, CLOCK], async (_, live, clock) => {
  const now = clock();
  return [...live.markets.all()].map(({ terms }) => live.ticker.read(terms.market, now));
});

export const RecentTrades = queryHandler(SPOT_ROUTES.recentTrades, [LIVE_VIEWS], async ({ request }, live) => {
  marketNamed(live, request.market);
  return live.trades.snapshot(request.market, request.limit);
});

export class Kline extends QueryOf(SPOT_ROUTES.kline) {}

/** Stored candles, followed by the current one from memory, which is newer. */
@QueryHandler(Kline)
export class KlineHandler implements IQueryHandler<Kline> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly syntheticCandles: SyntheticCandles,
  ) {}

  async execute({ request }: Kline) {
    const { market: name, interval, from, to, limit, by } = request;
    const market = marketNamed(this.live, name);
    if (!isInterval(interval)) throw new Refusal('interval.unknown');
    const stored = await this.reader.at(undefined);
    const now = this.clock();
    // Excludes candles that have not begun.
    const until = Math.min(to ?? now + 1, now + 1);
    const rows =
      by === 'last'
        ? await candles(stored, name, interval, from ?? 0, until, limit)
        : await markCandles(stored, name, by, interval, from ?? 0, until, limit);
    const liveCandles = rows.map((row) => candleOf(row, market));
    const current = this.live.candles.current(name, interval, now, by);
    if (current && current.start >= (from ?? 0) && current.start < (to ?? Infinity)) {
      if (liveCandles.at(-1)?.start === current.start) liveCandles.pop();
      liveCandles.push(current);
    }
    // Generated demo candles exist for traded prices only.
    if (by !== 'last') return liveCandles.slice(-limit);
    return [...(await this.seededCandlesBefore(liveCandles, request, now, market)), ...liveCandles.slice(-limit)];
  }

  /** Returns generated candles for the time before the demo's first trade, within the limit of the request. */
  private async seededCandlesBefore(
    existingCandles: readonly Candle[],
    request: Kline['request'],
    now: number,
    market: LiveMarket,
  ) {
    const { market: name, interval, from, to, limit } = request;
    const remainingCount = limit - existingCandles.length;
    if (remainingCount <= 0 || !isInterval(interval)) return [];
    const before = existingCandles[0]?.start ?? Math.min(to ?? now, now);
    const rows = await this.syntheticCandles.between(name, INTERVAL_MS[interval], from ?? 0, before, remainingCount);
    return rows.map(({ volume, turnover, ...row }) => {
      const candle = candleOf({ ...row, volume: BigInt(volume), turnover: BigInt(turnover) }, market);
      return { ...candle, isMade: true as const };
    });
  }
}

function candleOf(row: Omit<StoredCandle, 'trades'>, market: LiveMarket): Candle {
  return {
    start: row.openedAt,
    open: market.price(row.open),
    high: market.price(row.high),
    low: market.price(row.low),
    close: market.price(row.close),
    baseVolume: market.quantity(row.volume),
    quoteVolume: market.quoteAmount(row.turnover),
  };
}
