/** Events of a user's orders for notices, derived from an order's old and new states. */
import type { OrderState, OrderUpdate } from '../../../../../shared/wire/market-data';
import type { NewsKind } from '../../news/news-kind';

export interface OrderNews {
  /** Stable id, for deduplication. */
  id: string;
  kind: NewsKind;
  position: number;
  /** Epoch milliseconds. */
  at: number;
  /** The order was not open before: the event belongs to its placement. */
  isNew: boolean;
  order: OrderState;
}

/** In causal order. Robot orders raise no news, as their own screen shows them. */
export function newsOf(open: Readonly<Record<string, OrderState>>, { position, at, orders }: OrderUpdate): OrderNews[] {
  return orders.flatMap((order) => {
    if (order.robot !== undefined) return [];
    const before = open[order.order];
    return kindsOf(before, order).map((kind) => {
      const step = kind === 'partly' ? `:${order.filledQuantity}` : '';
      return { id: `${kind}:${order.order}${step}`, kind, position, at, isNew: before === undefined, order };
    });
  });
}

function kindsOf(before: OrderState | undefined, current: OrderState): NewsKind[] {
  const isTriggered = before?.phase === 'waiting' && current.phase !== 'waiting' && current.reason !== 'requested';
  const start: NewsKind[] = isTriggered ? ['triggered'] : [];
  if (current.phase === 'closed') return [...start, endOf(current)];
  if (!before) start.push('placed');
  return current.filledQuantity === (before?.filledQuantity ?? '0') ? start : [...start, 'partly'];
}

function endOf({ status, reason }: OrderState): NewsKind {
  if (status === 'filled') return 'filled';
  return reason === 'requested' ? 'cancelled' : 'ended';
}
