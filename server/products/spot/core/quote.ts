/**
 * Mass quote of one market: cancellations, amendments and new orders in one atomic batch. No piece takes liquidity. The state does not
 * change during the checks, so this file accumulates the effects of the earlier pieces: available balances, number of open orders, and the
 * book.
 */
import { QUOTE_PIECES_MAX } from '../../../../shared/rules/quote-pieces';
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { availableOf } from '../../../core/ledger/ledger';
import { firstSlot, nextSlot, slotOrder, slotTicks, type BookView } from '../../../core/market/book';
import { spotMarket } from '../../../core/market/listing';
import { cancelReasonOf, DEFAULT_SELF_TRADE, type OpenOrder, type OrderSide } from '../../../core/market/order';
import { termsAt } from '../../../core/market/scheduled-terms';
import { broken, isRejection, reject, type Rejection } from '../../../core/rejection';
import type { CoreView, MarketView } from '../../../core/state';
import { refuseNotFinal } from '../../wallet/core/finality';
import { orderAmendedEvent, amendmentOf, isSmallerOnly, refuseAmendment, type Amendment } from './amend';
import { cancelOpenOrder } from './cancel';
import type { PlaceOrder, QuoteMarket, QuotePlace } from './commands';
import { refuseMarket, refuseTrader } from './permission';
import { heldAsset, limitHold, orderPlacedEvent, refuseHold, refuseTerms } from './place';

type PieceKind = 'cancels' | 'amends' | 'places';

/** A new order and its hold. */
interface Placing {
  command: PlaceOrder;
  heldAmount: bigint;
}

export function decideQuoteMarket(view: CoreView, command: QuoteMarket, { actor, at }: Context): Decision {
  const { user, cancels, amends, places } = command;
  // Cancellations are allowed for every user and market state, as with `CancelOrder`.
  const isQuoting = amends.length + places.length > 0;
  const trader = isQuoting ? refuseTrader(view, user) : null;
  if (trader) return trader;
  const market = spotMarket(view, command.market);
  if (!market) return reject('market.unknown');
  const closed = isQuoting ? refuseMarket(view, market) : null;
  if (closed) return closed;
  const pieceCount = cancels.length + amends.length + places.length;
  if (pieceCount === 0 || pieceCount > QUOTE_PIECES_MAX)
    return reject('quote.size.invalid', { maximum: QUOTE_PIECES_MAX });

  const changedOrderIds = new Set<number>();
  const cancelledOrders = mapPieces('cancels', cancels, (order) =>
    amendableOrder(view, command, order, changedOrderIds),
  );
  if (isRejection(cancelledOrders)) return cancelledOrders;
  const amendments = mapPieces('amends', amends, ({ order: id, price, quantity }) => {
    const order = amendableOrder(view, command, id, changedOrderIds);
    if (isRejection(order)) return order;
    if (order.phase !== 'resting') return reject('amend.not.allowed');
    const amendment = amendmentOf(market, order, { price, quantity }, at);
    if (isRejection(amendment)) return amendment;
    return refuseAmendment(view, market, amendment, at) ?? amendment;
  });
  if (isRejection(amendments)) return amendments;
  const open = (view.members.get(user)?.openOrders.get(command.market)?.size ?? 0) - cancels.length;
  const placings = mapPieces('places', places, (place, index) =>
    placingOf(view, market, command, place, open + index, at),
  );
  if (isRejection(placings)) return placings;

  const refusal =
    refuseCrossing(market, changedOrderIds, amendments, placings) ??
    refuseHolds(view, market, user, cancelledOrders, amendments, placings);
  if (refusal) return refusal;
  return [
    ...cancelledOrders.map((order) => cancelOpenOrder(view.ledger, order, market, cancelReasonOf(actor))),
    ...sortAmendments(amendments).map((one) =>
      orderAmendedEvent(view, market, one, at, isSmallerOnly(one) ? 'keeps' : 'rests'),
    ),
    ...placings.map((one, index) => quotedOrderEvent(view, market, one, index, at)),
  ];
}

/** Id of the first placed order; the others follow consecutively in command order. */
export function firstPlacedOrder(events: readonly CoreEvent[]): number | null {
  return events.find((event) => event.type === 'OrderPlaced')?.order ?? null;
}

/** Returns the result of each piece, or the first rejection. */
function mapPieces<T, R extends object>(
  pieceKind: PieceKind,
  pieces: readonly T[],
  judge: (one: T, index: number) => R | Rejection,
): R[] | Rejection {
  const results: R[] = [];
  for (const [index, one] of pieces.entries()) {
    const judged = judge(one, index);
    if (isRejection(judged)) return rejectionOfPiece(judged, pieceKind, index);
    results.push(judged);
  }
  return results;
}

/** Adds the rejected piece: `amends/2` is the third of the amendments. */
function rejectionOfPiece({ rejected, facts }: Rejection, pieceKind: PieceKind, index: number): Rejection {
  return reject(rejected, { ...facts, piece: `${pieceKind}/${index}` });
}

/** An open order of the user in this market that no piece before has named. */
function amendableOrder(
  view: CoreView,
  { user, market }: QuoteMarket,
  id: number,
  changedOrderIds: Set<number>,
): OpenOrder | Rejection {
  const order = view.orders.get(id);
  if (order?.user !== user || order.market !== market) return reject('order.not.found');
  if (order.stake !== null) return reject('order.of.robot');
  if (changedOrderIds.has(id)) return reject('quote.order.repeated');
  changedOrderIds.add(id);
  return order;
}

