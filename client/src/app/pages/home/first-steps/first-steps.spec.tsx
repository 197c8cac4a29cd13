import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import type { UserInfo } from '../../../../../../shared/products/identity/account';
import type { OrderState } from '../../../../../../shared/wire/market-data';
import { stubNetwork, success, type Asked } from '../../../../../../test/support/network';
import { ordersSlice } from '../../../../kit/entities/order/order-slice';
import { sessionApi } from '../../../../kit/entities/session/session-api';
import { sessionSlice } from '../../../../kit/entities/session/session-slice';
import { api } from '../../../../kit/api/api';
import { beginSession, leaveSession } from '../../../../kit/api/session';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { preferenceText } from '../../../../kit/lib/storage/preferences';
import { settle } from '../../../../testing/settle';
import { FirstSteps } from './first-steps';
import { useFirstSteps } from './use-first-steps';

beforeAll(startLanguage);
beforeEach(() => {
  leaveSession({ dispatch: () => undefined as never, getState: () => ({}) });
  localStorage.clear();
});

function Home() {
  const { steps, hide } = useFirstSteps();
  return steps ? <FirstSteps steps={steps} onHide={hide} /> : <p>For visitors</p>;
}

interface Known {
  user?: Partial<UserInfo> | null;
  hasRecharge?: boolean;
  orders?: number;
}

let asked: Asked[];

async function show({ user = {}, hasRecharge = false, orders = 0 }: Known = {}) {
  asked = stubNetwork({
    '/exchange/app/account/getUserInfo': () =>
      success({ userId: 7, userType: 3, verification: 'not_certified', ...user }),
    '/exchange/app/rechargerecord/setHasRecharge': () => success(hasRecharge),
    '/exchange/app/spot/historyOrders': () => success({ records: [], total: orders, pageIndex: 1, pageSize: 10 }),
  });
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      ...{ orders: ordersSlice.reducer, session: sessionSlice.reducer },
    },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  if (user) {
    beginSession(store, { ticket: 't-7', userId: 7 });
    await store.dispatch(sessionApi.endpoints.getUserInfo.initiate());
  }
  const { unmount } = render(
    <Provider store={store}>
      <MemoryRouter>
        <Home />
      </MemoryRouter>
    </Provider>,
  );
  await settle();
  return { store, unmount };
}

const states = () => screen.queryAllByRole('listitem').map(({ dataset }) => dataset.state);
const isOver = () => screen.queryByText('For visitors') !== null;

describe('first steps', () => {
  it('are shown to a new user, each with a link to its screen', async () => {
    await show();
    expect(states()).toEqual(['next', 'later', 'later']);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/accountSet/realName',
      '/accountSet/recharge',
      '/currencyTransaction',
    ]);
    expect(screen.getByText('0 of 3 done')).toBeTruthy();
  });

  it.each<[string, Known, string[]]>([
    ['is verified', { user: { verification: 'certified' } }, ['done', 'next', 'later']],
    ['has deposited first', { hasRecharge: true }, ['next', 'done', 'later']],
    ['has ordered with what came some other way', { orders: 1 }, ['next', 'done', 'done']],
  ])('are ticked for a user who %s', async (_who, known, expected) => {
    await show(known);
    expect(states()).toEqual(expected);
  });

  it('count an open order', async () => {
    const { store } = await show();
    const order = { order: '1', market: 'BTC-USDT' } as OrderState;
    act(() => void store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: [order] }, at: 1 })));
    await settle();
    expect(states()).toEqual(['next', 'done', 'done']);
  });

  it.each<[NonNullable<Known['user']>['verification'], RegExp]>([
    ['under_review', /are being checked/],
    ['failed', /were not accepted/],
  ])('show the verification status: %s', async (verification, words) => {
    await show({ user: { verification } });
    expect(screen.getByText(words)).toBeTruthy();
    expect(states()[0]).toBe('next');
  });

  it('disappear once all are done, without further requests', async () => {
    const all = { user: { verification: 'certified' as const }, hasRecharge: true, orders: 1 };
    const { unmount } = await show(all);
    expect(isOver()).toBe(true);
    expect(preferenceText('first-steps')).toBe('done');
    unmount();
    await show(all);
    expect(asked.map(({ path }) => path)).toEqual(['/exchange/app/account/getUserInfo']);
  });

  it('can be hidden per user', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Hide these steps' }));
    expect(isOver()).toBe(true);
    expect(preferenceText('first-steps')).toBe('hidden');
    leaveSession({ dispatch: () => undefined as never, getState: () => ({}) });
    expect(preferenceText('first-steps')).toBeNull();
  });

  it('are hidden from visitors and staff', async () => {
    const { unmount } = await show({ user: null });
    expect(isOver()).toBe(true);
    unmount();
    await show({ user: { userType: 1 } });
    expect(isOver()).toBe(true);
    expect(asked.map(({ path }) => path)).toEqual(['/exchange/app/account/getUserInfo']);
  });
});
