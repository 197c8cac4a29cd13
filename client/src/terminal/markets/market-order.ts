/**
 * Sort order of the market list. While pointer or focus is on a row, price changes do not reorder rows. Changes by the user (tab, search,
 * column) apply immediately.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectTickers, type ListState } from '../../kit/entities/market/market-api';
import { marketsShown, type MarketQuery } from '../../kit/entities/market/market-list';
import { selectQuotes, type MarketState } from '../../kit/entities/market/market-slice';
import { tickersOf } from '../../kit/entities/market/tickers';
import type { PauseState } from '../../kit/lib/hooks/pause-state';

type State = ListState & { market: MarketState };

/** Figures that determine the order. */
const figuresOf = (state: State) => [selectQuotes(state), selectTickers(state)] as const;

/** Names of the listed markets in order. Returns the same array while the order is unchanged. */
export function useMarketOrder(
  markets: readonly MarketRecord[],
  { tab, search, sorting, favourites }: MarketQuery,
  hold: PauseState,
): readonly string[] {
  const store = useStore<State>();
  const order = useMemo(() => {
    const read = (): string[] => {
      const state = store.getState();
      const tickers = tickersOf(...figuresOf(state));
      return marketsShown(markets, tickers, { tab, search, sorting, favourites }).map(({ name }) => name);
    };
    let names: readonly string[] = read();
    let previousFigures = figuresOf(store.getState());
    return {
      now: () => names,
      subscribe: (changed: () => void) =>
        store.subscribe(() => {
          const figures = figuresOf(store.getState());
          if (hold.isHeld() || figures.every((some, at) => some === previousFigures[at])) return;
          previousFigures = figures;
          const next = read();
          if (next.length === names.length && next.every((name, at) => name === names[at])) return;
          names = next;
          changed();
        }),
    };
  }, [store, hold, markets, tab, search, sorting, favourites]);
  return useSyncExternalStore(order.subscribe, order.now);
}
