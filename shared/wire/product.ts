/** Assets, markets and their terms, and the desk settings that every header reads. */
import { z } from 'zod';
import { CONFIG_KEYS } from '../rules/site-config';
import { assetName, chainName, decimal, epochMs, marketName, pageIndex, productPageSize } from './fields';
import type { Route } from './route';
import { listRoute } from './usual-routes';
import { coinStates, pendingAssetTerms, pendingMarketTerms } from './terms';

/** Products of markets. Fee levels follow the volume in each product separately. */
export const marketProduct = z.enum(['spot', 'perpetual']);

export const marketState = z.enum(['open', 'cancel_only', 'closed', 'maintenance']);

/** Close-only applies to perpetuals: positions may be reduced but not increased. */
export const listedState = z.enum([...marketState.options, 'close_only']);

/**
 * The larger a position, the lower its highest leverage and the higher the fraction of its value that must stay
 * covered.
 */
const contractTiers = z.array(
  z.object({
    /** Maximum value of the tier, inclusive. */
    cap: decimal,
    leverageMax: z.int(),
    ratePpb: z.int(),
    /** Subtracted from the requirement, so that it has no step between tiers. */
    amount: decimal,
  }),
);

/** Terms of a perpetual contract, in addition to those of every market. */
export const contractTerms = z.object({
  /** The index that the mark price follows. */
  index: marketName,
  /** Coins per lot. */
  multiplier: decimal,
  /** Tiers of positions, and of new orders. They differ while positions have time to adapt to tighter tiers. */
  tiers: contractTiers,
  orderTiers: contractTiers,
  /** Time from which announced tiers apply to positions; null if none are announced. */
  positionsFrom: epochMs.nullable(),
  /** Announced end, at which positions are settled. Opening is not possible in the half hour before it. */
  endsAt: epochMs.nullable(),
  closeFeePpb: z.int(),
  fundingIntervalMs: z.int(),
  fundingCapPpb: z.int(),
  /** Maximum value of all long positions, in the quote coin. */
  openInterestMax: decimal,
});

export const marketRecord = z.object({
  /** Opaque identifier in calls and channels; do not parse it. */
  name: marketName,
  product: marketProduct,
  /** Display name. */
  label: z.string().meta({ example: 'BTC/USDT' }),
  base: assetName,
  quote: assetName,
  /** Number of decimals of prices, of base quantities, and of quote amounts. */
  decimals: z.object({ price: z.int(), quantity: z.int(), notional: z.int() }),
  /** The effective state for orders. It is maintenance also while one of the market's coins is in maintenance. */
  state: listedState,
  /** State that staff set for the market itself. */
  ownState: listedState,
  tick: decimal,
  lot: decimal,
  quantityMin: decimal,
  quantityMax: decimal,
  notionalMin: decimal,
  priceLowest: decimal,
  priceHighest: decimal,
  /** Parts per billion by fee tier. */
  makerFeesPpb: z.array(z.int()),
  takerFeesPpb: z.array(z.int()),
  /** Fixed fees instead of rates: amounts of the quote asset by level, once per order. Empty or 0 if rates apply. */
  makerFeesFixed: z.array(decimal),
  takerFeesFixed: z.array(decimal),
  openOrdersMax: z.int(),
  /** Maximum distance of an order without a limit from the last price. For a perpetual, of any order from the mark. */
  bandPpb: z.int(),
  /** Null for spot markets. */
  contract: contractTerms.nullable(),
  /** Last price, or the reference price before the first trade. */
  price: decimal,
  /** Announced changes, ordered by time. */
  pending: z.array(pendingMarketTerms),
});
export type MarketRecord = z.infer<typeof marketRecord>;

export const coinRecord = z.object({
  codeName: assetName,
  /** In USDT; null if no market prices it. */
  price: decimal.nullable(),
  /** 0 means open: at least one market trades it. */
  isOpen: z.union([z.literal(0), z.literal(1)]),
  ...coinStates,
  /** The market that prices it in USDT, in either direction; null for USDT itself and if there is none. */
  market: marketName.nullable(),
});
export type CoinRecord = z.infer<typeof coinRecord>;

export const assetRecord = z.object({
  asset: assetName,
  scale: z.int(),
  withdrawalFee: decimal,
  withdrawalMin: decimal,
  /** Legal currency. */
  isFiat: z.boolean(),
  /** Networks for deposits and withdrawals of a coin. */
  chains: z.array(z.object({ chain: chainName, rechargeMin: decimal, confirmations: z.int() })),
  ...coinStates,
  /** Announced changes, ordered by time. */
  pending: z.array(pendingAssetTerms),
});
export type AssetRecord = z.infer<typeof assetRecord>;

