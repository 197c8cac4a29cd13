import type { OrderUpdate } from '../../../shared/wire/market-data';
import { stubNetwork, success } from '../../../test/support/network';
import { orderApi } from '../entities/order/order-api';
import { ordersSlice } from '../entities/order/order-slice';
import { startLanguage } from '../shared/i18n/i18n';
import { FOLLOW_MS, followLists } from './follow-lists';
import { createAppStore } from './store';

const HISTORY = '/exchange/app/spot/historyOrders';

beforeAll(startLanguage);
beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

it('a list under fills without end goes on, in one place of the cache, and holds the last of them', async () => {
  const asked = stubNetwork({ [HISTORY]: () => success({ records: [], total: 0, pageIndex: 1, pageSize: 20 }) });
  const store = createAppStore();
  followLists(store);
  store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders: [] }, at: 1 }));
  const shown = store.dispatch(orderApi.endpoints.orderHistory.initiate({ pageIndex: 1 }));
  await jest.advanceTimersByTimeAsync(2 * FOLLOW_MS);
  asked.length = 0;
  for (let position = 2; position <= 101; position += 1) {
    const update: OrderUpdate = { position, at: 1, orders: [], fills: [] };
    const push = { from: position - 1, to: position, at: 1, updates: [update] };
    store.dispatch(ordersSlice.pushReceived({ push, at: 1 }));
    await jest.advanceTimersByTimeAsync(FOLLOW_MS / 10);
  }
  await jest.advanceTimersByTimeAsync(2 * FOLLOW_MS);
  expect(asked.length).toBeGreaterThan(5);
  expect(asked.length).toBeLessThanOrEqual(11);
  expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ pageIndex: 1, minPosition: 101 });
  expect(Object.keys(store.getState().api.queries)).toHaveLength(1);
  // Beats say that nothing has happened.
  asked.length = 0;
  store.dispatch(ordersSlice.pushReceived({ push: { from: 101, to: 500, at: 1, updates: [] }, at: 1 }));
  await jest.advanceTimersByTimeAsync(2 * FOLLOW_MS);
  expect(asked).toEqual([]);
  shown.unsubscribe();
});
