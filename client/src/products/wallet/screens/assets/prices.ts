/** Price of each asset in USDT, from the markets. */
import { VALUE_ASSET } from '../../../../../../shared/rules/valuation';
import type { Ticker } from '../../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import type { AssetPrice } from '../../api/valuation';
import { quotientOf } from '../../../../kit/lib/numbers/exact';

/** Decimal places of an inverse price: a balance of 15 digits loses less than 0.01 USDT. */
const INVERSE_DIGITS = 18;

/**
 * Prices by asset, from spot markets only: nobody receives the coin at the price of a contract on it. Before the first
 * trade the market's reference price counts. An asset that is the quote of a USDT market, such as legal currency,
 * costs the inverse of its price.
 */
export function pricesOf(
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker>>,
): Record<string, AssetPrice> {
  const priced = markets.filter(isSpot).map(({ name, base, quote, price }) => {
    const ticker = tickers[name];
    return { base, quote, last: ticker?.last ?? price, open: ticker?.open ?? null };
  });
  const inverse = priced.filter(({ base }) => base === VALUE_ASSET);
  const direct = priced.filter(({ quote }) => quote === VALUE_ASSET);
  return Object.fromEntries([
    ...inverse.map(({ quote, last, open }) => [
      quote,
      { last: inverseOf(last), open: open === null ? null : inverseOf(open) },
    ]),
    ...direct.map(({ base, last, open }) => [base, { last, open }]),
  ]) as Record<string, AssetPrice>;
}

export function isSpot({ product }: Pick<MarketRecord, 'product'>): boolean {
  return product === 'spot';
}

function inverseOf(price: string): string {
  return quotientOf('1', price, INVERSE_DIGITS);
}
