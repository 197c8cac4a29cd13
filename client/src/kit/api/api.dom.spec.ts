import { getEventListeners } from 'node:events';
import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { json, never, refusal, stubNetwork, success } from '../../../../test/support/network';
import { startLanguage } from '../i18n/i18n';
import { toastsSlice, selectToasts } from '../toasts/toasts-slice';
import { api } from './api';
import { rebuildSlice } from './rebuild-slice';
import { sessionChanged, adoptStoredSession, type Session } from './session';

const PATH = '/exchange/app/thing';
const EXPIRED = 'Your session has expired.';

const thingApi = api.injectEndpoints({
  endpoints: (build) => ({
    thing: build.query<unknown, number>({ query: (number) => ({ url: '/app/thing', params: { number } }) }),
    quietThing: build.query<unknown, number>({
      query: () => ({ url: '/app/thing' }),
      extraOptions: { isQuiet: true },
    }),
    logInThing: build.mutation<unknown, void>({
      query: () => ({ url: '/app/thing', method: 'POST', body: {} }),
      extraOptions: { isLogin: true },
    }),
  }),
});
const { thing, quietThing, logInThing } = thingApi.endpoints;

const VISITOR: Session = { id: '', ticket: null, user: null };

function sessionAfter(known: Session | undefined = VISITOR, action: UnknownAction): Session {
  return sessionChanged.match(action) ? action.payload : known;
}

/** Store with the stored ticket that records how sessions end. */
function page() {
  const remember: Middleware = () => (next) => (action) => {
    if (sessionChanged.match(action)) ends.push(action.payload.change.kind);
    return next(action);
  };
  const ends: string[] = [];
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      session: sessionAfter,
      toasts: toastsSlice.reducer,
      rebuild: rebuildSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(api.middleware, remember),
  });
  adoptStoredSession(store);
  ends.length = 0;
  return {
    session: () => store.getState().session,
    isRebuilding: () => rebuildSlice.selectors.selectIsRebuilding(store.getState()),
    takeUp: () => adoptStoredSession(store),
    ask: (number = 1) => store.dispatch(thing.initiate(number)),
    askQuietly: () => store.dispatch(quietThing.initiate(1)),
    logIn: () => store.dispatch(logInThing.initiate()),
    /** Kinds of session changes since the store was created. */
    ends,
    toasts: () => selectToasts(store.getState()).map(({ id: _, ...toast }) => toast),
  };
}

const keepTicket = (ticket: string) => localStorage.setItem('ticket', ticket);

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

describe('API call', () => {
  it('sends ticket and language and returns the data of the envelope', async () => {
    keepTicket('t-1');
    const asked = stubNetwork({ [PATH]: () => success({ total: 3 }) });
    const { data } = await page().ask(7);
    expect(data).toEqual({ total: 3 });
    expect(asked).toEqual([{ path: `${PATH}?number=7`, method: 'GET', ticket: 't-1', language: 'en', body: '' }]);
  });

  it('sends no ticket for a visitor', async () => {
    const asked = stubNetwork({ [PATH]: () => success(null) });
    await page().ask();
    expect(asked[0].ticket).toBeNull();
  });
});

describe('repeated command', () => {
  it.each([
    ['is said to have been', { position: 9, repeated: true }, [{ kind: 'info', key: 'page.done_before' }]],
    ['is not said of one that was not', { position: 9, repeated: false }, []],
  ])('%s', async (_, answer, toasts) => {
    stubNetwork({ [PATH]: () => success(answer) });
    const tried = page();
    expect((await tried.askQuietly()).data).toEqual(answer);
    expect(tried.toasts()).toEqual(toasts);
  });
});

