import { Module } from '@nestjs/common';
import { ProductController } from './product.controller';
import {
  AssetListHandler,
  CoinListHandler,
  FeeTierListHandler,
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
    SystemConfig,
  ],
  exports: [SystemConfig],
})
export class ProductModule {}
