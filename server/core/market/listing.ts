/** Listing assets and markets, and opening and closing markets. */
import { OPEN_ORDERS_MAX } from '../../../shared/rules/open-orders';
import { isCanonicalPositive, scaleOf, unitsOf } from '../../../shared/rules/units';
import { AMOUNT_MAX } from '../amounts';
import type { Decision } from '../decision';
import type { FeeTerms } from '../fees/charge';
import { areFeesValid } from '../fees/fee-terms';
import { reject } from '../rejection';
import type { CoreView, MarketView } from '../state';
import { TICKS_MAX } from './price-tree';
import type { AssetTerms, ListAsset, ListMarket, SetMarketState } from './commands';

const ASSET_NAME = /^[A-Z0-9]{1,12}$/;
export const SCALE_MAX = 18;
const PPB_MAX = 1_000_000_000;

export function decideListAsset(view: CoreView, command: ListAsset): Decision {
  const { asset, scale, withdrawalFee, withdrawalMin, fiat } = command;
  if (view.assets.has(asset)) return reject('asset.already.listed');
  const valid =
    ASSET_NAME.test(asset) &&
    isWithin(scale, 0, SCALE_MAX) &&
    assetTermsAreValid({ withdrawalFee, withdrawalMin }) &&
    (fiat === undefined || fiat === 1);
  if (!valid) return reject('asset.terms.invalid');
  return [{ type: 'AssetListed', asset, scale, withdrawalFee, withdrawalMin, fiat }];
}

export function assetTermsAreValid({ withdrawalFee, withdrawalMin }: Readonly<AssetTerms>): boolean {
  return isAmount(withdrawalFee) && isAmount(withdrawalMin) && withdrawalMin > 0n;
}

export function decideListMarket(view: CoreView, command: ListMarket): Decision {
  if (view.markets.has(command.market)) return reject('market.already.listed');
  const base = view.assets.get(command.base);
  const quote = view.assets.get(command.quote);
  if (!base || !quote) return reject('asset.unknown');
  if (!termsAreValid(command, base.scale, quote.scale)) return reject('market.terms.invalid');
  if (view.staff.told && !doTakersPay(command)) return reject('market.terms.out.of.bounds');
  const { type: _, ...terms } = command;
  return [{ type: 'MarketListed', product: 'spot', ...terms }];
}

/** Ticks × lots must be exact in the quote asset, and every limit must leave room for an order. */
export function termsAreValid(terms: MarketView['terms'], baseScale: number, quoteScale: number): boolean {
  if (terms.base === terms.quote || terms.market !== `${terms.base}-${terms.quote}`) return false;
  if (!isCanonicalPositive(terms.tick) || !isCanonicalPositive(terms.lot)) return false;
  if (scaleOf(terms.tick) + scaleOf(terms.lot) > quoteScale) return false;
  if (typeof unitsOf(terms.lot, baseScale) !== 'bigint') return false;
  return (
    isWithin(terms.quantityMin, 1, Number.MAX_SAFE_INTEGER) &&
    isWithin(terms.quantityMax, terms.quantityMin, Number.MAX_SAFE_INTEGER) &&
    isAmount(terms.notionalMin) &&
    isWithin(terms.priceLowest, 1, TICKS_MAX) &&
    isWithin(terms.priceHighest, terms.priceLowest, TICKS_MAX) &&
    isWithin(terms.referencePrice, terms.priceLowest, terms.priceHighest) &&
    isWithin(terms.openOrdersMax, 1, OPEN_ORDERS_MAX) &&
    isWithin(terms.bandPpb, 0, PPB_MAX) &&
    areFeesValid(terms)
  );
}

/**
 * Takers must pay a fee, even if two staff members agree otherwise: trades without fees would cost wash traders
 * nothing.
 */
export function doTakersPay({ takerFeesPpb, takerFeesFixed = [] }: Readonly<FeeTerms>): boolean {
  return takerFeesPpb.every((fee) => fee > 0) || (takerFeesFixed.length > 0 && takerFeesFixed.every((fee) => fee > 0n));
}

export function decideSetMarketState(view: CoreView, command: SetMarketState): Decision {
  const market = spotMarket(view, command.market);
  if (!market) return reject('market.unknown');
  if (market.state === command.state) return reject('market.state.unchanged');
  return [{ type: 'MarketStateChanged', market: command.market, state: command.state }];
}

function isWithin(value: number, lowest: number, highest: number): boolean {
  return Number.isSafeInteger(value) && value >= lowest && value <= highest;
}

function isAmount(value: bigint): boolean {
  return value >= 0n && value <= AMOUNT_MAX;
}

export function spotMarket({ markets }: CoreView, name: string): SpotMarketView | undefined {
  const market = markets.get(name);
  return market?.product === 'spot' ? market : undefined;
}
export type SpotMarketView = Extract<MarketView, { product: 'spot' }>;
