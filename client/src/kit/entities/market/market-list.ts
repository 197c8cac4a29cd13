/** Selection and order of the markets in a list. */
import { compareDecimals, type Ticker } from '../../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { coinName } from '../../coins/coins';
import { TURNOVER_ASSET } from './turnover';

export type MarketTab = 'all' | 'favourites' | 'hot' | 'new';
export const MARKET_TABS: readonly MarketTab[] = ['all', 'favourites', 'hot', 'new'];

export type SortColumn = 'name' | 'price' | 'change' | 'volume';
/** Additional columns of wide lists. */
export type WideSortColumn = SortColumn | 'high' | 'low';
export interface Sorting<Column extends WideSortColumn = SortColumn> {
  column: Column;
  isDescending: boolean;
}

/** Length of a short list. */
const SHORT_LIST_MAX = 10;

export interface MarketQuery {
  tab: MarketTab;
  search: string;
  /** Null: the order of the tab. */
  sorting: Sorting<WideSortColumn> | null;
  favourites: readonly string[];
}

/** Hot: highest 24 h turnover in the quote asset first. New: latest listing first. */
export function marketsShown(
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker | undefined>>,
  { tab, search, sorting, favourites }: MarketQuery,
): MarketRecord[] {
  const searchText = searched(search);
  const found = ofTab(markets, tickers, tab, favourites).filter(
    ({ label, base }) => searched(label).includes(searchText) || searched(coinName(base) ?? '').includes(searchText),
  );
  if (!sorting) return found;
  const direction = sorting.isDescending ? -1 : 1;
  return found.sort((a, b) => direction * compareBy(sorting.column, a, b, tickers));
}

/** Ignores separators and case: `eth/us`, `eth us` and `ETH-US` are equal. */
function searched(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Quote assets of the markets, without duplicates, in the order of the exchange. */
export function quoteAssetsOf(markets: readonly MarketRecord[]): string[] {
  return [...new Set(markets.map(({ quote }) => quote))];
}

function ofTab(
  markets: readonly MarketRecord[],
  tickers: Readonly<Record<string, Ticker | undefined>>,
  tab: MarketTab,
  favourites: readonly string[],
): MarketRecord[] {
  switch (tab) {
    case 'all':
      return [...markets];
    case 'favourites':
      return markets.filter(({ name }) => favourites.includes(name));
    case 'hot':
      return [...markets].sort((a, b) => -compareBy('volume', a, b, tickers)).slice(0, SHORT_LIST_MAX);
    case 'new':
      // The exchange lists markets in order of listing.
      return markets.toReversed().slice(0, SHORT_LIST_MAX);
  }
}

function compareBy(
  column: WideSortColumn,
  a: MarketRecord,
  b: MarketRecord,
  tickers: Readonly<Record<string, Ticker | undefined>>,
): number {
  const [first, second] = [tickers[a.name], tickers[b.name]];
  switch (column) {
    case 'name':
      return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
    case 'price':
      return compareDecimals(first?.last ?? a.price, second?.last ?? b.price);
    case 'change':
      return compareSigned(first?.changeRatio ?? '0', second?.changeRatio ?? '0');
    case 'high':
    case 'low':
      return compareDecimals(first?.[column] ?? '0', second?.[column] ?? '0');
    case 'volume':
      return turnoverOf(a, tickers) - turnoverOf(b, tickers);
  }
}

/** 24 h turnover in USDT, approximate, for sorting only: turnovers in different currencies are not comparable. */
function turnoverOf(
  { name, base, quote }: MarketRecord,
  tickers: Readonly<Record<string, Ticker | undefined>>,
): number {
  const { quoteVolume = '0', baseVolume = '0' } = tickers[name] ?? {};
  if (quote === TURNOVER_ASSET) return Number(quoteVolume);
  const ofBase = tickers[`${base}-${TURNOVER_ASSET}`]?.last;
  if (ofBase) return Number(baseVolume) * Number(ofBase);
  return Number(quoteVolume) * Number(tickers[`${quote}-${TURNOVER_ASSET}`]?.last ?? 0);
}

function compareSigned(a: string, b: string): number {
  const [isANegative, isBNegative] = [a.startsWith('-'), b.startsWith('-')];
  if (isANegative !== isBNegative) return isANegative ? -1 : 1;
  return isANegative ? compareDecimals(b.slice(1), a.slice(1)) : compareDecimals(a, b);
}

/** Click on a heading: best first, then reversed, then the tab's order. */
export function sortedBy<Column extends WideSortColumn>(
  sorting: Sorting<Column> | null,
  column: Column,
): Sorting<Column> | null {
  const first = column !== 'name';
  if (sorting?.column !== column) return { column, isDescending: first };
  return sorting.isDescending === first ? { column, isDescending: !first } : null;
}