/** A minimum fee level for all products. */
export const feeFloor = z.object({ level: z.int(), until: epochMs.nullable() });

/** Fee levels of one product; volume in other products does not count. */
const productFees = z.object({
  /** Required thirty-day volume in BTC, by level; empty if levels do not depend on volume. */
  volumes: z.array(decimal),
  /** Inputs of the logged-in user's level; null without a valid ticket. */
  own: z
    .object({
      /** Level for the next trade. */
      level: z.int(),
      /** Volume in BTC over the last thirty closed days. */
      volume: decimal,
      /** The next level by volume, and its start. */
      next: z.object({ level: z.int(), from: epochMs }).nullable(),
      /** The minimum level by staff that is in effect, for all products. `until` is null if it has no end. */
      floor: feeFloor.nullable(),
      /** Missing volume in BTC to the next level; null at the highest. */
      missing: decimal.nullable(),
    })
    .nullable(),
});
export type ProductFees = z.infer<typeof productFees>;

export const feeTiers = z.object({
  markets: z.array(
    z.object({
      market: marketName,
      /** The product whose levels set the fee. */
      product: marketProduct,
      /** The currency of fixed fees. */
      quote: assetName,
      /** From level 0, at which every user starts. A level beyond the last is charged like the last. */
      tiers: z.array(
        z.object({
          level: z.int(),
          makerPpb: z.int(),
          takerPpb: z.int(),
          /** A fixed fee instead of a rate: an amount of the quote asset, once per order. Null if the rate applies. */
          makerFixed: decimal.nullable(),
          takerFixed: decimal.nullable(),
        }),
      ),
    }),
  ),
  products: z.record(marketProduct, productFees),
});
export type MarketProduct = z.infer<typeof marketProduct>;
export type FeeTiers = z.infer<typeof feeTiers>;

export const indexRecord = z.object({
  symbol: marketName,
  /** The median of the sources; null before the first publication. */
  price: decimal.nullable(),
  /** Time of publication. */
  at: z.int().nullable(),
  /** Missing or too old, so that nothing is settled by it. */
  isStale: z.boolean(),
  /** The counted sources, and the time of each price. */
  sources: z.array(z.object({ name: z.string(), price: decimal, at: z.int() })),
  /** The server's time, from which the age of the other times follows. */
  asOf: z.int(),
});

export const productPage = z.strictObject({ pageIndex, pageSize: productPageSize });

export const PRODUCT_ROUTES = {
  indexList: listRoute(
    '/exchange/app/product/indexList',
    'Markets with their terms',
    productPage,
    marketRecord,
    'public',
  ),
  coinList: listRoute(
    '/exchange/app/product/coinList',
    'Coins, each once, with their price in USDT; isOpen 0 means open',
    productPage,
    coinRecord,
    'public',
  ),
  detail: {
    method: 'GET',
    path: '/exchange/app/product/detail',
    summary: 'One market',
    access: 'public',
    query: z.strictObject({ market: marketName }),
    answer: marketRecord,
  },
  assetList: listRoute(
    '/exchange/app/product/assetList',
    'Assets with scale and withdrawal terms',
    productPage,
    assetRecord,
    'public',
  ),
  feeTiers: {
    method: 'GET',
    path: '/exchange/app/product/feeTiers',
    summary: "Fees by market and level, and the logged-in user's own level in each product",
    access: 'public',
    heedsTicket: true,
    answer: feeTiers,
  },
  index: {
    method: 'GET',
    path: '/exchange/app/product/index',
    summary: 'What a symbol costs outside, and by which sources',
    access: 'public',
    query: z.strictObject({ symbol: marketName }),
    answer: indexRecord,
  },
  getByKey: {
    method: 'GET',
    path: '/exchange/app/systemConfig/getByKey',
    summary: `A setting of the desk: ${CONFIG_KEYS.join(', ')}`,
    access: 'public',
    query: z.strictObject({ key: z.string().min(1).max(64) }),
    answer: z.object({ key: z.string(), value: z.string() }),
  },
  config: {
    method: 'GET',
    path: '/exchange/app/systemConfig/getAll',
    summary: 'Every setting of the desk that screens show, by its key; empty: not offered',
    access: 'public',
    revalidated: true,
    answer: z.object({ values: z.record(z.enum(CONFIG_KEYS), z.string()) }),
  },
} as const satisfies Record<string, Route>;
