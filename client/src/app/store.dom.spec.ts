import type { UnknownAction } from '@reduxjs/toolkit';
import type { UserInfo } from '../../../shared/products/identity/account';
import type { Balance, OrderState } from '../../../shared/wire/market-data';
import { refusal, stubNetwork, success } from '../../../test/support/network';
import { balancesSlice } from '../kit/entities/balance/balance-slice';
import { connectionOpened } from '../kit/entities/connection/connection-slice';
import { messagePushed } from '../kit/entities/message/message-api';
import { messageSlice } from '../kit/entities/message/message-slice';
import { ordersSlice } from '../kit/entities/order/order-slice';
import { cancellationAsked } from '../kit/news/own-acts';
import { securityApi } from '../kit/entities/security/security-api';
import { sessionApi } from '../kit/entities/session/session-api';
import { beginSession, endSession, leaveSession, adoptStoredSession } from '../kit/api/session';
import { startLanguage } from '../kit/i18n/i18n';
import { toastShown } from '../kit/toasts/toasts-slice';
import { interestTaken } from '../kit/stream/interest';
import { createAppStore, type AppStore } from './store';

const ANN = { userId: 7, userName: 'ann@test.example', nickName: 'Ann', userType: 2 } as UserInfo;
const CARD = { card: '1', bankName: 'Bank of Ann' };
const USER_INFO = '/exchange/app/account/getUserInfo';
const CARDS = '/exchange/app/security/bankCard/list';

const { getUserInfo } = sessionApi.endpoints;
const { bankCards, setNickName } = securityApi.endpoints;

/** Slices with public data. Any other slice must be empty after every change of session. */
const PUBLIC = ['connection', 'interest', 'market', 'book', 'trade', 'candles', 'indexPrice', 'route', 'rebuild'];

beforeAll(startLanguage);
beforeEach(() => localStorage.clear());

/** Mock server for Ann. */
function stubAnn() {
  return stubNetwork({ [USER_INFO]: () => success(ANN), [CARDS]: () => success({ records: [CARD] }) });
}

/** Returns a store with data in each private slice. */
async function pageOfAnn(): Promise<AppStore> {
  const store = createAppStore();
  stubAnn();
  beginSession(store, { ticket: 't-ann', userId: ANN.userId });
  await store.dispatch(getUserInfo.initiate());
  await store.dispatch(bankCards.initiate());
  const order = { order: '1', market: 'BTC-USDT' } as OrderState;
  const balance = { account: 'spot', asset: 'BTC', available: '1', frozen: '0' } as Balance;
  const held: UnknownAction[] = [
    ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: [order] }, at: 1 }),
    balancesSlice.snapshotReceived({ snapshot: { position: 1, balances: [balance] }, at: 1 }),
    messageSlice.snapshotReceived({ snapshot: { position: 0, messages: [] }, at: 1 }),
    cancellationAsked(['1']),
    toastShown({ kind: 'success', text: 'Card added.' }),
    interestTaken({ topic: { channel: 'depth', market: 'BTC-USDT' } }),
    connectionOpened(),
  ];
  for (const event of held) store.dispatch(event);
  return store;
}

const CHANGES: readonly (readonly [string, (store: AppStore) => void])[] = [
  ['the user logs out', (store) => void leaveSession(store)],
  ['the session has expired', (store) => endSession(store, 't-ann', { kind: 'expired', text: 'Over.' })],
  ['the server does not know the ticket', (store) => endSession(store, 't-ann', { kind: 'not_known' })],
  ['another logs in', (store) => beginSession(store, { ticket: 't-ben', userId: 8 })],
  [
    'another has logged in in another tab',
    (store) => {
      localStorage.setItem('ticket.user', '8');
      localStorage.setItem('ticket', 't-ben');
      adoptStoredSession(store);
    },
  ],
];

