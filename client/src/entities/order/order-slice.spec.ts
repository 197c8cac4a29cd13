import type { OrderState, OrderUpdate } from '../../../../shared/wire/market-data';
import { ordersSlice, orderSnapshotReceived, orderUpdatesReceived } from './order-slice';

function order(id: string, change: Partial<OrderState> = {}): OrderState {
  return {
    order: id,
    market: 'BTC-USDT',
    side: 'buy',
    kind: 'limit',
    timeInForce: 'gtc',
    phase: 'resting',
    status: 'pending',
    reason: null,
    price: '100',
    quantity: '1',
    quoteAmount: null,
    trigger: null,
    filledQuantity: '0',
    filledQuote: '0',
    ...change,
  };
}

function update(position: number, orders: OrderState[]): OrderUpdate {
  return { position, at: 1, orders, fills: [] };
}

const after = (...happenings: Parameters<typeof ordersSlice.reducer>[1][]) =>
  happenings.reduce(ordersSlice.reducer, ordersSlice.getInitialState());

describe("the user's orders", () => {
  const snapshot = orderSnapshotReceived({ position: 5, orders: [order('1')] });
  const filled = order('1', { phase: 'closed', status: 'filled' });

  it('wait for their snapshot', () => {
    expect(after(orderUpdatesReceived([update(6, [order('2')])]))).toMatchObject({ position: null, open: {} });
  });

  it('come, change and end, and what ended is remembered with its position', () => {
    const state = after(snapshot, orderUpdatesReceived([update(6, [order('2')]), update(7, [filled])]));
    expect(Object.keys(state.open)).toEqual(['2']);
    expect(state.ended).toEqual([{ position: 7, order: filled }]);
  });

  it('ignore what is already known', () => {
    const state = after(snapshot, orderUpdatesReceived([update(5, [filled])]));
    expect(Object.keys(state.open)).toEqual(['1']);
  });
});
