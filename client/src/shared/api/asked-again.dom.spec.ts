import { configureStore } from '@reduxjs/toolkit';
import { stubNetwork, success } from '../../../../test/support/network';
import { toastsSlice } from '../toasts/toasts-slice';
import { api } from './api';
import { askedAgain } from './asked-again';
import { followedPage } from './followed-page';
import { sessionChanged, takeUpSession, type Session } from './session';

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

/** A network that answers when it is told to: with the position that was asked for. */
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
    middleware: (defaults) => defaults().concat(askedAgain, api.middleware),
  });
  takeUpSession({ dispatch });
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

describe('a list that has to include more while it is being asked for', () => {
  it('is asked for once more when it has been answered, up to the last of what happened', async () => {
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

  it('is not where what was answered has it', async () => {
    const { ask, answer, asked } = store();
    await ask(7);
    await ask(7);
    await ask();
    await answer();
    await ask(7);
    expect(asked).toHaveLength(1);
  });

  it('is not for another session', async () => {
    const { ask, answer, asked, forget } = store();
    await ask(7);
    await ask(8);
    forget();
    await answer();
    expect(asked).toHaveLength(1);
  });
});
