import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { OrderState } from '../../../../shared/wire/market-data';
import { marketsEndpoint } from '../../entities/market/market-api';
import { ordersSlice } from '../../entities/order/order-slice';
import { success, stubNetwork } from '../../../../test/support/network';
import { api } from '../../shared/api/api';
import { sessionSlice } from '../../entities/session/session-slice';
import { startLanguage } from '../../shared/i18n/i18n';
import { selectToasts, toastsSlice } from '../../shared/toasts/toasts-slice';
import { useOrderNews } from './use-order-news';

const order = (id: number, of: Partial<OrderState> = {}): OrderState => ({
  ...{ order: String(id), market: 'BTC-USDT', side: 'buy', kind: 'limit', timeInForce: 'gtc', phase: 'resting' },
  ...{ status: 'pending', reason: null, price: '64310.25', quantity: '1.5', quoteAmount: null, trigger: null },
  ...{ filledQuantity: '0', filledQuote: '0', ...of },
});
const cancelled = (id: number, market = 'BTC-USDT') =>
  order(id, { market, phase: 'closed', status: 'cancelled', reason: 'requested' });

beforeAll(startLanguage);
afterEach(() => jest.useRealTimers());

async function follow() {
  const record = (name: string) => {
    const [base, quote] = name.split('-');
    return { name, product: 'spot', label: `${base}/${quote}`, base, quote, decimals: {} };
  };
  stubNetwork({
    '/exchange/app/product/indexList': () =>
      success({ records: ['BTC-USDT', 'ETH-USDT'].map(record), total: 2, pageIndex: 1, pageSize: 200 }),
  });
  const store = configureStore({
    reducer: {
      [api.reducerPath]: api.reducer,
      ...{ orders: ordersSlice.reducer, toasts: toastsSlice.reducer, session: sessionSlice.reducer },
    },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  await store.dispatch(marketsEndpoint.initiate());
  jest.useFakeTimers();
  store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: [] }, at: 1 }));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  renderHook(useOrderNews, { wrapper });
  return {
    ends: (position: number, ...orders: OrderState[]) =>
      act(
        () =>
          void store.dispatch(
            ordersSlice.pushReceived({
              push: { from: position - 1, to: position, at: 0, updates: [{ position, at: 0, orders, fills: [] }] },
              at: 1,
            }),
          ),
      ),
    pass: () => act(() => jest.advanceTimersByTime(1_000)),
    told: () => selectToasts(store.getState()).map((toast) => ('text' in toast ? toast.text : toast.key)),
  };
}

describe('news of orders', () => {
  it('names the market of one that was taken back', async () => {
    const { ends, pass, told } = await follow();
    ends(2, cancelled(1, 'ETH-USDT'));
    pass();
    expect(told()).toEqual(['Order cancelled: ETH/USDT']);
  });

  it('counts those that were taken back together, market by market', async () => {
    const { ends, pass, told } = await follow();
    ends(2, cancelled(1), cancelled(2));
    ends(3, cancelled(3, 'ETH-USDT'));
    expect(told()).toEqual([]);
    pass();
    expect(told()).toEqual(['3 orders cancelled']);
  });

  it('tells of each end that was not asked for', async () => {
    const { ends, told } = await follow();
    ends(2, order(1, { phase: 'closed', status: 'filled', filledQuantity: '1.5' }));
    ends(3, order(2, { phase: 'closed', status: 'cancelled', reason: 'staff' }));
    expect(told()).toHaveLength(2);
  });
});