function placingOf(
  view: CoreView,
  market: MarketView,
  { user, market: name }: QuoteMarket,
  { side, price, quantity }: QuotePlace,
  open: number,
  at: number,
): Placing | Rejection {
  const { openOrdersMax } = termsAt(market, at);
  const command: PlaceOrder = {
    type: 'PlaceOrder',
    user,
    market: name,
    side,
    kind: 'limit',
    timeInForce: 'post_only',
    ...DEFAULT_SELF_TRADE,
    price,
    quantity,
  };
  const refusal = refuseTerms(market, command, at) ?? refuseNotFinal(view, market, { user, side, price }, at);
  if (refusal) return refusal;
  if (open >= openOrdersMax) return reject('orders.too.many', { maximum: openOrdersMax });
  return { command, heldAmount: limitHold(market, side, price, quantity) };
}

/** In the final book, no price crosses the other side: neither its remaining orders, of any owner, nor the new ones of this command. */
function refuseCrossing(
  { book }: MarketView,
  changedOrderIds: ReadonlySet<number>,
  amendments: readonly Amendment[],
  placings: readonly Placing[],
): Rejection | null {
  let bid = bestPriceWithout(book, 'buy', changedOrderIds);
  let ask = bestPriceWithout(book, 'sell', changedOrderIds);
  const joins = (side: OrderSide, price: number): boolean => {
    if (side === 'buy') bid = Math.max(bid, price);
    else ask = Math.min(ask, price);
    return bid < ask;
  };
  for (const [index, { order, price }] of amendments.entries()) {
    if (!joins(order.side, price)) return rejectionOfPiece(reject('order.would.take'), 'amends', index);
  }
  for (const [index, { command }] of placings.entries()) {
    if (!joins(command.side, command.price as number))
      return rejectionOfPiece(reject('order.would.take'), 'places', index);
  }
  return null;
}

/** The best price of a side without the orders named; where there is none, one that nothing meets. */
function bestPriceWithout(book: BookView, side: OrderSide, changedOrderIds: ReadonlySet<number>): number {
  for (let slot = firstSlot(book, side); slot >= 0; slot = nextSlot(book, slot)) {
    if (!changedOrderIds.has(slotOrder(book, slot))) return slotTicks(book, slot);
  }
  return side === 'buy' ? 0 : Infinity;
}

/**
 * Cancellations and reductions release their holds first, regardless of their place in the command; the other pieces
 * share the sum.
 */
function refuseHolds(
  view: CoreView,
  market: MarketView,
  user: number,
  cancelledOrders: readonly OpenOrder[],
  amendments: readonly Amendment[],
  placings: readonly Placing[],
): Rejection | null {
  const available: Record<OrderSide, bigint> = {
    buy: availableOf(view.ledger, user, market.terms.quote),
    sell: availableOf(view.ledger, user, market.terms.base),
  };
  for (const { side, hold } of cancelledOrders) available[side] += hold?.remaining ?? 0n;
  for (const { order, heldIncrease } of amendments) if (heldIncrease < 0n) available[order.side] -= heldIncrease;

  const setAside = (side: OrderSide, amount: bigint): Rejection | null => {
    const insufficientFunds = refuseHold(view, user, heldAsset(market, side), amount, available[side]);
    available[side] -= amount;
    return insufficientFunds;
  };
  for (const [index, { order, heldIncrease: more }] of amendments.entries()) {
    const insufficientFunds = more > 0n ? setAside(order.side, more) : null;
    if (insufficientFunds) return rejectionOfPiece(insufficientFunds, 'amends', index);
  }
  for (const [index, { command, heldAmount }] of placings.entries()) {
    const poor = setAside(command.side, heldAmount);
    if (poor) return rejectionOfPiece(poor, 'places', index);
  }
  return null;
}

/**
 * Sorts amendments so that the book is never crossed and no balance becomes negative on the way. Each side releases before it holds more,
 * and the two sides hold different assets. If a bid rises to the price of a standing ask, the asks move first. Then no ask falls to the
 * price of a standing bid, or the two would cross at the end.
 */
function sortAmendments(amendments: readonly Amendment[]): Amendment[] {
  const amendmentsOf = (side: OrderSide): Amendment[] => {
    const sideAmendments = amendments.filter(({ order }) => order.side === side);
    return [
      ...sideAmendments.filter(({ heldIncrease }) => heldIncrease <= 0n),
      ...sideAmendments.filter(({ heldIncrease }) => heldIncrease > 0n),
    ];
  };
  const bids = amendmentsOf('buy');
  const asks = amendmentsOf('sell');
  const bidsReachAsks = bids.some(({ price }) => asks.some(({ order }) => price >= order.price));
  return bidsReachAsks ? [...asks, ...bids] : [...bids, ...asks];
}

function quotedOrderEvent(
  view: CoreView,
  market: MarketView,
  { command, heldAmount }: Placing,
  index: number,
  at: number,
): CoreEvent {
  const { order, hold } = view.counters;
  // Each order has a hold, so both numbers advance by one.
  if (heldAmount <= 0n) broken('a quote that holds nothing');
  // New fields precede the spread: after a spread, the engine creates a new object shape for each event, which slows down all readers.
  return {
    quoted: 1,
    ...orderPlacedEvent(view, market, command, 'rests', heldAmount, at, { order: order + index, hold: hold + index }),
  };
}
