import type { Ticker } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { MARKET_TABS, marketsShown, type MarketTab, type MarketQuery } from '../../../kit/entities/market/market-list';

/** A tab of market lists, a product, or a quote asset such as `quote:USDT`. */
export type Category = MarketTab | `product:${Product}` | `quote:${string}`;
export type Product = MarketRecord['product'];

export function productCategory(product: Product): Category {
  return `product:${product}`;
}

export function quoteCategory(asset: string): Category {
  return `quote:${asset}`;
}

export function isTab(category: Category): category is MarketTab {
  return (MARKET_TABS as readonly string[]).includes(category);
}

/** Distinct products in market order. Empty if there is only one, because there is nothing to choose. */
export function productsOf(markets: readonly MarketRecord[]): Product[] {
  const products = [...new Set(markets.map(({ product }) => product))];
  return products.length > 1 ? products : [];
}

export function quotesShown(
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker | undefined>>,
  { category, ...criteria }: Omit<MarketQuery, 'tab'> & { category: Category },
): MarketRecord[] {
  if (isTab(category)) return marketsShown(markets, tickers, { ...criteria, tab: category });
  const categoryMarkets = markets.filter(
    ({ product, quote }) => productCategory(product) === category || quoteCategory(quote) === category,
  );
  return marketsShown(categoryMarkets, tickers, { ...criteria, tab: 'all' });
}
