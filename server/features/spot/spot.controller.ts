import { Body, Controller, Query, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { SPOT_ROUTES as ROUTES } from '../../../shared/wire/spot';
import type * as Wire from '../../../shared/wire/spot';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { Exports } from '../shared/exports';
import { SpotFile } from './spot-export.queries';
import { AmendOrder, CancelAllOrders, CancelOrder, PlaceOrder, QuoteMarket } from './spot.commands';
import { CurrentOrders, Depth, Fills, HistoryOrders, Kline, OneOrder, RecentTrades, Tickers } from './spot.queries';

@Controller()
export class SpotController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly exports: Exports,
  ) {}

  @Endpoint(ROUTES.place)
  place(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.place.body)) request: Wire.PlaceOrderRequest) {
    return this.commands.execute(new PlaceOrder(user, request));
  }

  @Endpoint(ROUTES.amend)
  amend(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.amend.body)) request: Wire.AmendOrderRequest) {
    return this.commands.execute(new AmendOrder(user, request));
  }

  @Endpoint(ROUTES.cancel)
  cancel(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.cancel.body)) request: Wire.CancelOrderRequest) {
    return this.commands.execute(new CancelOrder(user, request));
  }

  @Endpoint(ROUTES.cancelAll)
  cancelAll(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.cancelAll.body)) request: Wire.CancelAllRequest,
  ) {
    return this.commands.execute(new CancelAllOrders(user, request));
  }

  @Endpoint(ROUTES.quote)
  quote(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.quote.body)) request: Wire.QuoteRequest) {
    return this.commands.execute(new QuoteMarket(user, request));
  }

  @Endpoint(ROUTES.currentOrders)
  currentOrders(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.currentOrders.body)) request: Wire.CurrentOrdersRequest,
  ) {
    return this.queries.execute(new CurrentOrders(user, request));
  }

  @Endpoint(ROUTES.historyOrders)
  historyOrders(
    @Caller() { user }: TicketHolder,
    @Body(new WirePipe(ROUTES.historyOrders.body)) request: Wire.HistoryOrdersRequest,
  ) {
    return this.queries.execute(new HistoryOrders(user, request));
  }

  @Endpoint(ROUTES.order)
  order(@Caller() { user }: TicketHolder, @Query(new WirePipe(ROUTES.order.query)) request: Wire.OrderRequest) {
    return this.queries.execute(new OneOrder(user, request));
  }

  @Endpoint(ROUTES.fills)
  fills(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.fills.body)) request: Wire.FillsRequest) {
    return this.queries.execute(new Fills(user, request));
  }

  @Endpoint(ROUTES.export)
  export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: Wire.SpotExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, `spot-${request.list}.csv`, () =>
      this.queries.execute(new SpotFile(user, request)),
    );
  }

  @Endpoint(ROUTES.depth)
  depth(@Query(new WirePipe(ROUTES.depth.query)) request: Wire.DepthRequest) {
    return this.queries.execute(new Depth(request));
  }

  @Endpoint(ROUTES.ticker)
  async ticker(@Query(new WirePipe(ROUTES.ticker.query)) { market }: Wire.TickerRequest) {
    const [ticker] = await this.queries.execute(new Tickers(market));
    return ticker;
  }

  @Endpoint(ROUTES.tickers)
  tickers(@Query(new WirePipe(ROUTES.tickers.query)) _: object) {
    return this.queries.execute(new Tickers(null));
  }

  @Endpoint(ROUTES.kline)
  kline(@Query(new WirePipe(ROUTES.kline.query)) request: Wire.KlineRequest) {
    return this.queries.execute(new Kline(request));
  }

  @Endpoint(ROUTES.recentTrades)
  recentTrades(@Query(new WirePipe(ROUTES.recentTrades.query)) request: Wire.RecentTradesRequest) {
    return this.queries.execute(new RecentTrades(request));
  }
}
