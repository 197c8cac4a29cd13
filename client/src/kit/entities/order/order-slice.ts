/** The user's open orders of all markets and their latest events, reduced from the private channel. */
import { createSelector } from '@reduxjs/toolkit';
import type { OrderPush, OrderSnapshot, OrderState, OrderUpdate } from '../../../../../shared/wire/market-data';
import { createChannel, type ChannelState } from '../../stream/channel';
import { afterPush } from '../../stream/private-push';
import { keyOf } from '../../stream/stream-events';
import { newsOf, type OrderNews } from './order-news';

/** Maximum of stored events; older ones are loaded over HTTP. */
const NEWS_KEPT_MAX = 100;

interface Known {
  /** Journal position up to which everything is known; advances with each heartbeat. */
  seq: number | null;
  /** Position of the latest change; null before the first snapshot. */
  position: number | null;
  open: Readonly<Record<string, OrderState>>;
  /** Events of orders since the page was opened, newest first, for notices. */
  news: readonly OrderNews[];
}

export type OrdersState = ChannelState<Known, OrderPush>;

const TOPIC = keyOf({ channel: 'order' });

export const ordersSlice = createChannel<'orders', Known, OrderSnapshot, OrderPush>({
  name: 'orders',
  channel: 'order',
  unknown: { seq: null, position: null, open: {}, news: [] },
  keyOf: () => TOPIC,
  ofSnapshot: ({ position, orders }, { news }) => ({
    seq: position,
    position,
    open: Object.fromEntries(orders.map((order) => [order.order, order])),
    news,
  }),
  after: (current, push) => afterPush(current, push, ordersAfter),
});

type WithOrders = { orders: OrdersState };
const select = (state: WithOrders) => ordersSlice.select(state, TOPIC);

export const selectOrdersPosition = (state: WithOrders) => select(state).position;
export const selectOpenById = (state: WithOrders) => select(state).open;
export const selectOrderNews = (state: WithOrders) => select(state).news;

/** Newest first; ids are ascending counters. */
export const selectOpenOrders = createSelector([selectOpenById], (open) =>
  Object.values(open).sort((a, b) => Number(b.order) - Number(a.order)),
);

function ordersAfter(state: Known, update: OrderUpdate): Known {
  const { position, orders } = update;
  const open = { ...state.open };
  for (const order of orders) {
    if (order.phase === 'closed') delete open[order.order];
    else open[order.order] = order;
  }
  const freshNews = newsOf(state.open, update).reverse();
  return {
    seq: position,
    position,
    open,
    news: freshNews.length === 0 ? state.news : [...freshNews, ...state.news].slice(0, NEWS_KEPT_MAX),
  };
}
