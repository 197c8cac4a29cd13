/** Ends open orders: releases their holds, entry by entry, before the event is published. */
import type { Entry } from '../../../core/ledger/entry';
import { spotBuckets } from '../../../core/ledger/ledger';
import type { CancelReason, OpenOrder, OrderSide, OrderStake } from '../../../core/market/order';
import { broken } from '../../../core/rejection';
import type { CoreView, MarketView } from '../../../core/state';
import type { OrderCancelled } from './events';

export function cancelOpenOrder(
  ledger: CoreView['ledger'],
  order: OpenOrder,
  market: MarketView,
  reason: CancelReason,
): OrderCancelled {
  if (order.phase === 'taking') broken(`order ${order.id} is in the middle of a batch`);
  const open = order.quantity - order.filledQuantity;
  return orderCancelledEvent(
    ledger,
    order,
    market,
    open,
    order.phase === 'resting',
    reason,
    order.hold,
    order.hold?.remaining ?? 0n,
  );
}

/** An order ends with `open` lots unfilled and `remainingHold` units returned from its hold. */
export function orderCancelledEvent(
  ledger: CoreView['ledger'],
  order: Pick<OpenOrder, 'id' | 'user' | 'side' | 'price' | 'stake'>,
  market: MarketView,
  open: number,
  rested: boolean,
  reason: CancelReason,
  hold: { readonly id: number } | null,
  remainingHold: bigint,
): OrderCancelled {
  const { market: name, base, quote } = market.terms;
  const entries =
    hold && remainingHold > 0n
      ? [
          returnEntry(
            ledger,
            order.side,
            order.user,
            order.side === 'buy' ? quote : base,
            remainingHold,
            hold.id,
            order.stake,
          ),
        ]
      : [];
  return {
    type: 'OrderCancelled',
    order: order.id,
    user: order.user,
    market: name,
    side: order.side,
    price: order.price,
    open,
    rested: rested ? 1 : 0,
    reason,
    entries,
  };
}

/** Returns the unused rest of an order's hold to the available balance, or to the stake it was split from. */
export function returnEntry(
  ledger: CoreView['ledger'],
  side: OrderSide,
  user: number,
  asset: string,
  amount: bigint,
  hold: number,
  stake: OrderStake | null,
): Entry {
  const { available, frozen } = spotBuckets(ledger, user, asset);
  if (stake !== null) {
    const stakeHold = side === 'buy' ? stake.quoteHold : stake.baseHold;
    return { kind: 'robot_cancel', debit: frozen, credit: frozen, amount, hold, into: stakeHold };
  }
  return {
    kind: side === 'buy' ? 'cancel_buy_coin' : 'cancel_sell_coin',
    debit: frozen,
    credit: available,
    amount,
    hold,
  };
}

/** Creates the hold of an order before its other events. A robot's order splits it from its stake. */
export function holdEntry(
  ledger: CoreView['ledger'],
  side: OrderSide,
  user: number,
  asset: string,
  amount: bigint,
  hold: number,
  stake: OrderStake | null,
): Entry {
  const { available, frozen } = spotBuckets(ledger, user, asset);
  if (stake !== null) {
    const from = side === 'buy' ? stake.quoteHold : stake.baseHold;
    return { kind: 'robot_order', debit: frozen, credit: frozen, amount, hold: from, into: hold };
  }
  return {
    kind: side === 'buy' ? 'hold_buy_coin' : 'hold_sell_coin',
    debit: available,
    credit: frozen,
    amount,
    hold,
  };
}
