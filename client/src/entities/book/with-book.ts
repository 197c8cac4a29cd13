import { useCallback } from 'react';
import { useSelector, useStore } from 'react-redux';
import { selectBook, type BookState } from './book-slice';
import type { Book } from './fold';

interface State {
  book: BookState;
}

interface Around {
  market: { name: string };
}

/** With the book as it is, for what is drawn with it; at most once a frame. */
export function useWithBook<Known extends Around>(around: Known) {
  const { book } = useSelector((state: State) => selectBook(state, around.market.name));
  return { ...around, book };
}

/** What `read` says with the book as it is: what shows it is rendered again when that is another thing, and not with the book. */
export function useOfBook<Known extends Around, Said>(
  around: Known,
  read: (known: Known & { book: Book | null }) => Said,
): Said {
  return useSelector(
    (state: State) => read({ ...around, book: selectBook(state, around.market.name).book }),
    (a, b) => JSON.stringify(a) === JSON.stringify(b),
  );
}

/** With the book as it is when it is asked: for what is done once. */
export function useWithBookOnce<Known extends Around>(around: Known) {
  const store = useStore<State>();
  return useCallback(
    () => ({ ...around, book: selectBook(store.getState(), around.market.name).book }),
    [store, around],
  );
}
