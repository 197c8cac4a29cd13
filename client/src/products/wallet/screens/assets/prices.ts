/** What each asset costs in USDT, from the markets that say so. */
import { VALUED_IN } from '../../../../../../shared/rules/values';
import type { Ticker } from '../../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../../shared/wire/product';
import type { AssetPrice } from '../../api/valuation';
import { quotientOf } from '../../../../shared/lib/numbers/exact';

/** Of a price turned round, so that a balance of fifteen digits loses less than a cent. */
const INVERSE_DIGITS = 18;

/**
 * By asset, from spot markets alone: what a contract on a coin trades at is no price at which anybody gets the coin. Before the first trade the market's reference price counts. What USDT is itself sold for, as legal currency is,
 * costs the inverse of that price.
 */
export function pricesOf(
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker>>,
): Record<string, AssetPrice> {
  const priced = markets.filter(isSpot).map(({ name, base, quote, price }) => {
    const ticker = tickers[name];
    return { base, quote, last: ticker?.last ?? price, open: ticker?.open ?? null };
  });
  const inverse = priced.filter(({ base }) => base === VALUED_IN);
  const direct = priced.filter(({ quote }) => quote === VALUED_IN);
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
