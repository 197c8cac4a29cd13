/** Cancels orders of perpetuals and releases their holds. */
import type { Entry } from '../../../../core/ledger/entry';
import { bucketsOf } from '../../../../core/ledger/ledger';
import type { OpenOrder, OrderView } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView, MarketView } from '../../../../core/state';
import type { PerpetualCancelReason, PerpetualOrderCancelled } from '../events';
import { releaseEntry } from './order-holds';

export function cancelOpenOrder(
  view: CoreView,
  market: MarketView,
  open: OpenOrder,
  reason: PerpetualCancelReason,
  remainingHold = open.hold?.remaining ?? 0n,
): PerpetualOrderCancelled {
  if (open.phase === 'taking') broken(`order ${open.id} is in the middle of a batch`);
  const order: OrderView = view.orders.get(open.id) ?? broken(`open order ${open.id} is unknown`);
  const entries: Entry[] = [];
  if (order.hold && remainingHold > 0n) {
    const position = order.contract?.position ?? broken(`order ${order.id} is of no position`);
    const buckets = bucketsOf(view.ledger, 'contract', order.user, market.terms.quote);
    entries.push(releaseEntry(position, buckets, remainingHold, order.hold.id));
  }
  return orderCancelledEvent(order, open.quantity - open.filledQuantity, order.phase === 'resting', reason, entries);
}

export function orderCancelledEvent(
  { id, user, market, side, price }: Pick<OpenOrder, 'id' | 'user' | 'market' | 'side' | 'price'>,
  open: number,
  rested: boolean,
  reason: PerpetualCancelReason,
  entries: Entry[],
): PerpetualOrderCancelled {
  return {
    type: 'PerpetualOrderCancelled',
    order: id,
    user,
    market,
    side,
    price,
    open,
    rested: rested ? 1 : 0,
    reason,
    entries,
  };
}
