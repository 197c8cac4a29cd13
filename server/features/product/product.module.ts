import { Module } from '@nestjs/common';
import { ProductController } from './product.controller';
import {
  AssetListHandler,
  CoinListHandler,
  FeeTierListHandler,
  IndexPriceOfHandler,
  MarketDetailHandler,
  MarketListHandler,
} from './product.queries';
import { SystemConfig } from './system-config';

@Module({
  controllers: [ProductController],
  providers: [
    MarketListHandler,
    CoinListHandler,
    MarketDetailHandler,
    AssetListHandler,
    FeeTierListHandler,
    IndexPriceOfHandler,
    SystemConfig,
  ],
  exports: [SystemConfig],
})
export class ProductModule {}
