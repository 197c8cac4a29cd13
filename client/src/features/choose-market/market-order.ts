/**
 * In which order markets are listed. A row is a place to click at: it does not move away from under the pointer, and the focus does
 * not wander. What the reader asks for (another tab, a search, a column) counts at once all the same.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectTickers, type ListState } from '../../entities/market/market-api';
import { marketsShown, type MarketWish } from '../../entities/market/market-list';
import { selectQuotes, type MarketState } from '../../entities/market/market-slice';
import { tickersOf } from '../../entities/market/tickers';
import type { Hold } from '../../shared/lib/hooks/hold';

type State = ListState & { market: MarketState };

/** What the order is read off. */
const figuresOf = (state: State) => [selectQuotes(state), selectTickers(state)] as const;

/** Names of those of `markets` that are listed. The same array as long as they stand in the same order. */
export function useMarketOrder(
  markets: readonly MarketRecord[],
  { tab, search, sorting, favourites }: MarketWish,
  hold: Hold,
): readonly string[] {
  const store = useStore<State>();
  const order = useMemo(() => {
    const read = (): string[] => {
      const state = store.getState();
      const tickers = tickersOf(...figuresOf(state));
      return marketsShown(markets, tickers, { tab, search, sorting, favourites }).map(({ name }) => name);
    };
    let names: readonly string[] = read();
    let known = figuresOf(store.getState());
    return {
      now: () => names,
      subscribe: (changed: () => void) =>
        store.subscribe(() => {
          const figures = figuresOf(store.getState());
          if (hold.isHeld() || figures.every((some, at) => some === known[at])) return;
          known = figures;
          const next = read();
          if (next.length === names.length && next.every((name, at) => name === names[at])) return;
          names = next;
          changed();
        }),
    };
  }, [store, hold, markets, tab, search, sorting, favourites]);
  return useSyncExternalStore(order.subscribe, order.now);
}
