import { useCallback, useContext } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBook, type BookState } from '../../entities/book/book-slice';
import { useFeeTiersQuery } from '../../entities/fee/fee-api';
import { AMOUNT_SCALE, type Scales } from '../../entities/order/order-terms';
import { selectUser } from '../../entities/session/session-slice';
import { useFramed } from '../../shared/lib/use-framed';
import { AssetScales } from '../../shared/ui/asset-scales';
import type { SpotContext } from './spot-ticket';

interface State {
  book: BookState;
}

export type Surroundings = Omit<SpotContext, 'book'>;

/** The level that the user's fees go by, and the places of what is received. */
export function useFeeTerms({ base, quote }: MarketRecord): { level: number } & Scales {
  const user = useSelector(selectUser);
  const { data: fees } = useFeeTiersQuery(user?.userId ?? null);
  const scales = useContext(AssetScales);
  return {
    level: fees?.userTier ?? 0,
    base: scales[base] ?? AMOUNT_SCALE,
    quote: scales[quote] ?? AMOUNT_SCALE,
  };
}

/** With the book as it is, for what is drawn with it; at most once a frame. */
export function useContextNow(around: Surroundings): SpotContext {
  const { book } = useFramed((state: State) => selectBook(state, around.market.name));
  return { ...around, book };
}

/** With the book as it is when it is asked: for what is done once. */
export function useContextOnce(around: Surroundings): () => SpotContext {
  const store = useStore<State>();
  return useCallback(
    () => ({ ...around, book: selectBook(store.getState(), around.market.name).book }),
    [store, around],
  );
}
