/** Every order with its progress. */
import type { EventOf } from '../../core/event';
import { orderTermsOf, type CancelReason } from '../../core/market/order';
import { clientIdOf } from '../../products/spot/core/evolve';
import type { Projection, EventContext } from './projection';
import type { OrderRow, OrderStatus } from './tables';
import { notionalOf } from './trades';

export const ordersProjection: Projection = {
  name: 'orders',
  tables: ['orders'],
  reads: {
    OrderPlaced: ({ order }, { rows }) => rows.orders.markNew(order),
    OrderTriggered: ({ order }, { rows }) => rows.orders.prefetch(order),
    OrderAmended: ({ order }, { rows }) => rows.orders.prefetch(order),
    OrderCancelled: ({ order }, { rows }) => rows.orders.prefetch(order),
    TradeExecuted: ({ makerOrder, takerOrder }, { rows }) => {
      rows.orders.prefetch(makerOrder);
      rows.orders.prefetch(takerOrder);
    },
  },
  writes: {
    OrderPlaced: insertOrder,
    OrderTriggered: ({ order }, context) => change(order, context, { triggeredAt: context.at }),
    OrderAmended: (event, context) => {
      const order = context.rows.orders.get(event.order);
      order.quantity = event.quantity;
      if (event.price > 0) order.price = event.price;
      progress(order, context);
    },
    TradeExecuted: (event, context) => {
      const notional = notionalOf(event);
      for (const id of [event.makerOrder, event.takerOrder]) {
        const order = context.rows.orders.get(id);
        order.filledQuantity += event.quantity;
        order.filledQuote += notional;
        progress(order, context);
      }
    },
    OrderCancelled: (event, context) => {
      const status = endedStatusOf(context.rows.orders.get(event.order), event.reason, event.rested === 1);
      change(event.order, context, { status, reason: event.reason, open: 0, endedAt: context.at });
    },
  },
};

function insertOrder(event: EventOf<'OrderPlaced'>, context: EventContext): void {
  context.rows.orders.put({
    id: event.order,
    userId: event.user,
    market: event.market,
    side: event.side,
    ...orderTermsOf(event),
    clientId: clientIdOf(event, context.stored.batch),
    price: event.price ?? null,
    quantity: event.quantity ?? null,
    quoteAmount: event.quoteAmount ?? null,
    triggerPrice: event.trigger ?? null,
    filledQuantity: 0,
    filledQuote: 0n,
    status: 'pending',
    open: 1,
    reason: null,
    placedAt: context.at,
    triggeredAt: null,
    changedAt: context.at,
    endedAt: null,
    position: context.position,
  });
}

function change(id: number, { rows, at, position }: EventContext, changes: Partial<OrderRow>): void {
  rows.orders.markChanged(Object.assign(rows.orders.get(id), changes, { changedAt: at, position }));
}

/** Updates the status of an open order after a fill or an amendment. */
function progress(order: OrderRow, { rows, at, position }: EventContext): void {
  const isFilled =
    order.quoteAmount === null ? order.filledQuantity === order.quantity : order.filledQuote === order.quoteAmount;
  order.status = isFilled ? 'filled' : order.filledQuantity > 0 ? 'partially_filled' : 'pending';
  order.open = isFilled ? 0 : 1;
  order.endedAt = isFilled ? at : null;
  order.changedAt = at;
  order.position = position;
  rows.orders.markChanged(order);
}

function endedStatusOf(order: Readonly<OrderRow>, reason: CancelReason, rested: boolean): OrderStatus {
  if (reason === 'quote_remainder') return 'filled';
  if (order.filledQuantity === 0) return 'cancelled';
  return rested || reason === 'requested' || reason === 'staff' ? 'partially_cancelled' : 'expired_in_part';
}
