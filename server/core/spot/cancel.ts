/** Ending open orders: what is still held goes back, entry by entry, before anyone is told. */
import { FROZEN_ORDERS_ENDED_MAX } from '../bounds';
import type { Actor } from '../actor';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import type { Entry } from '../ledger/entry';
import { spotBuckets } from '../ledger/ledger';
import type { CancelReason, OrderKind, OrderSide } from '../market/order';
import { broken, reject } from '../rejection';
import type { CoreView, MarketView } from '../state';
import type { CancelAllOrders, CancelOrder, EndFrozenOrders } from './commands';
import type { OrderCancelled } from './events';

export interface OpenOrder {
  readonly id: number;
  readonly user: number;
  readonly market: string;
  readonly side: OrderSide;
  readonly kind: OrderKind;
  readonly phase: 'resting' | 'waiting' | 'taking';
  readonly price: number;
  readonly quantity: number;
  readonly filledQuantity: number;
  readonly hold: { readonly id: number; readonly remaining: bigint } | null;
}

export function decideCancelOrder(view: CoreView, { user, order: id }: CancelOrder, { actor }: Context): Decision {
  const order = view.orders.get(id);
  if (!order || order.user !== user) return reject('order.not.found');
  return [cancelOpen(view.ledger, order, marketOf(view, order.market), reasonFor(actor))];
}

export function decideCancelAllOrders(
  view: CoreView,
  { user, market: name }: CancelAllOrders,
  { actor }: Context,
): Decision {
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  const market = view.markets.get(name);
  if (!market) return reject('market.unknown');
  const events: OrderCancelled[] = [];
  for (const id of member.openOrders.get(name) ?? []) {
    // A market may allow more open orders than one command may cancel; the rest goes with the next.
    if (events.length === CANCELS_MAX) break;
    const order = view.orders.get(id);
    if (!order) broken(`open order ${id} is unknown`);
    events.push(cancelOpen(view.ledger, order, market, reasonFor(actor)));
  }
  return events.length === 0 ? reject('order.not.found') : events;
}

/** One cancel-all ends at most this many orders, oldest first, to stay within the events of one command. */
const CANCELS_MAX = 1_000;

/** What a market's state forbids is no matter here: orders end in every state. */
export function decideEndFrozenOrders(view: CoreView, { user }: EndFrozenOrders): Decision {
  return endFrozen(view, user, FROZEN_ORDERS_ENDED_MAX);
}

/** One at a time, should so many as are always few enough be too many all the same. */
export function giveUpEndFrozenOrders(view: CoreView, { user }: EndFrozenOrders): CoreEvent[] {
  return endFrozen(view, user, 1);
}

function endFrozen(view: CoreView, user: number, most: number): OrderCancelled[] {
  const member = view.members.get(user);
  if (!member?.frozen || member.openOrders.size === 0) broken(`account ${user} has no orders that a freeze ends`);
  return oldestOf(member.openOrders, most).map((id) => {
    const order = view.orders.get(id) ?? broken(`open order ${id} is unknown`);
    return cancelOpen(view.ledger, order, marketOf(view, order.market), 'account_frozen');
  });
}

/** The oldest over all markets, of which each stands in order of placing. Ids are counters. */
function oldestOf(open: ReadonlyMap<string, ReadonlySet<number>>, most: number): number[] {
  const oldest: number[] = [];
  for (const ids of open.values()) {
    let taken = 0;
    for (const id of ids) {
      if (taken++ === most) break;
      oldest.push(id);
    }
  }
  return oldest.sort((one, other) => one - other).slice(0, most);
}

export function reasonFor(actor: Actor): CancelReason {
  return actor.startsWith('user/') ? 'requested' : 'staff';
}

function marketOf(view: CoreView, name: string): MarketView {
  const market = view.markets.get(name);
  return market ?? broken(`market ${name} of an order is not listed`);
}

/** A resting own order in the way of a taker. */
export function cancelMaker(ledger: CoreView['ledger'], maker: OpenOrder, market: MarketView): OrderCancelled {
  return cancelOpen(ledger, maker, market, 'self_trade');
}

export function cancelOpen(
  ledger: CoreView['ledger'],
  order: OpenOrder,
  market: MarketView,
  reason: CancelReason,
): OrderCancelled {
  if (order.phase === 'taking') broken(`order ${order.id} is in the middle of a batch`);
  const open = order.quantity - order.filledQuantity;
  return cancelled(
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

/** An order ends with `open` lots unfilled and `left` units returned from its hold. */
export function cancelled(
  ledger: CoreView['ledger'],
  order: Pick<OpenOrder, 'id' | 'user' | 'side' | 'price'>,
  market: MarketView,
  open: number,
  rested: boolean,
  reason: CancelReason,
  hold: { readonly id: number } | null,
  left: bigint,
): OrderCancelled {
  const { market: name, base, quote } = market.terms;
  const entries =
    hold && left > 0n
      ? [returnEntry(ledger, order.side, order.user, order.side === 'buy' ? quote : base, left, hold.id)]
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

/** What an order held and does not need any more returns to the available balance. */
export function returnEntry(
  ledger: CoreView['ledger'],
  side: OrderSide,
  user: number,
  asset: string,
  amount: bigint,
  hold: number,
): Entry {
  const { available, frozen } = spotBuckets(ledger, user, asset);
  return {
    kind: side === 'buy' ? 'cancel_buy_coin' : 'cancel_sell_coin',
    debit: frozen,
    credit: available,
    amount,
    hold,
  };
}

/** What an order will need is set aside before it does anything. */
export function holdEntry(
  ledger: CoreView['ledger'],
  side: OrderSide,
  user: number,
  asset: string,
  amount: bigint,
  hold: number,
): Entry {
  const { available, frozen } = spotBuckets(ledger, user, asset);
  return {
    kind: side === 'buy' ? 'hold_buy_coin' : 'hold_sell_coin',
    debit: available,
    credit: frozen,
    amount,
    hold,
  };
}
