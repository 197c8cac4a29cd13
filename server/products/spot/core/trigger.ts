/** Executes a reached trigger: the waiting order becomes a limit or a market order. */
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { bandEdge } from '../../../core/market/market';
import type { CancelReason, Disposition, OrderView } from '../../../core/market/order';
import { canRest, cancelReasonOf, type TakeRequest } from '../../../core/market/book-walk';
import { broken } from '../../../core/rejection';
import type { CoreView, MarketView } from '../../../core/state';
import { orderCancelledEvent } from './cancel';
import { crosses } from './place';
import { isBudgetSpent, planTaking, pushFills } from './take';

export function trigger(view: CoreView, market: MarketView, order: OrderView, { at }: Context): Decision {
  const hold = holdOf(order);
  const { id, user, side, timeInForce, price } = order;
  const limited = order.kind === 'stop_limit';
  const triggered = (disposition: Disposition): CoreEvent => {
    return { type: 'OrderTriggered', order: id, user, market: order.market, disposition };
  };
  if (limited && timeInForce === 'gtc' && !crosses(market, side, price)) return [triggered('rests')];

  const byQuote = order.quoteAmount > 0n;
  const takeRequest: TakeRequest = {
    order: id,
    user,
    side,
    terms: order,
    worstPrice: limited ? price : bandEdge(market, side, at),
    lots: byQuote ? null : order.quantity,
    budget: byQuote ? order.quoteAmount : null,
    at,
  };
  const events: CoreEvent[] = [triggered('takes')];
  const plan = planTaking(view, market, takeRequest);
  if (timeInForce === 'fok' && plan.remainingLots > 0) {
    const reason: CancelReason = plan.stopped === 'makers_max' ? 'fills_too_many' : 'time_in_force';
    events.push(orderCancelledEvent(view.ledger, order, market, order.quantity, false, reason, hold, hold.remaining));
    return events;
  }
  const heldPrice = limited && side === 'buy' ? price : 0;
  const remainingHold = pushFills(
    view,
    market,
    takeRequest,
    { id: hold.id, heldAmount: hold.remaining, heldPrice, stake: null },
    plan,
    events,
  );
  if (byQuote ? remainingHold === 0n : plan.remainingLots === 0) return events;
  if (limited && timeInForce === 'gtc' && canRest(plan.stopped)) {
    events.push({
      type: 'OrderRested',
      order: id,
      user,
      market: order.market,
      side,
      price,
      quantity: plan.remainingLots,
    });
  } else {
    const isSpent = byQuote && isBudgetSpent(market, plan, remainingHold);
    const reason: CancelReason = isSpent ? 'quote_remainder' : cancelReasonOf(plan.stopped, limited ? 'limit' : 'band');
    events.push(
      orderCancelledEvent(view.ledger, order, market, plan.remainingLots, false, reason, hold, remainingHold),
    );
  }
  return events;
}

/** Ends the order if all its events would exceed one batch. The walk's own bound should prevent this. */
export function fallbackTrigger(view: CoreView, market: MarketView, order: OrderView): CoreEvent[] {
  const hold = holdOf(order);
  const { id, user, quantity } = order;
  return [
    { type: 'OrderTriggered', order: id, user, market: order.market, disposition: 'takes' },
    orderCancelledEvent(view.ledger, order, market, quantity, false, 'fills_too_many', hold, hold.remaining),
  ];
}

function holdOf({ id, hold }: OrderView): NonNullable<OrderView['hold']> {
  return hold ?? broken(`order ${id} waits and holds nothing`);
}
