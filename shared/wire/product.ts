/** What is traded: assets, markets and their terms; and the settings of the desk that every header reads. */
import { z } from 'zod';
import { CONFIG_KEYS } from '../rules/desk-config';
import { assetName, chainName, decimal, epochMs, marketName, pageIndex, productPageSize } from './fields';
import type { Route } from './route';
import { listRoute } from './usual-routes';
import { coinStates, pendingAssetTerms, pendingMarketTerms } from './terms';

/** What markets are of. Levels of fees go by the volume in each of them apart. */
export const marketProduct = z.enum(['spot', 'perpetual']);

export const marketState = z.enum(['open', 'cancel_only', 'closed', 'maintenance']);

/** Close only is of perpetuals: positions may become smaller, and none larger. */
export const listedState = z.enum([...marketState.options, 'close_only']);

/** The larger a position, the lower its highest leverage and the more of its value has to stay covered. */
const contractTiers = z.array(
  z.object({
    /** Value up to and with this. */
    cap: decimal,
    leverageMax: z.int(),
    ratePpb: z.int(),
    /** Taken off the requirement, so that it has no step between tiers. */
    amount: decimal,
  }),
);

/** What a perpetual contract is made of beside the terms that every market has. */
export const contractTerms = z.object({
  /** What its mark follows. */
  index: marketName,
  /** Coin of one lot. */
  multiplier: decimal,
  /** Of positions, and of new orders: another for as long as positions have time to come up to tighter ones. */
  tiers: contractTiers,
  orderTiers: contractTiers,
  /** When positions go by what is announced; null when nothing is. */
  positionsFrom: epochMs.nullable(),
  /** When positions are settled and the market is over, where that is announced; nothing is opened in the half hour before. */
  endsAt: epochMs.nullable(),
  closeFeePpb: z.int(),
  fundingIntervalMs: z.int(),
  fundingCapPpb: z.int(),
  /** Of the quote coin, what all that is long may be worth. */
  openInterestMax: decimal,
});

export const marketRecord = z.object({
  /** What calls and channels name it by; nothing is to be read out of it. */
  name: marketName,
  product: marketProduct,
  /** What people call it. */
  label: z.string().meta({ example: 'BTC/USDT' }),
  base: assetName,
  quote: assetName,
  /** Digits behind the point of prices, of quantities of base, and of amounts of quote. */
  decimals: z.object({ price: z.int(), quantity: z.int(), notional: z.int() }),
  /** What orders meet now: in maintenance also while one of its coins is. */
  state: listedState,
  /** What staff set the market itself to. */
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
  /** Instead of parts: amounts of the quote asset by level, once an order; empty or 0 for parts. */
  makerFeesFixed: z.array(decimal),
  takerFeesFixed: z.array(decimal),
  openOrdersMax: z.int(),
  /** How far from the last price an order without a limit may go; of a perpetual how far from the mark any order may. */
  bandPpb: z.int(),
  /** Null for spot markets. */
  contract: contractTerms.nullable(),
  /** Last price, or the reference price before the first trade. */
  price: decimal,
  /** What is announced, in order of time. */
  pending: z.array(pendingMarketTerms),
});
export type MarketRecord = z.infer<typeof marketRecord>;

export const coinRecord = z.object({
  codeName: assetName,
  /** In USDT; null where no market prices it. */
  price: decimal.nullable(),
  /** 0 means open: it is traded in one market at least. */
  isOpen: z.union([z.literal(0), z.literal(1)]),
  ...coinStates,
  /** What prices it in USDT, in one direction or the other; null for USDT itself and where there is none. */
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
  /** The networks that bring a coin and take it away. */
  chains: z.array(z.object({ chain: chainName, rechargeMin: decimal, confirmations: z.int() })),
  ...coinStates,
  /** What is announced, in order of time. */
  pending: z.array(pendingAssetTerms),
});
export type AssetRecord = z.infer<typeof assetRecord>;

/** A least level of fees, whatever is traded. */
export const feeFloor = z.object({ level: z.int(), until: epochMs.nullable() });

/** The levels of one product: nothing of what is traded in another counts for them. */
const productFees = z.object({
  /** BTC of volume in thirty days that each level needs, by level; empty as long as levels do not go by volume. */
  volumes: z.array(decimal),
  /** What the logged-in user's level follows from; null without a good ticket. */
  own: z
    .object({
      /** By which the next trade is charged. */
      level: z.int(),
      /** BTC over the thirty days up to the last one that was closed. */
      volume: decimal,
      /** What the volume gives from a time to come on. */
      next: z.object({ level: z.int(), from: epochMs }).nullable(),
      /** The least level that staff gave, in effect now, which is one for all products; `until` is null for ever. */
      floor: feeFloor.nullable(),
      /** BTC of volume to the next level; null at the highest. */
      missing: decimal.nullable(),
    })
    .nullable(),
});
export type ProductFees = z.infer<typeof productFees>;

export const feeTiers = z.object({
  markets: z.array(
    z.object({
      market: marketName,
      /** Whose levels it charges by. */
      product: marketProduct,
      /** What fixed amounts are of. */
      quote: assetName,
      /** From level 0, where every member begins; a level beyond the last is charged as the last. */
      tiers: z.array(
        z.object({
          level: z.int(),
          makerPpb: z.int(),
          takerPpb: z.int(),
          /** Instead of a part: an amount of the quote asset, once an order; null for a part. */
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
  /** The median of what the sources show; null before the first publication. */
  price: decimal.nullable(),
  /** When it was published. */
  at: z.int().nullable(),
  /** Too old, or none, for anything to be settled by it. */
  isStale: z.boolean(),
  /** Those that counted, and when each showed its price. */
  sources: z.array(z.object({ name: z.string(), price: decimal, at: z.int() })),
  /** The server's time, by which the others have an age. */
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
