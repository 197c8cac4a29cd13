/** What has happened to a user's orders, as one would tell it: read off an order as it was and as it is. */
import type { OrderState, OrderUpdate } from '../../../../shared/wire/market-data';
import type { NewsKind } from '../../shared/news/news-kind';

export interface OrderNews {
  /** The same however often it is heard. */
  id: string;
  kind: NewsKind;
  position: number;
  /** Epoch milliseconds. */
  at: number;
  /** It was not open before: what happened to it did as it was placed. */
  isNew: boolean;
  order: OrderState;
}

/** In the order in which it happened; nothing of what a robot does, of which its own screen tells. */
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

function kindsOf(before: OrderState | undefined, now: OrderState): NewsKind[] {
  const isTriggered = before?.phase === 'waiting' && now.phase !== 'waiting' && now.reason !== 'requested';
  const start: NewsKind[] = isTriggered ? ['triggered'] : [];
  if (now.phase === 'closed') return [...start, endOf(now)];
  if (!before) start.push('placed');
  return now.filledQuantity === (before?.filledQuantity ?? '0') ? start : [...start, 'partly'];
}

function endOf({ status, reason }: OrderState): NewsKind {
  if (status === 'filled') return 'filled';
  return reason === 'requested' ? 'cancelled' : 'ended';
}
