import { configureStore } from '@reduxjs/toolkit';
import type { UserInfo } from '../../../../../shared/products/identity/account';
import { json, refusal, stubNetwork, success } from '../../../../../test/support/network';
import { api } from '../../api/api';
import {
  beginSession,
  endSession,
  isSessionReplaced,
  leaveSession,
  adoptStoredSession,
  type Page,
} from '../../api/session';
import { startLanguage } from '../../i18n/i18n';
import { toastsSlice } from '../../toasts/toasts-slice';
import { sessionApi } from './session-api';
import { selectExpired, selectIsLogin, selectUser, sessionSlice } from './session-slice';

const ALICE = { userId: 7, userName: 'alice', nickName: 'Alice', email: 'alice@demo.example', userType: 2 } as UserInfo;
const USER_INFO = '/exchange/app/account/getUserInfo';
const TOKEN = '/exchange/api/auth/oauth/token';
const VISITOR = { isLogin: 0, userData: null, userType: 3, expired: null };

const { getUserInfo, logIn, afterLogIn, logOut } = sessionApi.endpoints;

function page() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer, toasts: toastsSlice.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
}

/** Page with a logged-in user. */
async function pageOfAlice() {
  stubNetwork({ [USER_INFO]: () => success(ALICE) });
  const store = page();
  beginSession(store, { ticket: 't-1', userId: ALICE.userId });
  await store.dispatch(getUserInfo.initiate());
  return store;
}

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

describe('login state', () => {
  it('starts from the stored ticket', () => {
    const store = page();
    expect(store.getState().session).toMatchObject(VISITOR);
    localStorage.setItem('ticket', 't-1');
    adoptStoredSession(store);
    expect(selectIsLogin(store.getState())).toBe(true);
    expect(selectUser(store.getState())).toBeNull();
    localStorage.clear();
    adoptStoredSession(store);
    expect(selectIsLogin(store.getState())).toBe(false);
  });

  it('is 1 with the user’s data and type once the server knows the user', async () => {
    const store = await pageOfAlice();
    expect(store.getState().session).toMatchObject({ isLogin: 1, userData: ALICE, userType: 2, expired: null });
  });

  it('is 0 without data and ticket if the server reports no log-in', async () => {
    const store = await pageOfAlice();
    stubNetwork({ [USER_INFO]: () => refusal(200, 'login.user.not.login') });
    await store.dispatch(getUserInfo.initiate(undefined, { forceRefetch: true }));
    expect(store.getState().session).toMatchObject(VISITOR);
    expect(localStorage.getItem('ticket')).toBeNull();
  });

  it('is 0 after log-out', async () => {
    const store = await pageOfAlice();
    expect(leaveSession(store)).toBe('t-1');
    expect(store.getState().session).toMatchObject(VISITOR);
    expect(localStorage.getItem('ticket')).toBeNull();
  });

  it('is 0 with the server’s text after expiry, until the next log-in', async () => {
    const store = await pageOfAlice();
    endSession(store, 't-1', { kind: 'expired', text: 'Your session has expired.' });
    expect(store.getState().session).toMatchObject({ ...VISITOR, expired: 'Your session has expired.' });
    beginSession(store, { ticket: 't-2', userId: 8 });
    expect(selectIsLogin(store.getState())).toBe(true);
    expect(selectExpired(store.getState())).toBeNull();
  });

  it('reports expiry once per tab, even if another tab already dropped the ticket', async () => {
    const store = await pageOfAlice();
    localStorage.clear();
    endSession(store, 't-1', { kind: 'expired', text: 'Over.' });
    const told = store.getState().session;
    expect(told).toMatchObject({ ...VISITOR, expired: 'Over.' });
    endSession(store, 't-1', { kind: 'expired', text: 'Over.' });
    expect(store.getState().session).toBe(told);
  });

  it('gets a new id with every change and keeps it in between', async () => {
    const store = await pageOfAlice();
    const { id } = store.getState().session;
    await store.dispatch(getUserInfo.initiate(undefined, { forceRefetch: true }));
    expect(store.getState().session.id).toBe(id);
    leaveSession(store);
    expect(store.getState().session.id).not.toBe(id);
  });

  it('keeps ticket and user together, independent of later storage changes', async () => {
    const store = await pageOfAlice();
    expect(store.getState().session).toMatchObject({ ticket: 't-1', user: '7' });
    localStorage.setItem('ticket', 't-2');
    expect(store.getState().session).toMatchObject({ ticket: 't-1', user: '7' });
  });

  it('is unchanged while the server is unreachable', async () => {
    const store = await pageOfAlice();
    stubNetwork({});
    await store.dispatch(getUserInfo.initiate(undefined, { forceRefetch: true }));
    expect(selectUser(store.getState())).toEqual(ALICE);
    expect(localStorage.getItem('ticket')).toBe('t-1');
  });

  it('of a visitor is unchanged if nobody is logged in', async () => {
    const store = page();
    const before = store.getState().session;
    stubNetwork({ [USER_INFO]: () => refusal(200, 'login.user.not.login') });
    await store.dispatch(getUserInfo.initiate());
    expect(store.getState().session).toBe(before);
  });
});

