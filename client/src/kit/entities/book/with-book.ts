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
export function useWithBook<Context extends WithMarket>(context: Context) {
  const { book } = useSelected(selectBook, context.market.name);
  return { ...context, book };
}

/** Adds the book at the time of the call, for single actions. */
export function useWithCurrentBook<Context extends WithMarket>(context: Context) {
  const store = useStore<State>();
  return useCallback(
    () => ({ ...context, book: selectBook(store.getState(), context.market.name).book }),
    [store, context],
  );
}
