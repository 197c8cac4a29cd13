/** What a trader may look up. Market data comes from the live views, one's own orders from the read models. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '../../../shared/wire/fields';
import { INTERVAL_MS, isInterval } from '../../../shared/wire/market-data';
import type { Candle, DepthSnapshot, Ticker, TradeSnapshot } from '../../../shared/wire/market-data';
import type * as Wire from '../../../shared/wire/spot';
import { Refusal } from '../../platform/errors/refusal';
import { MadeCandles } from '../../platform/made-candles';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import {
  candles,
  fills,
  openOrders,
  orderHistory,
  orderOf,
  markCandles,
  type Candle as StoredCandle,
} from '../../views/stored/queries';
import { Reader } from '../shared/reader';
import { pageOf, refuseDeep } from '../shared/page';
import { idOf } from '../shared/convert';
import { marketNamed } from '../shared/markets';
import { fillRecord, orderRecord } from './spot.records';

export class CurrentOrders extends Query<Page<Wire.OrderRecord>> {
  constructor(
    readonly user: number,
    readonly request: Wire.CurrentOrdersRequest,
  ) {
    super();
  }
}

@QueryHandler(CurrentOrders)
export class CurrentOrdersHandler implements IQueryHandler<CurrentOrders> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: CurrentOrders) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const page = await openOrders(
      stored,
      user,
      { market: request.market, sort: request.sort, before: placedBefore(request) },
      request,
    );
    return pageOf(page, (row) => orderRecord(row, this.live.markets.get(row.market)));
  }
}

export class HistoryOrders extends Query<Page<Wire.OrderRecord>> {
  constructor(
    readonly user: number,
    readonly request: Wire.HistoryOrdersRequest,
  ) {
    super();
  }
}

@QueryHandler(HistoryOrders)
export class HistoryOrdersHandler implements IQueryHandler<HistoryOrders> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: HistoryOrders) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const page = await orderHistory(stored, user, { ...request, before: placedBefore(request) }, request);
    return pageOf(page, (row) => orderRecord(row, this.live.markets.get(row.market)));
  }
}

export class OneOrder extends Query<Wire.OrderDetail> {
  constructor(
    readonly user: number,
    readonly request: Wire.OrderRequest,
  ) {
    super();
  }
}

@QueryHandler(OneOrder)
export class OneOrderHandler implements IQueryHandler<OneOrder> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: OneOrder) {
    const stored = await this.reader.at(request.minPosition);
    // Another's order does not exist, as far as this user is concerned.
    const row = await orderOf(stored, user, idOf(request.order));
    if (!row) throw new Refusal('order.not.found');
    const market = this.live.markets.get(row.market);
    return { ...orderRecord(row, market), fills: row.fills.map((fill) => fillRecord(fill, market)) };
  }
}

export class Fills extends Query<Page<Wire.FillRecord>> {
  constructor(
    readonly user: number,
    readonly request: Wire.FillsRequest,
  ) {
    super();
  }
}

@QueryHandler(Fills)
export class FillsHandler implements IQueryHandler<Fills> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: Fills) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const [trade, order] = request.before?.split('.').map(Number) ?? [];
    const before = trade && order ? { trade, order } : undefined;
    const page = await fills(stored, user, { ...request, before }, request);
    return pageOf(page, (row) => fillRecord(row, this.live.markets.get(row.market)));
  }
}

export class Depth extends Query<DepthSnapshot> {
  constructor(readonly request: Wire.DepthRequest) {
    super();
  }
}

@QueryHandler(Depth)
export class DepthHandler implements IQueryHandler<Depth> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  async execute({ request }: Depth) {
    marketNamed(this.live, request.market);
    return this.live.depth.snapshot(request.market, request.levels);
  }
}

/** One market's figures, or every market's. */
export class Tickers extends Query<Ticker[]> {
  constructor(readonly market: string | null) {
    super();
  }
}

@QueryHandler(Tickers)
export class TickersHandler implements IQueryHandler<Tickers> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ market }: Tickers) {
    const markets = market === null ? [...this.live.markets.all()] : [marketNamed(this.live, market)];
    const now = this.clock();
    return markets.map(({ terms }) => this.live.ticker.read(terms.market, now));
  }
}

export class RecentTrades extends Query<TradeSnapshot> {
  constructor(readonly request: Wire.RecentTradesRequest) {
    super();
  }
}

@QueryHandler(RecentTrades)
export class RecentTradesHandler implements IQueryHandler<RecentTrades> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  async execute({ request }: RecentTrades) {
    marketNamed(this.live, request.market);
    return this.live.trades.snapshot(request.market, request.limit);
  }
}

export class Kline extends Query<Candle[]> {
  constructor(readonly request: Wire.KlineRequest) {
    super();
  }
}

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
  private async madeBefore(told: readonly Candle[], request: Wire.KlineRequest, now: number, market: LiveMarket) {
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

function placedBefore({ before }: { before?: string | undefined }): number | undefined {
  return before === undefined ? undefined : idOf(before);
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
