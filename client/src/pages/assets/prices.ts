/** What each asset costs in USDT, from the markets that say so. */
import type { Ticker } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { VALUED_IN, type AssetPrice } from '../../entities/wallet/valuation';

/** By asset. Before the first trade the market's reference price counts. */
export function pricesOf(
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker>>,
): Record<string, AssetPrice> {
  const quoted = markets.filter(({ quote }) => quote === VALUED_IN);
  return Object.fromEntries(
    quoted.map(({ name, base, price }) => {
      const ticker = tickers[name];
      return [base, { last: ticker?.last ?? price, open: ticker?.open ?? null }];
    }),
  );
}
