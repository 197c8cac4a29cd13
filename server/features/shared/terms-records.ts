/** Terms of markets and of withdrawals as records of the API: decimals instead of ticks, lots and units. */
import { decimalOf } from '../../../shared/rules/units';
import type { AssetRecord } from '../../../shared/wire/product';
import type { MarketTermsRecord } from '../../../shared/wire/terms';
import type { AssetTerms, MarketTerms } from '../../core/command';
import type { LiveMarket } from '../../views/live/markets';

export function marketTermsRecord(market: LiveMarket, terms: Readonly<MarketTerms>): MarketTermsRecord {
  return {
    quantityMin: market.quantity(terms.quantityMin),
    quantityMax: market.quantity(terms.quantityMax),
    notionalMin: market.quoteAmount(terms.notionalMin),
    priceLowest: market.price(terms.priceLowest),
    priceHighest: market.price(terms.priceHighest),
    makerFeesPpb: terms.makerFeesPpb,
    takerFeesPpb: terms.takerFeesPpb,
    makerFeesFixed: (terms.makerFeesFixed ?? []).map((amount) => market.quoteAmount(amount)),
    takerFeesFixed: (terms.takerFeesFixed ?? []).map((amount) => market.quoteAmount(amount)),
    openOrdersMax: terms.openOrdersMax,
    referencePrice: market.price(terms.referencePrice),
    bandPpb: terms.bandPpb,
  };
}

export function assetTermsRecord(
  { withdrawalFee, withdrawalMin }: Readonly<AssetTerms>,
  scale: number,
): Pick<AssetRecord, 'withdrawalFee' | 'withdrawalMin'> {
  return { withdrawalFee: decimalOf(withdrawalFee, scale), withdrawalMin: decimalOf(withdrawalMin, scale) };
}
