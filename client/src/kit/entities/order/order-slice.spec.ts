import type { UnknownAction } from '@reduxjs/toolkit';
import type { OrderState, OrderUpdate } from '../../../../../shared/wire/market-data';
import { ordersSlice } from './order-slice';

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

const pushed = (from: number, to: number, ...updates: OrderUpdate[]) =>
  ordersSlice.pushReceived({ push: { from, to, at: 1, updates }, at: 1 });
const after = (...happenings: UnknownAction[]) =>
  ordersSlice.select({ orders: happenings.reduce(ordersSlice.reducer, ordersSlice.getInitialState()) }, 'order');

describe('user orders', () => {
  const snapshot = ordersSlice.snapshotReceived({ snapshot: { position: 5, orders: [order('1')] }, at: 1 });
  const filled = order('1', { phase: 'closed', status: 'filled' });

  it('wait for their snapshot', () => {
    expect(after(pushed(5, 6, update(6, [order('2')])))).toMatchObject({ position: null, open: {} });
  });

  it('are added, updated and removed; news keeps the position of each end', () => {
    const state = after(snapshot, pushed(5, 9, update(6, [order('2')]), update(7, [filled])));
    expect(Object.keys(state.open)).toEqual(['2']);
    expect(state.news.map(({ id, position }) => [id, position])).toEqual([
      ['filled:1', 7],
      ['placed:2', 6],
    ]);
    // A heartbeat advances `seq`, but not `position`.
    expect([state.position, state.seq]).toEqual([7, 9]);
  });

  it('raise news for manual orders, not for robot orders', () => {
    const placed = update(6, [order('2', { robot: '1' }), order('3')]);
    const state = after(snapshot, pushed(5, 9, placed));
    expect(Object.keys(state.open).sort()).toEqual(['1', '2', '3']);
    expect(state.news.map(({ id }) => id)).toEqual(['placed:3']);
  });

  it('ignore repeated updates', () => {
    const state = after(snapshot, pushed(4, 5, update(5, [filled])));
    expect(Object.keys(state.open)).toEqual(['1']);
  });

  it('resync after a sequence gap', () => {
    const state = after(snapshot, pushed(6, 7, update(7, [filled])));
    expect(state).toMatchObject({ seq: 5, liveness: { phase: 'resyncing', isInStep: false } });
    const resumed = ordersSlice.resumed({ push: { from: 5, to: 8, at: 1, updates: [update(7, [filled])] }, at: 2 });
    expect(after(snapshot, pushed(6, 7), resumed)).toMatchObject({ seq: 8, open: {}, liveness: { phase: 'live' } });
  });
});
