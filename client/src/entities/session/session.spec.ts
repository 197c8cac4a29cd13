import { configureStore } from '@reduxjs/toolkit';
import type { UserInfo } from '../../../../shared/wire/account';
import { json, refusal, stubNetwork, success } from '../../../../test/support/network';
import { api } from '../../shared/api/api';
import { loggedOut, notLoggedIn, sessionExpired } from '../../shared/api/api-events';
import { currentTicket, dropTicket, keepTicket } from '../../shared/api/ticket';
import { startLanguage } from '../../shared/i18n/i18n';
import { noticesSlice } from '../../shared/notices/notices-slice';
import { sessionApi } from './session-api';
import { loggedIn, selectExpired, selectIsLogin, selectUser, sessionRestored, sessionSlice } from './session-slice';

const ALICE = { userId: 7, userName: 'alice', nickName: 'Alice', email: 'alice@demo.example', userType: 2 } as UserInfo;
const USER_INFO = '/exchange/app/account/getUserInfo';
const TOKEN = '/exchange/api/auth/oauth/token';
const VISITOR = { isLogin: 0, userData: null, userType: 3, expired: null };

const { getUserInfo, logIn, logOut } = sessionApi.endpoints;

function page() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionSlice.reducer, notices: noticesSlice.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
}

/** A page whose user is known. */
async function pageOfAlice() {
  keepTicket('t-1');
  stubNetwork({ [USER_INFO]: () => success(ALICE) });
  const store = page();
  await store.dispatch(getUserInfo.initiate());
  return store;
}

beforeAll(startLanguage);
beforeEach(dropTicket);

describe('the login state', () => {
  it('starts from what is stored', () => {
    const store = page();
    expect(store.getState().session).toEqual(VISITOR);
    store.dispatch(sessionRestored('t-1'));
    expect(selectIsLogin(store.getState())).toBe(true);
    expect(selectUser(store.getState())).toBeNull();
    store.dispatch(sessionRestored(null));
    expect(selectIsLogin(store.getState())).toBe(false);
  });

  it('is 1 with the user’s data and type when the server knows the user', async () => {
    const store = await pageOfAlice();
    expect(store.getState().session).toEqual({ isLogin: 1, userData: ALICE, userType: 2, expired: null });
  });

  it('is 0 without data and ticket when the server says that nobody is logged in', async () => {
    const store = await pageOfAlice();
    stubNetwork({ [USER_INFO]: () => refusal(200, 'login.user.not.login') });
    await store.dispatch(getUserInfo.initiate(undefined, { forceRefetch: true }));
    expect(store.getState().session).toEqual(VISITOR);
    expect(currentTicket()).toBeNull();
  });

  it('is 0 after log-out, whatever was known', async () => {
    const store = await pageOfAlice();
    store.dispatch(loggedOut());
    expect(store.getState().session).toEqual(VISITOR);
  });

  it('is 0 with the words of the server when the session has ended, until somebody logs in', async () => {
    const store = await pageOfAlice();
    store.dispatch(sessionExpired('Your session has expired.'));
    expect(store.getState().session).toEqual({ ...VISITOR, expired: 'Your session has expired.' });
    store.dispatch(loggedIn());
    expect(selectIsLogin(store.getState())).toBe(true);
    expect(selectExpired(store.getState())).toBeNull();
  });

  it('stays when the server is out of reach: that says nothing about the ticket', async () => {
    const store = await pageOfAlice();
    stubNetwork({});
    await store.dispatch(getUserInfo.initiate(undefined, { forceRefetch: true }));
    expect(selectUser(store.getState())).toEqual(ALICE);
    expect(currentTicket()).toBe('t-1');
  });

  it('of a visitor stays as it is when nobody is logged in', () => {
    expect(sessionSlice.reducer(undefined, notLoggedIn())).toEqual(VISITOR);
  });
});

describe('a log-in', () => {
  const credentials = { username: 'alice@demo.example', password: 'p+ss & word' };

  it('sends a form and keeps the ticket that comes beside the envelope', async () => {
    const answer = { code: 'success', message: 'Success', data: { userId: 7 }, access_token: 't-9', token_type: 'x' };
    const asked = stubNetwork({ [TOKEN]: () => json(200, answer) });
    const { data } = await page().dispatch(logIn.initiate(credentials));
    expect(data).toEqual({ userId: 7 });
    expect(currentTicket()).toBe('t-9');
    expect(Object.fromEntries(new URLSearchParams(asked[0].body))).toEqual({ grant_type: 'password', ...credentials });
  });

  it('that is refused keeps nothing', async () => {
    stubNetwork({ [TOKEN]: () => refusal(200, 'login.failed', 'Wrong password.') });
    const { error } = await page().dispatch(logIn.initiate(credentials));
    expect(error).toMatchObject({ code: 'login.failed' });
    expect(currentTicket()).toBeNull();
  });

  it('of an answer without a code is a failure', async () => {
    stubNetwork({ [TOKEN]: () => json(200, { token_type: 'bearer' }) });
    const store = page();
    const { error } = await store.dispatch(logIn.initiate(credentials));
    expect(error).toEqual({});
    expect(store.getState().notices.shown).toMatchObject([{ kind: 'error', key: 'page.error' }]);
    expect(currentTicket()).toBeNull();
  });
});

describe('a log-out', () => {
  it('is told to the server with the ticket that ends', async () => {
    const store = await pageOfAlice();
    const asked = stubNetwork({ '/exchange/app/account/logout': () => success(null) });
    await store.dispatch(logOut.initiate());
    expect(asked).toMatchObject([{ method: 'POST', ticket: 't-1' }]);
  });
});