describe('refusal', () => {
  it('raises a toast with the server’s text', async () => {
    stubNetwork({ [PATH]: () => refusal(200, 'balance.insufficient', 'Insufficient balance.') });
    const tried = page();
    const { error } = await tried.ask();
    expect(error).toEqual({ code: 'balance.insufficient', message: 'Insufficient balance.' });
    expect(tried.toasts()).toEqual([{ kind: 'error', text: 'Insufficient balance.' }]);
  });

  it('without an envelope is a generic error, whatever the status', async () => {
    stubNetwork({ [PATH]: () => json(200, { access_token: 'x' }) });
    const tried = page();
    await tried.ask();
    expect(tried.toasts()).toEqual([{ kind: 'error', key: 'page.error' }]);
  });

  it('raises no toast for a quiet endpoint', async () => {
    stubNetwork({ [PATH]: () => refusal(200, 'coin.maintenance') });
    const tried = page();
    const { error } = await tried.askQuietly();
    expect(error).toMatchObject({ code: 'coin.maintenance' });
    expect(tried.toasts()).toEqual([]);
  });
});

describe('rebuilding read models', () => {
  it('are reported by each response until one no longer says so', async () => {
    const headers = { 'projection-behind': '70' };
    let answer = () => new Response('{"code":"success","data":{}}', { headers });
    stubNetwork({ [PATH]: () => answer() });
    const tried = page();
    await tried.ask(1);
    expect(tried.isRebuilding()).toBe(true);
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    await tried.ask(2);
    expect(tried.isRebuilding()).toBe(true);
    answer = () => success({});
    await tried.ask(3);
    expect(tried.isRebuilding()).toBe(false);
  });
});

describe('read models behind the requested position', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const behind = () => refusal(503, 'projection.behind', 'Not there yet.');

  it('are retried silently', async () => {
    let answers = 0;
    const asked = stubNetwork({ [PATH]: () => (++answers < 4 ? behind() : success({ total: 3 })) });
    const tried = page();
    const answer = tried.ask();
    await jest.runAllTimersAsync();
    expect(await answer).toMatchObject({ data: { total: 3 } });
    expect(asked).toHaveLength(4);
    expect(tried.toasts()).toEqual([]);
  });

  it('are given up after six attempts', async () => {
    const asked = stubNetwork({ [PATH]: behind });
    const answer = page().ask();
    await jest.runAllTimersAsync();
    expect(await answer).toMatchObject({ error: { code: 'projection.behind' } });
    expect(asked).toHaveLength(6);
  });

  it('leave no listeners on the call’s abort signal, however many retries', async () => {
    const added = jest.spyOn(AbortSignal.prototype, 'addEventListener');
    try {
      stubNetwork({ [PATH]: behind });
      const answer = page().ask();
      await jest.runAllTimersAsync();
      await answer;
      const waiting = [...new Set(added.mock.contexts)].map((signal) => getEventListeners(signal, 'abort').length);
      // One listener for each of the six requests, from combining two signals; none for the pauses between them.
      expect(Math.max(...waiting)).toBe(6);
    } finally {
      added.mockRestore();
    }
  });

  it('are the only refusal that is retried', async () => {
    const asked = stubNetwork({ [PATH]: () => refusal(503, 'system.busy', 'Please wait.') });
    const answer = page().ask();
    await jest.runAllTimersAsync();
    expect(await answer).toMatchObject({ error: { code: 'system.busy' } });
    expect(asked).toHaveLength(1);
  });
});

