/** Open orders of all markets in the state: where they stand and how they leave. */
import { getOrThrow } from '../evolve-helpers';
import { broken } from '../rejection';
import { noteFrozenTrader, type CoreState } from '../state';
import { addOrder, hasOrder, removeOrder } from './book';
import type { Book } from './book';
import type { Market } from './market';
import type { Order, OrderTerms } from './order';
import { isReached, removeReached } from './reached-triggers';

type PlacedOrder = OrderTerms & { order: number; user: number; side: Order['side'] } & Partial<
    Pick<Order, 'price' | 'quantity' | 'quoteAmount' | 'trigger'>
  >;

/** Creates an order from the event of its placing; it is not yet in the book. */
export function orderFromEvent(
  event: PlacedOrder,
  orderFields: Pick<Order, 'market' | 'hold' | 'clientId' | 'contract' | 'fixedFee' | 'stake'>,
): Order {
  return {
    id: event.order,
    user: event.user,
    market: orderFields.market,
    side: event.side,
    kind: event.kind,
    timeInForce: event.timeInForce,
    selfTrade: event.selfTrade,
    phase: 'taking',
    price: event.price ?? 0,
    quantity: event.quantity ?? 0,
    filledQuantity: 0,
    quoteAmount: event.quoteAmount ?? 0n,
    filledQuote: 0n,
    trigger: event.trigger ?? 0,
    hold: orderFields.hold,
    clientId: orderFields.clientId,
    contract: orderFields.contract,
    fixedFee: orderFields.fixedFee,
    stake: orderFields.stake,
  };
}

/** Adds a placed order or one from a snapshot; both come in order of id, which is the order of placing. */
export function openOrder(state: CoreState, order: Order): void {
  state.orders.set(order.id, order);
  const member = getOrThrow(state.members, order.user);
  const open = member.openOrders.get(order.market);
  if (open) open.add(order.id);
  // Filling an empty set costs a third of creating one from a list, and most owners have one order.
  else member.openOrders.set(order.market, new Set<number>().add(order.id));
  if (member.frozen) noteFrozenTrader(state, member);
}

export function restInBook(market: Market, order: Order): void {
  order.phase = 'resting';
  addOrder(market.book, order.side, order.id, order.user, order.price, order.quantity - order.filledQuantity);
}

export function removeFromBook(state: CoreState, order: Order): void {
  if (order.phase === 'resting') removeOrder(getOrThrow(state.markets, order.market).book, order.id);
  else if (order.phase === 'waiting') removeFromTriggers(state, triggersOf(state, order), order.id);
  order.phase = 'taking';
}

/** Returns the book of an order waiting for its trigger; orders triggered by the mark price have a separate one. */
export function triggersOf({ markets, perpetual }: CoreState, { market, contract }: Order): Book {
  if (contract?.triggerBy !== 'mark') return getOrThrow(markets, market).triggers;
  return getOrThrow(perpetual.contracts, market).waiting.mark;
}

/** Removes an order that waits for its trigger, reached or not. */
export function removeFromTriggers(state: CoreState, triggers: Book, id: number): void {
  if (hasOrder(triggers, id)) removeOrder(triggers, id);
  else removeFromReached(state, id);
}

/** Removes a reached order that ends before it fires. */
function removeFromReached({ reached }: CoreState, id: number): void {
  if (!isReached(reached, id)) broken(`order ${id} waits nowhere`);
  removeReached(reached, id);
}

export function addFill(order: Order, quantity: number, notional: bigint): void {
  order.filledQuantity += quantity;
  order.filledQuote += notional;
}

/** Removes an ended order from the state completely. */
export function closeOrder(state: CoreState, order: Order): void {
  if (order.hold && order.hold.remaining !== 0n) broken(`order ${order.id} leaves something held`);
  state.orders.delete(order.id);
  const member = getOrThrow(state.members, order.user);
  const open = member.openOrders.get(order.market);
  open?.delete(order.id);
  if (open?.size === 0) member.openOrders.delete(order.market);
  if (member.frozen) noteFrozenTrader(state, member);
  if (order.clientId !== null) state.memories.forgetOrder(order.user, order.clientId, order.id);
}
