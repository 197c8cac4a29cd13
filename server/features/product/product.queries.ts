/** Markets, coins and assets, as lists; they are few and all in memory. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { decimalOf } from '../../../shared/rules/units';
import { VALUED_IN, VALUE_SCALE } from '../../../shared/rules/values';
import type { Page } from '../../../shared/wire/fields';
import type {
  AssetRecord,
  CoinRecord,
  FeeTiers,
  IndexRecord,
  MarketRecord,
  ProductPage,
} from '../../../shared/wire/product';
import type { RiskTiers } from '../../../shared/rules/perpetual/tiers';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import { AssetTerms } from '../shared/asset-terms.queries';
import { pageOf, pageOfList } from '../shared/page';
import { priceOf as fractionOf } from '../shared/prices.queries';
import { assetTermsRecord, marketTermsRecord } from '../shared/terms-records';

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
    return pageOf(page, (market) => marketRecord(this.live, market, now));
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
    const { markets } = this.live;
    const traded = new Set<string>();
    for (const market of markets.ofProduct('spot')) {
      if (markets.stateOf(market) === 'open') traded.add(market.terms.base).add(market.terms.quote);
    }
    const page = pageOfList(markets.allAssets(), request);
    return pageOf(page, ({ asset: codeName, trading, deposits, withdrawals }): CoinRecord => {
      const isOpen = traded.has(codeName) ? 0 : 1;
      return { codeName, isOpen, trading, deposits, withdrawals, ...coinPrice(this.live, codeName, now) };
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
    return marketRecord(this.live, market, this.clock());
  }
}

export class AssetList extends Query<Page<AssetRecord>> {
  constructor(readonly request: ProductPage) {
    super();
  }
}

@QueryHandler(AssetList)
export class AssetListHandler implements IQueryHandler<AssetList> {
  constructor(
    private readonly assets: AssetTerms,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ request }: AssetList) {
    const page = pageOfList(this.live.markets.allAssets(), request);
    const chains = await this.assets.chains();
    const now = this.clock();
    return pageOf(page, (listed): AssetRecord => {
      const { asset, scale, isFiat, trading, deposits, withdrawals } = listed;
      return {
        asset,
        scale,
        ...assetTermsRecord(listed.termsAt(now), scale),
        isFiat,
        chains: chains
          .filter((terms) => terms.asset === asset)
          .map(({ chain, minimum, confirmations }) => {
            return { chain, rechargeMin: decimalOf(minimum, scale), confirmations };
          }),
        trading,
        deposits,
        withdrawals,
        pending: listed.pendingAt(now).map(({ from, terms }) => ({ from, ...assetTermsRecord(terms, scale) })),
      };
    });
  }
}

export class FeeTierList extends Query<FeeTiers> {
  constructor(readonly user: number | null) {
    super();
  }
}

@QueryHandler(FeeTierList)
export class FeeTierListHandler implements IQueryHandler<FeeTierList> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ user }: FeeTierList): Promise<FeeTiers> {
    const { feeTiers } = this.live;
    const now = this.clock();
    return { markets: feeTiers.all(now), products: feeTiers.productsAt(user, now) };
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
  return live.ticker.read(market.terms.market, now).last ?? market.price(market.termsAt(now).referencePrice);
}

function marketRecord(live: LiveViews, market: LiveMarket, now: number): MarketRecord {
  const { market: name, base, quote, tick, lot } = market.terms;
  const { referencePrice: _, ...present } = marketTermsRecord(market, market.termsAt(now));
  return {
    name,
    product: market.product,
    label: market.label,
    base,
    quote,
    decimals: market.decimals,
    state: live.markets.stateOf(market),
    ownState: market.state,
    tick,
    lot,
    ...present,
    contract: market.contract && contractRecord(market, market.contract),
    price: priceOf(live, market, now),
    pending: market.pendingAt(now).map(({ from, terms }) => ({ from, ...marketTermsRecord(market, terms) })),
  };
}

function contractRecord(
  market: LiveMarket,
  { terms, orderTiers, change, ending }: NonNullable<LiveMarket['contract']>,
): MarketRecord['contract'] {
  const { index, tiers, closePpb, fundingIntervalMs, fundingCapPpb, openInterestMax } = terms;
  const told = (all: RiskTiers) =>
    all.map(({ cap, leverageMax, ratePpb, amount }) => ({
      cap: market.quoteAmount(cap),
      leverageMax,
      ratePpb,
      amount: market.quoteAmount(amount),
    }));
  return {
    index,
    multiplier: market.terms.lot,
    tiers: told(tiers),
    orderTiers: told(orderTiers),
    positionsFrom: change && change.positionsFrom,
    endsAt: ending && ending.endsAt,
    closeFeePpb: closePpb,
    fundingIntervalMs,
    fundingCapPpb,
    openInterestMax: market.quoteAmount(openInterestMax),
  };
}

/** In USDT, by `<coin>-USDT`, or by `USDT-<coin>` the other way round, which is rounded down. */
function coinPrice(live: LiveViews, coin: string, now: number): Pick<CoinRecord, 'price' | 'market'> {
  if (coin === VALUED_IN) return { price: '1', market: null };
  const own = live.markets.find(`${coin}-${VALUED_IN}`);
  if (own) return { price: priceOf(live, own, now), market: own.terms.market };
  const inverse = live.markets.find(`${VALUED_IN}-${coin}`);
  if (!inverse) return { price: null, market: null };
  const { numerator, denominator } = fractionOf(priceOf(live, inverse, now));
  const price = decimalOf((denominator * 10n ** BigInt(VALUE_SCALE)) / numerator, VALUE_SCALE);
  return { price, market: inverse.terms.market };
}
