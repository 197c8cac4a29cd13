import { Module } from '@nestjs/common';
import { SpotFileHandler } from './spot-export.queries';
import { SpotController } from './spot.controller';
import {
  AmendOrderHandler,
  CancelAllOrdersHandler,
  CancelOrderHandler,
  PlaceOrderHandler,
  QuoteMarketHandler,
} from './spot.handlers';
import {
  CurrentOrdersHandler,
  DepthHandler,
  FillsHandler,
  HistoryOrdersHandler,
  KlineHandler,
  OneOrderHandler,
  RecentTradesHandler,
  TickersHandler,
} from './spot.queries';

@Module({
  controllers: [SpotController],
  providers: [
    PlaceOrderHandler,
    AmendOrderHandler,
    CancelOrderHandler,
    CancelAllOrdersHandler,
    QuoteMarketHandler,
    CurrentOrdersHandler,
    HistoryOrdersHandler,
    OneOrderHandler,
    FillsHandler,
    SpotFileHandler,
    DepthHandler,
    TickersHandler,
    RecentTradesHandler,
    KlineHandler,
  ],
})
export class SpotModule {}
