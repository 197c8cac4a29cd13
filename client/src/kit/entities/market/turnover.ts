import type { Ticker } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { sumOf } from '../../lib/numbers/exact';

/** Common currency for comparing and summing turnovers. */
export const TURNOVER_ASSET = 'USDT';

/** Exact 24 h turnover of all markets quoted in `asset`, in that asset. */
export function turnoverIn(
  asset: string,
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker | undefined>>,
): string {
  return sumOf(markets.filter(({ quote }) => quote === asset).map(({ name }) => tickers[name]?.quoteVolume ?? '0'));
}
