import { useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectBook, type BookState } from '../../../kit/entities/book/book-slice';
import { useFeeLevel } from '../../../kit/entities/fee/fee-api';
import { lastPriceOf, type LastPriceState } from '../../../kit/entities/market/use-quote-shown';
import { AMOUNT_SCALE, type Scales } from '../../../kit/entities/order/order-terms';
import { selectUser } from '../../../kit/entities/session/session-slice';
import { AssetScales } from '../../../kit/ui/figures/asset-scales';
import type { SpotContext } from './spot-ticket';

/** Context of an order, without its fast-changing parts: book and last price. */
export type MarketContext = Omit<SpotContext, 'book' | 'last'>;

type State = { book: BookState } & LastPriceState;

function withMarket(state: State, marketContext: MarketContext): SpotContext {
  const { name } = marketContext.market;
  return { ...marketContext, book: selectBook(state, name).book, last: lastPriceOf(state, name) };
}

/**
 * Result of `read` on the current market. Rerenders only when the result changes, not with each price. Results are
 * compared as JSON: a selector created on each render would keep the last whole state alive, and React would keep the
 * selector.
 */
export function useMarketValue<Said extends object | null>(
  marketContext: MarketContext,
  read: (context: SpotContext) => Said,
): Said {
  const store = useStore<State>();
  const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store]);
  const serialized = useSyncExternalStore(subscribe, () =>
    JSON.stringify(read(withMarket(store.getState(), marketContext))),
  );
  return useMemo(() => JSON.parse(serialized) as Said, [serialized]);
}

/** Reads the current market on call, for one-time use. */
export function useCurrentMarket(marketContext: MarketContext): () => SpotContext {
  const store = useStore<State>();
  return useCallback(() => withMarket(store.getState(), marketContext), [store, marketContext]);
}

/** The user's fee level, and the decimal places of both assets. */
export function useFeeTerms({ product, base, quote }: MarketRecord): { level: number } & Scales {
  const level = useFeeLevel(useSelector(selectUser)?.userId ?? null, product);
  const scales = useContext(AssetScales);
  return {
    level,
    base: scales[base] ?? AMOUNT_SCALE,
    quote: scales[quote] ?? AMOUNT_SCALE,
  };
}