describe('every private slice', () => {
  it('is filled in these tests unless declared public', async () => {
    const [fresh, used] = [createAppStore().getState(), (await pageOfAnn()).getState()];
    const names = Object.keys(used) as (keyof typeof used)[];
    const empty = names.filter((name) => JSON.stringify(used[name]) === JSON.stringify(fresh[name]));
    expect(empty.filter((name) => !PUBLIC.includes(name))).toEqual([]);
  });

  it.each(CHANGES)('equals its initial state when %s', async (_, change) => {
    const store = await pageOfAnn();
    change(store);
    const { session, ...rest } = store.getState();
    const fresh = createAppStore().getState();
    const privates = Object.keys(rest).filter((name) => !PUBLIC.includes(name)) as (keyof typeof rest)[];
    for (const name of privates) expect({ name, ...rest[name] }).toEqual({ name, ...fresh[name] });
    expect(session.userData).toBeNull();
    expect(JSON.stringify(store.getState())).not.toMatch(/Ann|Card/);
  });
});

describe('public slices', () => {
  it.each(CHANGES)('are unchanged when %s', async (_, change) => {
    const store = await pageOfAnn();
    const { interest, connection } = store.getState();
    change(store);
    expect(store.getState()).toMatchObject({ interest, connection });
  });
});

/** Mock server that answers on demand. */
function slowServer(paths: readonly string[]) {
  const waiting = new Map<string, (response: Response) => void>();
  const held = (path: string) => () => new Promise<Response>((resolve) => waiting.set(path, resolve));
  const asked = stubNetwork(Object.fromEntries(paths.map((path) => [path, held(path)])));
  return {
    asked,
    /** Waits for the request, then answers it. */
    answer: async (path: string, response: Response): Promise<void> => {
      while (!waiting.has(path)) await turn();
      waiting.get(path)?.(response);
      for (let turns = 0; turns < 10; turns += 1) await turn();
    },
  };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe.each(CHANGES)('a late response after %s', (_, change) => {
  const selectCards = bankCards.select();

  it('to a query does not fill the cache', async () => {
    const store = await pageOfAnn();
    const server = slowServer([CARDS]);
    void store.dispatch(bankCards.initiate(undefined, { forceRefetch: true }));
    change(store);
    await server.answer(CARDS, success({ records: [CARD] }));
    expect(selectCards(store.getState()).data).toBeUndefined();
  });

  it('to an automatic refetch does not set the user', async () => {
    const store = await pageOfAnn();
    const server = slowServer([USER_INFO, CARDS]);
    store.dispatch(messagePushed());
    change(store);
    const isLogin = store.getState().session.isLogin;
    await server.answer(USER_INFO, success(ANN));
    expect(store.getState().session).toMatchObject({ isLogin, userData: null });
  });

  it('does not answer the same query of the next user', async () => {
    const store = await pageOfAnn();
    const server = slowServer([CARDS]);
    void store.dispatch(bankCards.initiate(undefined, { forceRefetch: true }));
    await turn();
    change(store);
    const next = slowServer([CARDS]);
    void store.dispatch(bankCards.initiate());
    await server.answer(CARDS, success({ records: [CARD] }));
    expect(selectCards(store.getState()).data).toBeUndefined();
    await next.answer(CARDS, success({ records: [] }));
    expect(selectCards(store.getState()).data).toEqual([]);
  });

  it('to a mutation raises no toast', async () => {
    const store = await pageOfAnn();
    const server = slowServer(['/exchange/app/security/setNickName']);
    const sent = store.dispatch(setNickName.initiate({ nickName: 'A' }));
    change(store);
    const { expired } = store.getState().session;
    await server.answer('/exchange/app/security/setNickName', refusal(401, '4001', 'Over and over.'));
    expect((await sent).error).toBeDefined();
    expect(store.getState().toasts.shown).toEqual([]);
    expect(store.getState().session.expired).toBe(expired);
  });
});

describe('an expired ticket', () => {
  it('ends only its own session, not a newer one', async () => {
    const store = await pageOfAnn();
    beginSession(store, { ticket: 't-ben', userId: 8 });
    endSession(store, 't-ann', { kind: 'expired', text: 'Over.' });
    expect(localStorage.getItem('ticket')).toBe('t-ben');
    expect(store.getState().session).toMatchObject({ ticket: 't-ben', isLogin: 1, expired: null });
  });
});