describe('another tab', () => {
  it('logging in or out is detected until this tab follows', async () => {
    const store = await pageOfAlice();
    expect(isSessionReplaced(store)).toBe(false);
    for (const ticket of ['t-2', null]) {
      if (ticket === null) localStorage.removeItem('ticket');
      else localStorage.setItem('ticket', ticket);
      expect(isSessionReplaced(store)).toBe(true);
      adoptStoredSession(store);
      expect(isSessionReplaced(store)).toBe(false);
      expect(store.getState().session).toMatchObject({ ...VISITOR, isLogin: ticket === null ? 0 : 1 });
    }
  });
});

describe('log-in of another tab', () => {
  it.each([
    ['a log-out here', (store: Page) => void leaveSession(store)],
    ['the end of the session before', (store: Page) => endSession(store, 't-1', { kind: 'not_known' })],
  ])('is not undone by %s', async (_, change) => {
    const store = await pageOfAlice();
    localStorage.setItem('ticket.user', '8');
    localStorage.setItem('ticket', 't-2');
    change(store);
    expect(localStorage.getItem('ticket')).toBe('t-2');
    expect(store.getState().session).toMatchObject({ ticket: 't-2', user: '8', userData: null });
  });
});

describe('with full storage', () => {
  it('a log-in lasts until the page is left and is not mistaken for another tab’s', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const store = page();
    try {
      beginSession(store, { ticket: 't-1', userId: 7 });
      expect(isSessionReplaced(store)).toBe(false);
      expect(store.getState().session.ticket).toBe('t-1');
    } finally {
      full.mockRestore();
      leaveSession(store);
    }
  });
});

describe('with forbidden storage', () => {
  it('a log-in lasts until the page is left', () => {
    const forbidden = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    try {
      const store = page();
      beginSession(store, { ticket: 't-1', userId: 7 });
      expect(store.getState().session.ticket).toBe('t-1');
      expect(isSessionReplaced(store)).toBe(false);
      leaveSession(store);
      expect(store.getState().session.ticket).toBeNull();
    } finally {
      forbidden.mockRestore();
    }
  });
});

describe('log-in', () => {
  const credentials = { username: 'alice@demo.example', password: 'p+ss & word' };

  it('sends a form and returns the ticket next to the envelope', async () => {
    const answer = { code: 'success', message: 'Success', data: { userId: 7 }, access_token: 't-9', token_type: 'x' };
    const asked = stubNetwork({ [TOKEN]: () => json(200, answer) });
    const { data } = await page().dispatch(logIn.initiate(credentials));
    expect(data).toEqual({ userId: 7, ticket: 't-9' });
    expect(Object.fromEntries(new URLSearchParams(asked[0].body))).toEqual({ grant_type: 'password', ...credentials });
  });

  it('stores nothing before completion: later requests use the new ticket explicitly', async () => {
    localStorage.setItem('ticket', 't-1');
    const path = '/exchange/api/oms/opr/afterLogin/alice';
    const asked = stubNetwork({ [path]: () => refusal(401, '4001') });
    await page().dispatch(afterLogIn.initiate({ username: 'alice', ticket: 't-9' }));
    expect(asked).toMatchObject([{ path, ticket: 't-9' }]);
    expect(localStorage.getItem('ticket')).toBe('t-1');
  });

  it('returns only the error of a refusal', async () => {
    stubNetwork({ [TOKEN]: () => refusal(200, 'login.failed', 'Wrong password.') });
    const { error } = await page().dispatch(logIn.initiate(credentials));
    expect(error).toMatchObject({ code: 'login.failed' });
  });

  it('fails on a response without a code', async () => {
    stubNetwork({ [TOKEN]: () => json(200, { token_type: 'bearer' }) });
    const store = page();
    const { error } = await store.dispatch(logIn.initiate(credentials));
    expect(error).toEqual({});
    expect(store.getState().toasts.shown).toMatchObject([{ kind: 'error', key: 'page.error' }]);
  });
});

describe('log-out', () => {
  it('notifies the server with the ending ticket', async () => {
    const asked = stubNetwork({ '/exchange/app/account/logout': () => success(null) });
    await page().dispatch(logOut.initiate({ ticket: 't-1' }));
    expect(asked).toMatchObject([{ method: 'POST', ticket: 't-1' }]);
  });
});
