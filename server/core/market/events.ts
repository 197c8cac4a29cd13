/** Events of the list of assets and markets. */
import {
  type MessageOf,
  allOptional,
  amount,
  choice,
  integer,
  message,
  millis,
  optional,
  text,
  word,
} from '../messages/message';
import { assetTerms, changeableTerms, marketMade } from './commands';
import { assetStates, marketState } from './order';

export const AssetListed = message('AssetListed', {
  asset: word,
  scale: integer,
  withdrawalFee: amount,
  withdrawalMin: amount,
  fiat: optional(choice(1)),
});
export type AssetListed = MessageOf<typeof AssetListed>;

export const MarketListed = message('MarketListed', {
  /** Determines the rules for holds, fills and fees. */
  product: choice('spot'),
  ...marketMade,
  ...changeableTerms,
});
export type MarketListed = MessageOf<typeof MarketListed>;

export const MarketStateChanged = message('MarketStateChanged', { market: word, state: marketState });
export type MarketStateChanged = MessageOf<typeof MarketStateChanged>;

export const MarketTermsChanged = message('MarketTermsChanged', {
  market: word,
  from: millis,
  reason: text,
  ...allOptional(changeableTerms),
});
export type MarketTermsChanged = MessageOf<typeof MarketTermsChanged>;

export const AssetTermsChanged = message('AssetTermsChanged', {
  asset: word,
  from: millis,
  reason: text,
  ...allOptional(assetTerms),
});
export type AssetTermsChanged = MessageOf<typeof AssetTermsChanged>;

export const AssetStateChanged = message('AssetStateChanged', { asset: word, ...assetStates, reason: text });
export type AssetStateChanged = MessageOf<typeof AssetStateChanged>;

export type MarketEvent =
  AssetListed | MarketListed | MarketStateChanged | MarketTermsChanged | AssetTermsChanged | AssetStateChanged;
