/** Amends a limit order in one batch. It keeps its id, and its place in the queue if only the quantity falls. */
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { feeRuleAt } from '../../../core/fees/charge';
import type { Entry } from '../../../core/ledger/entry';
import { spotMarket } from '../../../core/market/listing';
import type { Disposition, OpenOrder } from '../../../core/market/order';
import { termsAt } from '../../../core/market/scheduled-terms';
import { canRest, cancelReasonOf, type TakeRequest } from '../../../core/market/book-walk';
import { broken, isRejection, reject, type Rejection } from '../../../core/rejection';
import type { CoreView, MarketView } from '../../../core/state';
import { refuseNotFinal } from '../../wallet/core/finality';
import { orderCancelledEvent, holdEntry, returnEntry } from './cancel';
import type { AmendOrder } from './commands';
import type { OrderAmended } from './events';
import { refuseMarket, refuseTrader } from './permission';
import { crosses, heldAsset, limitHold, refuseHold, refuseNotional, refuseQuantity } from './place';
import { planTaking, pushFills } from './take';
import { notionalOf } from '../../../core/market/market';

export function decideAmendOrder(view: CoreView, command: AmendOrder, { at }: Context): Decision {
  const trader = refuseTrader(view, command.user);
  if (trader) return trader;
  const order = view.orders.get(command.order);
  if (order?.user !== command.user || order.market !== (command.market ?? order.market))
    return reject('order.not.found');
  if (order.stake !== null) return reject('order.of.robot');
  const market = spotMarket(view, order.market);
  if (!market) return reject('order.not.found');
  const closed = refuseMarket(view, market);
  if (closed) return closed;
  const amendment = amendmentOf(market, order, command, at);
  if (isRejection(amendment)) return amendment;

  const { price, open, heldAmount, heldIncrease } = amendment;
  const { id, user, side } = order;
  const notFinal = refuseAmendment(view, market, amendment, at);
  if (notFinal) return notFinal;
  const insufficientFunds = heldIncrease > 0n ? refuseHold(view, user, heldAsset(market, side), heldIncrease) : null;
  if (insufficientFunds) return insufficientFunds;
  if (order.phase === 'waiting') return [orderAmendedEvent(view, market, amendment, at, 'waits')];
  if (isSmallerOnly(amendment)) return [orderAmendedEvent(view, market, amendment, at, 'keeps')];
  if (!crosses(market, side, price)) return [orderAmendedEvent(view, market, amendment, at, 'rests')];
  if (order.timeInForce === 'post_only') return reject('order.would.take');

  const events: CoreEvent[] = [orderAmendedEvent(view, market, amendment, at, 'takes')];
  const takeRequest: TakeRequest = {
    order: id,
    user,
    side,
    terms: order,
    worstPrice: price,
    lots: open,
    budget: null,
    at,
  };
  const plan = planTaking(view, market, takeRequest);
  const takingHold = { id: amendment.hold, heldAmount, heldPrice: side === 'buy' ? price : 0, stake: null };
  const remainingHold = pushFills(view, market, takeRequest, takingHold, plan, events);
  if (plan.remainingLots === 0) return events;
  if (canRest(plan.stopped)) {
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
    const after = { id, user, side, price, stake: null };
    events.push(
      orderCancelledEvent(
        view.ledger,
        after,
        market,
        plan.remainingLots,
        false,
        cancelReasonOf(plan.stopped, 'limit'),
        takingHold,
        remainingHold,
      ),
    );
  }
  return events;
}

/** An open order after the amendment. */
export interface Amendment {
  order: OpenOrder;
  price: number;
  /** Total quantity, and its open part. */
  quantity: number;
  open: number;
  hold: number;
  /** New hold in units, and its increase; negative for a decrease. */
  heldAmount: bigint;
  heldIncrease: bigint;
}

/** Checks the amendment against the order and the market's terms only, not against the available balance or the book. */
export function amendmentOf(
  market: MarketView,
  order: OpenOrder,
  changes: Pick<AmendOrder, 'price' | 'quantity'>,
  at: number,
): Amendment | Rejection {
  if (order.kind !== 'limit' && order.kind !== 'stop_limit') return reject('amend.not.allowed');

  const price = changes.price ?? order.price;
  const quantity = changes.quantity ?? order.quantity;
  if (price === order.price && quantity === order.quantity) return reject('amend.nothing');
  const terms = termsAt(market, at);
  const { priceLowest, priceHighest } = terms;
  if (!Number.isSafeInteger(price) || price < priceLowest || price > priceHighest) return reject('price.out.of.range');
  const refusal = refuseQuantity(terms, quantity);
  if (refusal) return refusal;
  const open = quantity - order.filledQuantity;
  if (open <= 0) return reject('amend.below.filled', { filled: order.filledQuantity });
  const tooSmall = refuseNotional(terms, notionalOf(market, price, quantity));
  if (tooSmall) return tooSmall;

  if (!order.hold) broken(`order ${order.id} holds nothing`);
  const heldAmount = limitHold(market, order.side, price, open);
  return {
    order,
    price,
    quantity,
    open,
    hold: order.hold.id,
    heldAmount,
    heldIncrease: heldAmount - order.hold.remaining,
  };
}

/** An amendment at the same price keeps the place in the queue and the fee rule. */
export function isSmallerOnly({ order, price, quantity }: Amendment): boolean {
  return price === order.price && quantity < order.quantity;
}

/** An order that only becomes smaller holds no more provisional funds than before, so it is not checked for them. */
export function refuseAmendment(
  view: CoreView,
  market: MarketView,
  amendment: Amendment,
  at: number,
): Rejection | null {
  if (isSmallerOnly(amendment)) return null;
  const { price, order } = amendment;
  const { user, side, phase } = order;
  return refuseNotFinal(view, market, { user, side, price: phase === 'waiting' ? null : price }, at);
}

export function orderAmendedEvent(
  view: CoreView,
  market: MarketView,
  amendment: Amendment,
  at: number,
  disposition: Disposition,
): OrderAmended {
  const { order, price, quantity, hold, heldIncrease } = amendment;
  const { id, user, side } = order;
  const asset = heldAsset(market, side);
  const entries: Entry[] = [];
  if (heldIncrease > 0n) entries.push(holdEntry(view.ledger, side, user, asset, heldIncrease, hold, null));
  if (heldIncrease < 0n) entries.push(returnEntry(view.ledger, side, user, asset, -heldIncrease, hold, null));
  return {
    type: 'OrderAmended',
    order: id,
    user,
    market: order.market,
    side,
    price,
    quantity,
    openBefore: order.quantity - order.filledQuantity,
    priceBefore: order.price,
    rule: isSmallerOnly(amendment) ? undefined : feeRuleAt(market, at),
    disposition,
    entries,
  };
}
