import type { Ticker } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { sumOf } from '../../shared/lib/numbers/exact';

/** The currency in which turnovers of markets are compared and summed. */
export const TURNOVER_ASSET = 'USDT';

/** What was traded in 24 hours on all markets that are quoted in `asset`: an exact sum, in that asset. */
export function turnoverIn(
  asset: string,
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker | undefined>>,
): string {
  return sumOf(markets.filter(({ quote }) => quote === asset).map(({ name }) => tickers[name]?.quoteVolume ?? '0'));
}
