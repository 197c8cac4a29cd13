import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { OrderState } from '../../../../shared/wire/market-data';
import { ordersSlice } from '../../entities/order/order-slice';
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
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function follow() {
  const store = configureStore({ reducer: { orders: ordersSlice.reducer, toasts: toastsSlice.reducer } });
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
  it('names the market of one that was taken back', () => {
    const { ends, pass, told } = follow();
    ends(2, cancelled(1, 'ETH-USDT'));
    pass();
    expect(told()).toEqual(['Order cancelled: ETH/USDT']);
  });

  it('counts those that were taken back together, market by market', () => {
    const { ends, pass, told } = follow();
    ends(2, cancelled(1), cancelled(2));
    ends(3, cancelled(3, 'ETH-USDT'));
    expect(told()).toEqual([]);
    pass();
    expect(told()).toEqual(['3 orders cancelled']);
  });

  it('tells of each end that was not asked for', () => {
    const { ends, told } = follow();
    ends(2, order(1, { phase: 'closed', status: 'filled', filledQuantity: '1.5' }));
    ends(3, order(2, { phase: 'closed', status: 'cancelled', reason: 'staff' }));
    expect(told()).toHaveLength(2);
  });
});
