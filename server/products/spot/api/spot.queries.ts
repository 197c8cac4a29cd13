/** What a trader may look up. Market data comes from the live views, one's own orders from the read models. */
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { INTERVAL_MS, isInterval } from '../../../../shared/wire/market-data';
import type { Candle } from '../../../../shared/wire/market-data';
import { Refusal } from '../../../platform/errors/refusal';
import { QueryOf } from '../../../platform/http/route-messages';
import { MadeCandles } from '../../../platform/made-candles';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';
import { candles, orderOf, markCandles, type Candle as StoredCandle } from '../../../views/stored/queries';
import { answers } from '../../../features/shared/endpoints/handles';
import { Reader } from '../../../features/shared/endpoints/reader';
import { idOf } from '../../../features/shared/orders/convert';
import { marketNamed } from '../../../features/shared/orders/markets';
import { fillRecord, orderRecord } from './spot.records';

export const OneOrder = answers(SPOT_ROUTES.order, [Reader, LIVE_VIEWS], async ({ user, request }, reader, live) => {
  const stored = await reader.at(request.minPosition);
  // Another's order does not exist, as far as this user is concerned.
  const row = await orderOf(stored, user, idOf(request.order));
  if (!row) throw new Refusal('order.not.found');
  const market = live.markets.get(row.market);
  return { ...orderRecord(row, market), fills: row.fills.map((fill) => fillRecord(fill, market)) };
});

export const Depth = answers(SPOT_ROUTES.depth, [LIVE_VIEWS], async ({ request }, live) => {
  marketNamed(live, request.market);
  return live.depth.snapshot(request.market, request.levels);
});

export const OneTicker = answers(SPOT_ROUTES.ticker, [LIVE_VIEWS, CLOCK], async ({ request }, live, clock) => {
  const { terms } = marketNamed(live, request.market);
  return live.ticker.read(terms.market, clock());
});

export const Tickers = answers(SPOT_ROUTES.tickers, [LIVE_VIEWS, CLOCK], async (_, live, clock) => {
  const now = clock();
  return [...live.markets.all()].map(({ terms }) => live.ticker.read(terms.market, now));
});

export const RecentTrades = answers(SPOT_ROUTES.recentTrades, [LIVE_VIEWS], async ({ request }, live) => {
  marketNamed(live, request.market);
  return live.trades.snapshot(request.market, request.limit);
});

export class Kline extends QueryOf(SPOT_ROUTES.kline) {}

/** Stored candles, with the one in progress from memory at the end: it is newer than what is stored. */
@QueryHandler(Kline)
export class KlineHandler implements IQueryHandler<Kline> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly made: MadeCandles,
  ) {}

  async execute({ request }: Kline) {
    const { market: name, interval, from, to, limit, by } = request;
    const market = marketNamed(this.live, name);
    if (!isInterval(interval)) throw new Refusal('interval.unknown');
    const stored = await this.reader.at(undefined);
    const now = this.clock();
    // A candle that has not begun has nothing to show.
    const until = Math.min(to ?? now + 1, now + 1);
    const rows =
      by === 'last'
        ? await candles(stored, name, interval, from ?? 0, until, limit)
        : await markCandles(stored, name, by, interval, from ?? 0, until, limit);
    const told = rows.map((row) => candleOf(row, market));
    const current = this.live.candles.current(name, interval, now, by);
    if (current && current.start >= (from ?? 0) && current.start < (to ?? Infinity)) {
      if (told.at(-1)?.start === current.start) told.pop();
      told.push(current);
    }
    // What is made for a demo is of what was traded.
    if (by !== 'last') return told.slice(-limit);
    return [...(await this.madeBefore(told, request, now, market)), ...told.slice(-limit)];
  }

  /** What a demo shows of the time before its first trade, as far as there is room. */
  private async madeBefore(told: readonly Candle[], request: Kline['request'], now: number, market: LiveMarket) {
    const { market: name, interval, from, to, limit } = request;
    const room = limit - told.length;
    if (room <= 0 || !isInterval(interval)) return [];
    const before = told[0]?.start ?? Math.min(to ?? now, now);
    const rows = await this.made.between(name, INTERVAL_MS[interval], from ?? 0, before, room);
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
