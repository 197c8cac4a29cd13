import { configureStore } from '@reduxjs/toolkit';
import { stubNetwork, success } from '../../../../test/support/network';
import { toastsSlice } from '../toasts/toasts-slice';
import { api } from './api';
import { refetchPending } from './refetch-pending';
import { followedPage } from './followed-page';
import { sessionChanged, adoptStoredSession, type Session } from './session';

interface Page {
  pageIndex: number;
  minPosition?: number;
}

const { things } = api.injectEndpoints({
  endpoints: (build) => ({
    things: build.query<{ upTo: number }, Page>({
      query: (body) => ({ url: '/app/things', method: 'POST', body }),
      ...followedPage,
    }),
  }),
}).endpoints;

const VISITOR: Session = { id: '', ticket: null, user: null };

/** Mock network that answers on demand and returns the requested position. */
function store() {
  const waiting: (() => void)[] = [];
  const asked: Page[] = [];
  stubNetwork({
    '/exchange/app/things': async ({ body }) => {
      const page = JSON.parse(body) as Page;
      asked.push(page);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return success({ upTo: page.minPosition ?? 0 });
    },
  });
  const { dispatch, getState } = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: (known: Session | undefined = VISITOR, action) =>
        sessionChanged.match(action) ? action.payload : known,
      toasts: toastsSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(refetchPending, api.middleware),
  });
  adoptStoredSession({ dispatch });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    asked,
    ask: async (minPosition?: number) => {
      void dispatch(things.initiate({ pageIndex: 1, ...(minPosition === undefined ? {} : { minPosition }) }));
      await settle();
    },
    answer: async () => {
      waiting.shift()?.();
      await settle();
      await settle();
    },
    shown: () => things.select({ pageIndex: 1 })(getState()).data?.upTo,
    forget: () => dispatch(api.util.resetApiState()),
  };
}

describe('list request that must include a later position while loading', () => {
  it('is repeated once after the response, with the latest position', async () => {
    const { ask, answer, asked, shown } = store();
    await ask(7);
    await ask(8);
    await ask(9);
    expect(asked).toHaveLength(1);
    await answer();
    expect(shown()).toBe(7);
    expect(asked.map(({ minPosition }) => minPosition)).toEqual([7, 9]);
    await answer();
    expect(shown()).toBe(9);
    expect(asked).toHaveLength(2);
  });

  it('is not repeated if the response includes the position', async () => {
    const { ask, answer, asked } = store();
    await ask(7);
    await ask(7);
    await ask();
    await answer();
    await ask(7);
    expect(asked).toHaveLength(1);
  });

  it('is not repeated in another session', async () => {
    const { ask, answer, asked, forget } = store();
    await ask(7);
    await ask(8);
    forget();
    await answer();
    expect(asked).toHaveLength(1);
  });
});
