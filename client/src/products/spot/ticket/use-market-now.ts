import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectBook, type BookState } from '../../../entities/book/book-slice';
import { useFeeLevel } from '../../../entities/fee/fee-api';
import { lastPriceOf, type LastPriceState } from '../../../entities/market/use-quote-shown';
import { AMOUNT_SCALE, type Scales } from '../../../entities/order/order-terms';
import { selectUser } from '../../../entities/session/session-slice';
import { AssetScales } from '../../../shared/ui/figures/asset-scales';
import type { SpotContext } from './spot-ticket';

/** What an order is placed in, but for what moves all the time: the book and the last price. */
export type Surroundings = Omit<SpotContext, 'book' | 'last'>;

type State = { book: BookState } & LastPriceState;

function withMarket(state: State, around: Surroundings): SpotContext {
  const { name } = around.market;
  return { ...around, book: selectBook(state, name).book, last: lastPriceOf(state, name) };
}

/**
 * What `read` says of the market as it is: what shows it is rendered again when that is another thing, and not with each price. It is
 * compared as text: a selector that is made with each rendering remembers the whole state that it last looked at, and React that selector.
 */
export function useOfMarket<Said extends object | null>(
  around: Surroundings,
  read: (context: SpotContext) => Said,
): Said {
  const store = useStore<State>();
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  const said = useSyncExternalStore(subscribe, () => JSON.stringify(read(withMarket(store.getState(), around))));
  return useMemo(() => JSON.parse(said) as Said, [said]);
}

/** With the market as it is when it is asked: for what is done once. */
export function useMarketOnce(around: Surroundings): () => SpotContext {
  const store = useStore<State>();
  return useCallback(() => withMarket(store.getState(), around), [store, around]);
}

/** The level that the user's fees go by, and the places of what is received. */
export function useFeeTerms({ product, base, quote }: MarketRecord): { level: number } & Scales {
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, product);
  const scales = useContext(AssetScales);
  return {
    level,
    base: scales[base] ?? AMOUNT_SCALE,
    quote: scales[quote] ?? AMOUNT_SCALE,
  };
}
