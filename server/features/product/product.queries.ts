/** Markets, coins and assets, as lists; they are few and all in memory. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { decimalOf } from '../../../shared/rules/units';
import type { Page } from '../../../shared/wire/fields';
import type {
  AssetRecord,
  CoinRecord,
  FeeTiers,
  IndexRecord,
  MarketRecord,
  ProductPage,
} from '../../../shared/wire/product';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import { AssetTerms } from '../shared/asset-terms.queries';
import { pageOf, pageOfList } from '../shared/page';

export class MarketList extends Query<Page<MarketRecord>> {
  constructor(readonly request: ProductPage) {
    super();
  }
}

@QueryHandler(MarketList)
export class MarketListHandler implements IQueryHandler<MarketList> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ request }: MarketList) {
    const now = this.clock();
    const page = pageOfList([...this.live.markets.all()], request);
    return pageOf(page, (market) => marketRecord(market, priceOf(this.live, market, now)));
  }
}

export class CoinList extends Query<Page<CoinRecord>> {
  constructor(readonly request: ProductPage) {
    super();
  }
}

@QueryHandler(CoinList)
export class CoinListHandler implements IQueryHandler<CoinList> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ request }: CoinList) {
    const now = this.clock();
    const page = pageOfList([...this.live.markets.all()], request);
    return pageOf(page, (market): CoinRecord => {
      const { base, market: name } = market.terms;
      const isOpen = market.state === 'open' ? 0 : 1;
      return { codeName: base, market: name, price: priceOf(this.live, market, now), isOpen };
    });
  }
}

export class MarketDetail extends Query<MarketRecord> {
  constructor(readonly market: string) {
    super();
  }
}

@QueryHandler(MarketDetail)
export class MarketDetailHandler implements IQueryHandler<MarketDetail> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ market: name }: MarketDetail) {
    const market = this.live.markets.find(name);
    if (!market) throw new Refusal('market.unknown');
    return marketRecord(market, priceOf(this.live, market, this.clock()));
  }
}

export class AssetList extends Query<Page<AssetRecord>> {
  constructor(readonly request: ProductPage) {
    super();
  }
}

@QueryHandler(AssetList)
export class AssetListHandler implements IQueryHandler<AssetList> {
  constructor(private readonly assets: AssetTerms) {}

  async execute({ request }: AssetList) {
    const page = pageOfList(await this.assets.all(), request);
    const chains = await this.assets.chains();
    return pageOf(page, ({ asset, scale, withdrawalFee, withdrawalMin, fiat }) => ({
      asset,
      scale,
      withdrawalFee: decimalOf(withdrawalFee, scale),
      withdrawalMin: decimalOf(withdrawalMin, scale),
      isFiat: fiat === 1,
      chains: chains
        .filter((terms) => terms.asset === asset)
        .map(({ chain, minimum, confirmations }) => {
          return { chain, rechargeMin: decimalOf(minimum, scale), confirmations };
        }),
    }));
  }
}

export class FeeTierList extends Query<FeeTiers> {
  constructor(readonly user: number | null) {
    super();
  }
}

@QueryHandler(FeeTierList)
export class FeeTierListHandler implements IQueryHandler<FeeTierList> {
  constructor(@Inject(LIVE_VIEWS) private readonly live: LiveViews) {}

  async execute({ user }: FeeTierList): Promise<FeeTiers> {
    const { feeTiers } = this.live;
    return { markets: feeTiers.all(), userTier: user === null ? null : feeTiers.tierOf(user) };
  }
}

export class IndexPriceOf extends Query<IndexRecord> {
  constructor(readonly symbol: string) {
    super();
  }
}

@QueryHandler(IndexPriceOf)
export class IndexPriceOfHandler implements IQueryHandler<IndexPriceOf> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ symbol }: IndexPriceOf): Promise<IndexRecord> {
    const { index } = this.live;
    if (!index.has(symbol)) throw new Refusal('index.symbol.unknown');
    const { market: _, position: __, ...record } = index.read(symbol, this.clock());
    return { symbol, ...record };
  }
}

/** The last price, or the reference price before the first trade. */
function priceOf(live: LiveViews, market: LiveMarket, now: number): string {
  return live.ticker.read(market.terms.market, now).last ?? market.price(market.terms.referencePrice);
}

function marketRecord(market: LiveMarket, price: string): MarketRecord {
  const { terms, state } = market;
  return {
    name: terms.market,
    base: terms.base,
    quote: terms.quote,
    state,
    tick: terms.tick,
    lot: terms.lot,
    quantityMin: market.quantity(terms.quantityMin),
    quantityMax: market.quantity(terms.quantityMax),
    notionalMin: market.quoteAmount(terms.notionalMin),
    priceLowest: market.price(terms.priceLowest),
    priceHighest: market.price(terms.priceHighest),
    makerFeesPpb: terms.makerFeesPpb,
    takerFeesPpb: terms.takerFeesPpb,
    openOrdersMax: terms.openOrdersMax,
    bandPpb: terms.bandPpb,
    price,
  };
}
