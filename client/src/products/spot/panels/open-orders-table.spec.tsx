import { act } from '@testing-library/react';
import { useSelector } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { stubNetwork, success } from '../../../../../test/support/network';
import { ordersSlice, selectOpenOrders } from '../../../kit/entities/order/order-slice';
import { startLanguage } from '../../../kit/i18n/i18n';
import { openFreshBrowser, pageOf, showPage, testStore } from '../../../testing/page';
import { renderedBy } from '../../../testing/rendered';
import { settle } from '../../../testing/settle';
import { OpenOrdersTable } from './open-orders-table';

const order = (id: number, filledQuantity = '0'): OrderState => ({
  ...{ order: String(id), market: 'BTC-USDT', side: 'buy', kind: 'limit', timeInForce: 'gtc', phase: 'resting' },
  ...{ status: 'pending', reason: null, price: '64310.25', quantity: '1.5', quoteAmount: null, trigger: null },
  ...{ filledQuantity, filledQuote: '0' },
});

function OpenOrders() {
  return <OpenOrdersTable orders={useSelector(selectOpenOrders)} />;
}

beforeAll(startLanguage);
beforeEach(openFreshBrowser);

it('a fill renders only the row of its order', async () => {
  stubNetwork({
    '/exchange/app/product/indexList': () => success({ records: [], total: 0, pageIndex: 1, pageSize: 200 }),
    '/exchange/app/spot/currentOrders': () => pageOf(...[1, 2, 3].map((id) => ({ ...order(id), placedAt: 0 }))),
  });
  const store = testStore({ orders: ordersSlice.reducer });
  const orders = [1, 2, 3].map((id) => order(id));
  store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders }, at: 1 }));
  await showPage(store, <OpenOrders />);
  const update = { position: 2, at: 2, orders: [order(2, '0.5')], fills: [] };
  const rendered = await renderedBy(async () => {
    act(
      () =>
        void store.dispatch(ordersSlice.pushReceived({ push: { from: 1, to: 2, at: 2, updates: [update] }, at: 2 })),
    );
    await settle();
  });
  expect(document.querySelectorAll('tbody tr')).toHaveLength(3);
  expect(document.body.textContent).toContain('0.5');
  expect(rendered.filter((name) => name === 'LineOf')).toHaveLength(1);
  expect(rendered).not.toContain('HeadingOf');
});

it('requests missing placement times once, not on each change', async () => {
  const asked = stubNetwork({
    '/exchange/app/product/indexList': () => success({ records: [], total: 0, pageIndex: 1, pageSize: 200 }),
    '/exchange/app/spot/currentOrders': () => pageOf(...[1, 2].map((id) => ({ ...order(id), placedAt: 0 }))),
  });
  const questions = () => asked.filter(({ path }) => path === '/exchange/app/spot/currentOrders').length;
  const store = testStore({ orders: ordersSlice.reducer });
  const orders = [1, 2, 3].map((id) => order(id));
  store.dispatch(ordersSlice.snapshotReceived({ snapshot: { position: 1, orders }, at: 1 }));
  await showPage(store, <OpenOrders />);
  await settle();
  const tell = async (to: number, changed: OrderState) => {
    const updates = [{ position: to, at: to, orders: [changed], fills: [] }];
    act(() => void store.dispatch(ordersSlice.pushReceived({ push: { from: to - 1, to, at: to, updates }, at: to })));
    await settle();
  };
  expect(questions()).toBe(1);
  await tell(2, order(2, '0.5'));
  expect(questions()).toBe(1);
  await tell(3, order(4));
  expect(questions()).toBe(2);
});
