/** Lists of markets, coins and assets, from memory. */
import { decimalOf } from '../../../shared/rules/units';
import { VALUE_ASSET, VALUE_SCALE } from '../../../shared/rules/valuation';
import {
  PRODUCT_ROUTES as ROUTES,
  type AssetRecord,
  type CoinRecord,
  type MarketRecord,
} from '../../../shared/wire/product';
import type { RiskTiers } from '../../../shared/products/perpetual/rules/tiers';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import type { LiveMarket } from '../../views/live/markets';
import { AssetTerms } from '../shared/asset-terms.queries';
import { queryHandler } from '../shared/endpoints/handlers';
import { pageOf, pageOfList } from '../shared/endpoints/page';
import { priceOf as fractionOf } from '../shared/orders/prices.queries';
import { assetTermsRecord, marketTermsRecord } from '../shared/terms-records';

export const MarketList = queryHandler(ROUTES.indexList, [LIVE_VIEWS, CLOCK], async ({ request }, live, clock) => {
  const now = clock();
  const page = pageOfList([...live.markets.all()], request);
  return pageOf(page, (market) => marketRecord(live, market, now));
});

export const CoinList = queryHandler(ROUTES.coinList, [LIVE_VIEWS, CLOCK], async ({ request }, live, clock) => {
  const now = clock();
  const { markets } = live;
  const traded = new Set<string>();
  for (const market of markets.ofProduct('spot')) {
    if (markets.stateOf(market) === 'open') traded.add(market.terms.base).add(market.terms.quote);
  }
  const page = pageOfList(markets.allAssets(), request);
  return pageOf(page, ({ asset: codeName, trading, deposits, withdrawals }): CoinRecord => {
    const isOpen = traded.has(codeName) ? 0 : 1;
    return { codeName, isOpen, trading, deposits, withdrawals, ...coinPrice(live, codeName, now) };
  });
});

export const MarketDetail = queryHandler(ROUTES.detail, [LIVE_VIEWS, CLOCK], async ({ request }, live, clock) => {
  const market = live.markets.find(request.market);
  if (!market) throw new Refusal('market.unknown');
  return marketRecord(live, market, clock());
});

export const AssetList = queryHandler(
  ROUTES.assetList,
  [AssetTerms, LIVE_VIEWS, CLOCK],
  async ({ request }, assets, live, clock) => {
    const page = pageOfList(live.markets.allAssets(), request);
    const chains = await assets.chains();
    const now = clock();
    return pageOf(page, (liveAsset): AssetRecord => {
      const { asset, scale, isFiat, trading, deposits, withdrawals } = liveAsset;
      return {
        asset,
        scale,
        ...assetTermsRecord(liveAsset.termsAt(now), scale),
        isFiat,
        chains: chains
          .filter((terms) => terms.asset === asset)
          .map(({ chain, minimum, confirmations }) => {
            return { chain, rechargeMin: decimalOf(minimum, scale), confirmations };
          }),
        trading,
        deposits,
        withdrawals,
        pending: liveAsset.pendingAt(now).map(({ from, terms }) => ({ from, ...assetTermsRecord(terms, scale) })),
      };
    });
  },
);

export const FeeTierList = queryHandler(ROUTES.feeTiers, [LIVE_VIEWS, CLOCK], async ({ user }, live, clock) => {
  const { feeTiers } = live;
  const now = clock();
  return { markets: feeTiers.all(now), products: feeTiers.productsAt(user === 0 ? null : user, now) };
});

export const IndexPriceOf = queryHandler(
  ROUTES.index,
  [LIVE_VIEWS, CLOCK],
  async ({ request: { symbol } }, live, clock) => {
    const { index } = live;
    if (!index.has(symbol)) throw new Refusal('index.symbol.unknown');
    const { market: _, position: __, ...record } = index.read(symbol, clock());
    return { symbol, ...record };
  },
);

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
  const tierRecords = (riskTiers: RiskTiers) =>
    riskTiers.map(({ cap, leverageMax, ratePpb, amount }) => ({
      cap: market.quoteAmount(cap),
      leverageMax,
      ratePpb,
      amount: market.quoteAmount(amount),
    }));
  return {
    index,
    multiplier: market.terms.lot,
    tiers: tierRecords(tiers),
    orderTiers: tierRecords(orderTiers),
    positionsFrom: change && change.positionsFrom,
    endsAt: ending && ending.endsAt,
    closeFeePpb: closePpb,
    fundingIntervalMs,
    fundingCapPpb,
    openInterestMax: market.quoteAmount(openInterestMax),
  };
}

/** Price in USDT from `<coin>-USDT`, or from `USDT-<coin>` inverted and rounded down. */
function coinPrice(live: LiveViews, coin: string, now: number): Pick<CoinRecord, 'price' | 'market'> {
  if (coin === VALUE_ASSET) return { price: '1', market: null };
  const directMarket = live.markets.find(`${coin}-${VALUE_ASSET}`);
  if (directMarket) return { price: priceOf(live, directMarket, now), market: directMarket.terms.market };
  const inverse = live.markets.find(`${VALUE_ASSET}-${coin}`);
  if (!inverse) return { price: null, market: null };
  const { numerator, denominator } = fractionOf(priceOf(live, inverse, now));
  const price = decimalOf((denominator * 10n ** BigInt(VALUE_SCALE)) / numerator, VALUE_SCALE);
  return { price, market: inverse.terms.market };
}
