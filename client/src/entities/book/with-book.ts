import { useCallback } from 'react';
import { useStore } from 'react-redux';
import { selectBook, type BookState } from './book-slice';
import { useSelected } from '../../shared/lib/hooks/use-selected';

interface State {
  book: BookState;
}

interface Around {
  market: { name: string };
}

/** With the book as it is, for what is drawn with it; at most once a frame. */
export function useWithBook<Known extends Around>(around: Known) {
  const { book } = useSelected(selectBook, around.market.name);
  return { ...around, book };
}

/** With the book as it is when it is asked: for what is done once. */
export function useWithBookOnce<Known extends Around>(around: Known) {
  const store = useStore<State>();
  return useCallback(
    () => ({ ...around, book: selectBook(store.getState(), around.market.name).book }),
    [store, around],
  );
}
