import { Body, Controller, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { PRODUCT_ROUTES as ROUTES, type ProductPage } from '../../../shared/wire/product';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { AssetList, CoinList, FeeTierList, IndexPriceOf, MarketDetail, MarketList } from './product.queries';
import { SystemConfig } from './system-config';

@Controller()
export class ProductController {
  constructor(
    private readonly queries: QueryBus,
    private readonly systemConfig: SystemConfig,
  ) {}

  @Endpoint(ROUTES.indexList)
  indexList(@Body(new WirePipe(ROUTES.indexList.body)) request: ProductPage) {
    return this.queries.execute(new MarketList(request));
  }

  @Endpoint(ROUTES.coinList)
  coinList(@Body(new WirePipe(ROUTES.coinList.body)) request: ProductPage) {
    return this.queries.execute(new CoinList(request));
  }

  @Endpoint(ROUTES.detail)
  detail(@Query(new WirePipe(ROUTES.detail.query)) { market }: { market: string }) {
    return this.queries.execute(new MarketDetail(market));
  }

  @Endpoint(ROUTES.assetList)
  assetList(@Body(new WirePipe(ROUTES.assetList.body)) request: ProductPage) {
    return this.queries.execute(new AssetList(request));
  }

  @Endpoint(ROUTES.feeTiers)
  feeTiers(@Caller() caller: TicketHolder | undefined) {
    return this.queries.execute(new FeeTierList(caller?.user ?? null));
  }

  @Endpoint(ROUTES.index)
  index(@Query(new WirePipe(ROUTES.index.query)) { symbol }: { symbol: string }) {
    return this.queries.execute(new IndexPriceOf(symbol));
  }

  @Endpoint(ROUTES.config)
  async config() {
    return { values: await this.systemConfig.all() };
  }

  @Endpoint(ROUTES.getByKey)
  async getByKey(@Query(new WirePipe(ROUTES.getByKey.query)) { key }: { key: string }) {
    return { key, value: await this.systemConfig.get(key) };
  }
}