describe('missing response', () => {
  it('from an unreachable server raises a toast', async () => {
    stubNetwork({});
    const tried = page();
    await tried.ask();
    expect(tried.toasts()).toEqual([{ kind: 'error', key: 'page.offline' }]);
  });

  it('times out after exactly 30 seconds', async () => {
    jest.useFakeTimers();
    try {
      stubNetwork({ [PATH]: never });
      const tried = page();
      const answer = tried.ask();
      await jest.advanceTimersByTimeAsync(29_000);
      expect(tried.toasts()).toEqual([]);
      await jest.advanceTimersByTimeAsync(1_000);
      await answer;
      expect(tried.toasts()).toEqual([{ kind: 'error', key: 'page.timeout' }]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('expired session', () => {
  it.each([
    [401, '4001'],
    [403, '4003'],
  ])('with %p %s ends once, even for several calls', async (status, code) => {
    keepTicket('t-1');
    stubNetwork({ [PATH]: () => refusal(status, code, EXPIRED) });
    const tried = page();
    await Promise.all([tried.ask(1), tried.ask(2), tried.askQuietly()]);
    expect(tried.ends).toEqual(['expired']);
    expect(tried.toasts()).toEqual([]);
    expect(localStorage.getItem('ticket')).toBeNull();
  });

  it('raises no alert during log-in', async () => {
    keepTicket('t-1');
    stubNetwork({ [PATH]: () => refusal(401, '4001', EXPIRED) });
    const tried = page();
    await tried.logIn();
    expect(tried.ends).toEqual([]);
    expect(tried.toasts()).toEqual([{ kind: 'error', text: EXPIRED }]);
    expect(localStorage.getItem('ticket')).toBe('t-1');
  });

  it('drops a late response after another tab logged in, without a toast', async () => {
    for (const late of [() => success({ total: 3 }), () => refusal(200, 'system.error', 'No.')]) {
      keepTicket('t-1');
      stubNetwork({
        [PATH]: () => {
          keepTicket('t-2');
          return late();
        },
      });
      const tried = page();
      const { data, error } = await tried.ask();
      expect({ data, error }).toEqual({ data: undefined, error: { cause: 'superseded' } });
      expect(tried.toasts()).toEqual([]);
    }
  });

  it('does not end a session that began during the request', async () => {
    keepTicket('t-1');
    stubNetwork({
      [PATH]: () => {
        keepTicket('t-2');
        return refusal(401, '4001', EXPIRED);
      },
    });
    const tried = page();
    await tried.ask();
    expect(tried.ends).toEqual(['found']);
    expect(localStorage.getItem('ticket')).toBe('t-2');
    expect(tried.session()).toMatchObject({ ticket: 't-2' });
  });
});

describe('ticket of another tab', () => {
  it('is never sent with a pending request: the page switches the session first', async () => {
    keepTicket('t-ann');
    const tried = page();
    keepTicket('t-ben');
    const asked = stubNetwork({ [PATH]: () => success({ total: 3 }) });
    const { data, error } = await tried.ask();
    expect({ data, error }).toEqual({ data: undefined, error: { cause: 'superseded' } });
    expect(asked).toEqual([]);
    expect(tried.ends).toEqual(['found']);
    expect(tried.session()).toMatchObject({ ticket: 't-ben' });
    await tried.ask(2);
    expect(asked).toMatchObject([{ ticket: 't-ben' }]);
  });

  it('does not affect a log-in on this page', async () => {
    const tried = page();
    keepTicket('t-ben');
    const asked = stubNetwork({ [PATH]: () => success({ total: 3 }) });
    expect(await tried.logIn()).toMatchObject({ data: { total: 3 } });
    expect(asked).toMatchObject([{ ticket: null }]);
    expect(tried.ends).toEqual([]);
  });

  it('is not used to retry a refused request', async () => {
    jest.useFakeTimers();
    try {
      keepTicket('t-ann');
      const tried = page();
      const asked = stubNetwork({ [PATH]: () => refusal(503, 'projection.behind') });
      const answer = tried.ask();
      await jest.advanceTimersByTimeAsync(0);
      keepTicket('t-ben');
      tried.takeUp();
      await jest.runAllTimersAsync();
      expect(await answer).toMatchObject({ error: { cause: 'superseded' } });
      expect(asked).toMatchObject([{ ticket: 't-ann' }]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('unknown ticket', () => {
  it('ends the session silently', async () => {
    keepTicket('t-1');
    stubNetwork({ [PATH]: () => refusal(200, 'login.user.not.login', 'Please log in first.') });
    const tried = page();
    await tried.ask();
    expect(tried.ends).toEqual(['not_known']);
    expect(tried.toasts()).toEqual([]);
    expect(localStorage.getItem('ticket')).toBeNull();
  });
});
