/** Commands about the list of assets and markets. */
import {
  allOptional,
  amount,
  choice,
  integer,
  list,
  lots,
  message,
  millis,
  optional,
  ppb,
  text,
  ticks,
  word,
  type MessageOf,
  type ObjectOf,
} from '../messages/message';
import { assetStates, marketState } from './order';

export const ListAsset = message('ListAsset', {
  asset: word,
  /** Decimal places of the smallest unit, 0 … 18. */
  scale: integer,
  withdrawalFee: amount,
  withdrawalMin: amount,
  /** Legal currency; absent for a coin. */
  fiat: optional(choice(1)),
});
export type ListAsset = MessageOf<typeof ListAsset>;

/** Assets and steps of a spot market. Orders in its book use these steps as units, so they never change. */
export const marketMade = {
  market: word,
  base: word,
  quote: word,
  /** Price step and quantity step as canonical decimals, for example `0.01`. */
  tick: word,
  lot: word,
};
const limitsAndFees = {
  quantityMin: lots,
  quantityMax: lots,
  notionalMin: amount,
  priceLowest: ticks,
  priceHighest: ticks,
  /**
   * By fee level; index 0 is for new members. The last fee serves all higher levels; fees never rise with the level.
   */
  makerFeesPpb: list(ppb),
  takerFeesPpb: list(ppb),
};
const fixedFees = {
  /** Alternative to ppb: quote units per order, by level. Absent or all 0 for fees in ppb. */
  makerFeesFixed: optional(list(amount)),
  takerFeesFixed: optional(list(amount)),
};
const ordersAndBand = {
  openOrdersMax: integer,
  /** Serves as last price before the first trade, in ticks. */
  referencePrice: ticks,
  bandPpb: ppb,
};
/** Terms that can change, in their canonical order. */
export const changeableTerms = { ...limitsAndFees, ...ordersAndBand, ...fixedFees };
export type MarketTerms = ObjectOf<typeof marketMade & typeof changeableTerms>;

export const ListMarket = message('ListMarket', { ...marketMade, ...limitsAndFees, ...fixedFees, ...ordersAndBand });
export type ListMarket = MessageOf<typeof ListMarket>;

export const SetMarketState = message('SetMarketState', { market: word, state: marketState });
export type SetMarketState = MessageOf<typeof SetMarketState>;

export const ChangeMarketTerms = message('ChangeMarketTerms', {
  market: word,
  /** Milliseconds; absent: immediately. */
  from: optional(millis),
  reason: text,
  ...allOptional(changeableTerms),
});
export type ChangeMarketTerms = MessageOf<typeof ChangeMarketTerms>;

export const assetTerms = { withdrawalFee: amount, withdrawalMin: amount };
export type AssetTerms = ObjectOf<typeof assetTerms>;

export const ChangeAssetTerms = message('ChangeAssetTerms', {
  asset: word,
  /** Milliseconds; absent: immediately. */
  from: optional(millis),
  reason: text,
  ...allOptional(assetTerms),
});
export type ChangeAssetTerms = MessageOf<typeof ChangeAssetTerms>;

export const SetAssetState = message('SetAssetState', { asset: word, ...assetStates, reason: text });
export type SetAssetState = MessageOf<typeof SetAssetState>;

export type MarketCommand =
  ListAsset | ListMarket | SetMarketState | ChangeMarketTerms | ChangeAssetTerms | SetAssetState;

export const MARKET_TERMS_CHANGED = Object.keys(changeableTerms) as (keyof typeof changeableTerms)[];
export const ASSET_TERMS_CHANGED = Object.keys(assetTerms) as (keyof typeof assetTerms)[];
