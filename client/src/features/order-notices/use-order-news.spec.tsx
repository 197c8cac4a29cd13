import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { OrderState } from '../../../../shared/wire/market-data';
import { marketsEndpoint } from '../../entities/market/market-api';
import { ordersSlice } from '../../entities/order/order-slice';
import { cancellationAsked, ownActsSlice, placingBegun, placingEnded } from '../../entities/order/own-acts';
import { success, stubNetwork } from '../../../../test/support/network';
import { api } from '../../shared/api/api';
import { beginSession, leaveSession } from '../../shared/api/session';
import { sessionSlice } from '../../entities/session/session-slice';
import { startLanguage } from '../../shared/i18n/i18n';
import { keep } from '../../shared/lib/kept';
import { selectToasts, toastsSlice } from '../../shared/toasts/toasts-slice';
import { useNotices } from './use-notices';
import { useOrderNews } from './use-order-news';

const order = (id: number, of: Partial<OrderState> = {}): OrderState => ({
  ...{ order: String(id), market: 'BTC-USDT', side: 'buy', kind: 'limit', timeInForce: 'gtc', phase: 'resting' },
  ...{ status: 'pending', reason: null, price: '64310.25', quantity: '1.5', quoteAmount: null, trigger: null },
  ...{ filledQuantity: '0', filledQuote: '0', ...of },
});
const cancelled = (id: number, market = 'BTC-USDT') =>
  order(id, { market, phase: 'closed', status: 'cancelled', reason: 'requested' });
const filled = (id: number) => order(id, { phase: 'closed', status: 'filled', filledQuantity: '1.5' });
const ORDER_OF_PLACING = '77';

beforeAll(startLanguage);
beforeEach(() => {
  leaveSession({ dispatch: () => undefined as never, getState: () => ({}) });
  localStorage.clear();
  const record = (name: string) => {
    const [base, quote] = name.split('-');
    return { name, product: 'spot', label: `${base}/${quote}`, base, quote, decimals: {} };
  };
  stubNetwork({
    '/exchange/app/product/indexList': () =>
      success({ records: ['BTC-USDT', 'ETH-USDT'].map(record), total: 2, pageIndex: 1, pageSize: 200 }),
  });
});
afterEach(() => jest.useRealTimers());

/** A tab in which the user has `open` orders. */
async function follow(open: OrderState[] = [], user = 7) {
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      ...{ orders: ordersSlice.reducer, ownActs: ownActsSlice.reducer },
      ...{ toasts: toastsSlice.reducer, session: sessionSlice.reducer },
    },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  beginSession(store, { ticket: `t-${user}`, userId: user });
  await store.dispatch(marketsEndpoint.initiate());
  jest.useFakeTimers();
  store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: open }, at: 1 }));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(
    () => {
      useOrderNews();
      return useNotices();
    },
    { wrapper },
  );
  return {
    store,
    happens: (position: number, ...orders: OrderState[]) =>
      act(
        () =>
          void store.dispatch(
            ordersSlice.pushReceived({
              push: {
                from: position - 1,
                to: position,
                at: 0,
                updates: [{ position, at: position, orders, fills: [] }],
              },
              at: 1,
            }),
          ),
      ),
    place: () => act(() => void store.dispatch(placingBegun())),
    answered: () => act(() => void store.dispatch(placingEnded(ORDER_OF_PLACING))),
    pass: () => act(() => jest.advanceTimersByTime(1_000)),
    told: () => selectToasts(store.getState()).map((toast) => ('text' in toast ? toast.text : toast.key)),
    kept: () => result.current.notices.map(({ id }) => id),
    unread: () => result.current.unread,
    read: () => act(() => result.current.markRead()),
  };
}

