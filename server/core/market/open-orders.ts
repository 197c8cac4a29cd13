/** Open orders in the state, whatever they trade: where they stand, and how they leave. */
import { known } from '../folding';
import { broken } from '../rejection';
import { noteFrozenTrader, type CoreState } from '../state';
import { addOrder, hasOrder, removeOrder } from './book';
import type { Book } from './book';
import type { Market } from './market';
import type { Order, OrderTerms } from './order';
import { isReached, removeReached } from './reached';

type Placed = OrderTerms & { order: number; user: number; side: Order['side'] } & Partial<
    Pick<Order, 'price' | 'quantity' | 'quoteAmount' | 'trigger'>
  >;

/** An order as the event of its placing says, not yet in the book. */
export function placedOrder(
  event: Placed,
  own: Pick<Order, 'market' | 'hold' | 'clientId' | 'contract' | 'fixedFee' | 'stake'>,
): Order {
  return {
    id: event.order,
    user: event.user,
    market: own.market,
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
    hold: own.hold,
    clientId: own.clientId,
    contract: own.contract,
    fixedFee: own.fixedFee,
    stake: own.stake,
  };
}

/** A new one, and one that a snapshot tells of: they come by id, which is the order of placing. */
export function openOrder(state: CoreState, order: Order): void {
  state.orders.set(order.id, order);
  const member = known(state.members, order.user);
  const open = member.openOrders.get(order.market);
  if (open) open.add(order.id);
  // Filling an empty set costs a third of making one from a list, and most orders are their owner's only one.
  else member.openOrders.set(order.market, new Set<number>().add(order.id));
  if (member.frozen) noteFrozenTrader(state, member);
}

export function rest(market: Market, order: Order): void {
  order.phase = 'resting';
  addOrder(market.book, order.side, order.id, order.user, order.price, order.quantity - order.filledQuantity);
}

export function leaveBook(state: CoreState, order: Order): void {
  if (order.phase === 'resting') removeOrder(known(state.markets, order.market).book, order.id);
  else if (order.phase === 'waiting') leaveTriggers(state, triggersOf(state, order), order.id);
  order.phase = 'taking';
}

/** Where such an order waits: those of perpetuals that look at the mark stand apart. */
export function triggersOf({ markets, perpetual }: CoreState, { market, contract }: Order): Book {
  if (contract?.triggerBy !== 'mark') return known(markets, market).triggers;
  return known(perpetual.contracts, market).waiting.mark;
}

/** Whether it was reached or not. */
export function leaveTriggers(state: CoreState, triggers: Book, id: number): void {
  if (hasOrder(triggers, id)) removeOrder(triggers, id);
  else leaveReached(state, id);
}

/** Its trigger was reached, and it ends before it could fire. */
function leaveReached({ reached }: CoreState, id: number): void {
  if (!isReached(reached, id)) broken(`order ${id} waits nowhere`);
  removeReached(reached, id);
}

export function fill(order: Order, quantity: number, notional: bigint): void {
  order.filledQuantity += quantity;
  order.filledQuote += notional;
}

/** An order is over: nothing of it stays in the core. */
export function close(state: CoreState, order: Order): void {
  if (order.hold && order.hold.remaining !== 0n) broken(`order ${order.id} leaves something held`);
  state.orders.delete(order.id);
  const member = known(state.members, order.user);
  const open = member.openOrders.get(order.market);
  open?.delete(order.id);
  if (open?.size === 0) member.openOrders.delete(order.market);
  if (member.frozen) noteFrozenTrader(state, member);
  if (order.clientId !== null) state.memories.forgetOrder(order.user, order.clientId, order.id);
}
