import type { Ticker } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { MARKET_TABS, marketsShown, type MarketTab, type MarketWish } from '../../entities/market/market-list';

/** A tab of every list of markets, or what markets are quoted in: `quote:USDT`. */
export type Category = MarketTab | `quote:${string}`;

export function quoteCategory(asset: string): Category {
  return `quote:${asset}`;
}

export function isTab(category: Category): category is MarketTab {
  return (MARKET_TABS as readonly string[]).includes(category);
}

export function quotesShown(
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker | undefined>>,
  { category, ...wish }: Omit<MarketWish, 'tab'> & { category: Category },
): MarketRecord[] {
  if (isTab(category)) return marketsShown(markets, tickers, { ...wish, tab: category });
  const quoted = markets.filter(({ quote }) => quoteCategory(quote) === category);
  return marketsShown(quoted, tickers, { ...wish, tab: 'all' });
}