describe('news of orders', () => {
  it('names the market of one that was taken back', async () => {
    const { happens, pass, told, kept } = await follow([order(1, { market: 'ETH-USDT' })]);
    happens(2, cancelled(1, 'ETH-USDT'));
    pass();
    expect(told()).toEqual(['Order cancelled: ETH/USDT']);
    expect(kept()).toEqual(['cancelled:1']);
  });

  it('counts those that were taken back together, market by market', async () => {
    const { happens, pass, told } = await follow();
    happens(2, cancelled(1), cancelled(2));
    happens(3, cancelled(3, 'ETH-USDT'));
    expect(told()).toEqual([]);
    pass();
    expect(told()).toEqual(['3 orders cancelled']);
  });

  it('tells of each step that another tab, the market or the platform has made, newest first in the list', async () => {
    const { happens, told, kept, unread, read } = await follow([order(2, { phase: 'waiting', kind: 'stop_limit' })]);
    happens(2, order(1));
    happens(3, order(1, { status: 'partially_filled', filledQuantity: '0.5' }));
    happens(4, filled(1));
    happens(5, order(2));
    expect(told()).toEqual([
      'Buy order placed: BTC/USDT',
      'Buy order partly filled: 0.5 BTC on BTC/USDT',
      'Buy order filled: 1.5 BTC on BTC/USDT',
      'Buy order triggered: BTC/USDT',
    ]);
    happens(6, order(2, { phase: 'closed', status: 'cancelled', reason: 'staff' }));
    expect(kept()).toEqual(['ended:2', 'triggered:2', 'filled:1', 'partly:1:0.5', 'placed:1']);
    expect(unread()).toBe(5);
    read();
    expect(unread()).toBe(0);
  });

  it('of what was done in this tab are a short word at most, and stay in no list', async () => {
    const { store, happens, place, answered, pass, told, kept } = await follow();
    place();
    happens(2, order(Number(ORDER_OF_PLACING)));
    expect(told()).toEqual([]);
    answered();
    expect(told()).toEqual([]);
    act(() => void store.dispatch(cancellationAsked([ORDER_OF_PLACING])));
    happens(3, cancelled(Number(ORDER_OF_PLACING)));
    pass();
    expect(told()).toEqual(['Order cancelled: BTC/USDT']);
    expect(kept()).toEqual([]);
  });

  it('of an order that comes while one is being placed wait until it is known which one is this tab’s', async () => {
    const { happens, place, answered, told, kept } = await follow();
    place();
    happens(2, order(76), filled(Number(ORDER_OF_PLACING)));
    expect(told()).toEqual([]);
    answered();
    expect(told()).toEqual(['Buy order placed: BTC/USDT', 'Buy order filled: 1.5 BTC on BTC/USDT']);
    expect(kept()).toEqual(['placed:76']);
  });

  it('tell later fills of an order that was placed in this tab', async () => {
    const { happens, place, answered, kept } = await follow();
    place();
    answered();
    happens(2, order(Number(ORDER_OF_PLACING)));
    happens(3, filled(Number(ORDER_OF_PLACING)));
    expect(kept()).toEqual([`filled:${ORDER_OF_PLACING}`]);
  });

  it('are told once, however often they are sent, and are in the list of one browser once', async () => {
    const [tab, other] = [await follow(), await follow()];
    for (const { happens } of [tab, other]) happens(2, filled(1));
    expect(tab.kept()).toEqual(['filled:1']);
    // After a restart positions may begin anew.
    act(() => void tab.store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: [] }, at: 1 })));
    tab.happens(2, filled(1));
    expect(tab.told()).toHaveLength(1);
    expect(tab.kept()).toEqual(['filled:1']);
  });

  it('can be switched off kind by kind', async () => {
    const { happens, told, kept } = await follow();
    act(() => keep('notices.kind.placed', 'off'));
    happens(2, order(1));
    happens(3, filled(1));
    expect(told()).toEqual(['Buy order filled: 1.5 BTC on BTC/USDT']);
    expect(kept()).toEqual(['filled:1']);
  });

  it('are there after a reload, and are no other user’s', async () => {
    (await follow()).happens(2, filled(1));
    cleanup();
    jest.useRealTimers();
    expect((await follow()).kept()).toEqual(['filled:1']);
    cleanup();
    jest.useRealTimers();
    expect((await follow([], 8)).kept()).toEqual([]);
  });

  it.each(['nonsense', '{}', '[{"id":1}]', '[{"id":"x","kind":"filled","at":1,"order":{"market":"A"}}]'])(
    'are none when %p is what was kept',
    async (text) => {
      localStorage.setItem('notices.told@7', text);
      expect((await follow()).kept()).toEqual([]);
    },
  );
});
