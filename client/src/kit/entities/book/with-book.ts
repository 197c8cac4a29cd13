import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { selectBook, type BookState } from './book-slice';
import { useSelected } from '../../lib/hooks/use-selected';

interface State {
  book: BookState;
}

interface WithMarket {
  market: { name: string };
}

/** Adds the current book for rendering, updated at most once a frame. */
export function useWithBook<Known extends WithMarket>(around: Known) {
  const { book } = useSelected(selectBook, around.market.name);
  return { ...around, book };
}

/** Adds the book at the time of the call, for single actions. */
export function useWithCurrentBook<Known extends WithMarket>(around: Known) {
  const store = useStore<State>();
  return useCallback(
    () => ({ ...around, book: selectBook(store.getState(), around.market.name).book }),
    [store, around],
  );
}
