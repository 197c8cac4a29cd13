/** Amends an open order in one batch. It keeps its number, and its place in the queue if only the quantity falls. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import type { Entry } from '../../../../core/ledger/entry';
import { notionalOf } from '../../../../core/market/market';
import type { Disposition, OrderView, PositionSide } from '../../../../core/market/order';
import { isRejection, reject, type Rejection } from '../../../../core/rejection';
import { crosses, refuseNotional, refuseQuantity } from '../../../spot/core/place';
import { refuseTrader } from '../../../spot/core/permission';
import type { CoreView } from '../../../../core/state';
import { changesAttachedStops, refuseChangedStops } from './attached-stops';
import type { AmendPerpetualOrder } from '../commands';
import type { PerpetualOrderAmended } from '../events';
import { contractOf } from './open-orders';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { isOneWay, lotsClosingOpposite, lotsClosingOppositeOnTrade } from './one-way';
import { openingHold, adjustHoldEntries, holdOf, matchWithBook } from './match-with-book';
import { closingLots, costPriceOf } from './open-order-sums';
import {
  latestPriceBy,
  priceLimitsOf,
  refuseMarket,
  refusePrice,
  refuseSize,
  refuseTrigger,
  sizeOf,
  type OrderContext,
} from './place';
import { createSimulation, freeBalanceIn, traderOf } from './match-simulation';

interface Amendment {
  order: OrderView;
  /** 0 for an order without a limit. */
  price: number;
  trigger: number;
  quantity: number;
  open: number;
  command: AmendPerpetualOrder;
}

export function decideAmendPerpetualOrder(view: CoreView, command: AmendPerpetualOrder, { at }: Context): Decision {
  const order = view.orders.get(command.order);
  if (!view.members.has(command.user)) return reject('account.unknown');
  if (order?.user !== command.user || order.market !== (command.market ?? order.market))
    return reject('order.not.found');
  const market = perpetualMarket(view, order.market);
  if (!market) return reject('order.not.found');
  const contract = contractOf(order);
  const opens = !contract.closes;
  const touched: PositionSide[] =
    opens && isOneWay(view, command.user, order.market) ? ['long', 'short'] : [contract.position];
  const locked = refuseLocked(view, command.user, order.market, touched);
  if (locked) return locked;
  const closed = (opens ? refuseTrader(view, command.user) : null) ?? refuseMarket(view, market, opens);
  if (closed) return closed;
  const mark = markAt(view, market, at);
  if (!mark || (opens && mark.isStale)) return reject('mark.stale');
  if (opens && mark.isCloseOnly) return reject('market.close.only');
  const context: OrderContext = { view, market, mark, limits: priceLimitsOf(view, market, mark, at), at };
  const reattaches = changesAttachedStops(view, command);
  const amendment = amendmentOf(order, command, reattaches);
  if (isRejection(amendment)) return amendment;
  const refusal =
    (isChanged(amendment) ? refuseAmendment(context, amendment) : null) ?? refuseStops(context, amendment);
  if (refusal) return refusal;
  // An amendment of attached stops only keeps the order's priority and hold.
  if (!isChanged(amendment))
    return [orderAmendedEvent(amendment, order.phase === 'waiting' ? 'waits' : 'keeps', [], contract.against)];

  const { price, quantity, open } = amendment;
  const { id, user, side, timeInForce } = order;
  const simulation = createSimulation(view, market, mark.ticks, at);
  const hold = holdOf(simulation, order);
  const isWaiting = order.phase === 'waiting';
  const unheldLots = lotsWithoutHold(view, amendment);
  const changed = (disposition: Disposition, heldAmount: bigint): CoreEvent =>
    orderAmendedEvent(
      amendment,
      disposition,
      adjustHoldEntries(simulation, user, contract, hold, heldAmount),
      disposition === 'takes' ? 0 : unheldLots,
    );
  if (isWaiting || !crosses(market, side, price)) {
    const heldAmount = hold ? openingHold(simulation, user, contract, costPriceOf(amendment), open - unheldLots) : 0n;
    if (heldAmount > 0n && heldAmount > freeBalanceIn(simulation, traderOf(simulation, user)) + (hold?.before ?? 0n))
      return reject('margin.insufficient');
    const settled = simulation.settling.events;
    if (isWaiting) return [...settled, changed('waits', heldAmount)];
    return [...settled, changed(price === order.price && quantity < order.quantity ? 'keeps' : 'rests', heldAmount)];
  }
  if (timeInForce === 'post_only') return reject('order.would.take');
  const matchResult = matchWithBook(simulation, {
    order: id,
    user,
    side,
    contract,
    terms: order,
    price,
    worst: price,
    lots: open,
    hold,
  });
  if (matchResult.reason === 'margin_short') return reject('margin.insufficient');
  return [...simulation.settling.events, changed('takes', matchResult.held), ...matchResult.events];
}

/** Open lots of an amended order that need no hold. */
function lotsWithoutHold(view: CoreView, { order, open }: Amendment): number {
  const { id, user, market, phase } = order;
  const contract = contractOf(order);
  if (phase === 'waiting') return lotsClosingOppositeOnTrade(view, user, market, contract, open);
  return lotsClosingOpposite(view, user, market, contract, open, { except: id });
}

/** Absent fields stay unchanged. */
function amendmentOf(order: OrderView, command: AmendPerpetualOrder, reattaches: boolean): Amendment | Rejection {
  const isLimited = order.kind === 'limit' || order.kind === 'stop_limit';
  if ((command.price !== undefined && !isLimited) || (command.trigger !== undefined && order.phase !== 'waiting'))
    return reject('amend.not.allowed');
  const { price = order.price, trigger = order.trigger, quantity = order.quantity } = command;
  const amendment = { order, price, trigger, quantity, open: quantity - order.filledQuantity, command };
  return isChanged(amendment) || reattaches ? amendment : reject('amend.nothing');
}

function isChanged({ order, price, trigger, quantity }: Amendment): boolean {
  return price !== order.price || trigger !== order.trigger || quantity !== order.quantity;
}

function refuseStops(context: OrderContext, { order, price, command }: Amendment): Rejection | null {
  const { user, market } = order;
  const { position, closes } = contractOf(order);
  const amendedOrder = { user, market, position, closes, price, isMoved: price !== order.price };
  return refuseChangedStops(
    { ...context, latestPrice: (priceKind) => latestPriceBy(context, priceKind) },
    amendedOrder,
    command,
  );
}

function refuseAmendment(context: OrderContext, amendment: Amendment): Rejection | null {
  const { view, market } = context;
  const { order, price, trigger, quantity, open } = amendment;
  const { user, side, timeInForce } = order;
  const { position, closes, triggerBy = 'last' } = contractOf(order);
  const { priceLowest, priceHighest } = market.terms;
  const isWithin = (ticks: number) => Number.isSafeInteger(ticks) && ticks >= priceLowest && ticks <= priceHighest;
  if (price !== order.price && !isWithin(price)) return reject('price.out.of.range');
  const triggerRefusal = trigger === order.trigger ? null : refuseTrigger(context, trigger, triggerBy);
  if (triggerRefusal) return triggerRefusal;
  const sizeLimits = sizeOf(market, closes);
  const refusal = refuseQuantity(sizeLimits, quantity);
  if (refusal) return refusal;
  if (open <= 0) return reject('amend.below.filled', { filled: order.filledQuantity });
  const notionalRefusal = refuseNotional(sizeLimits, notionalOf(market, costPriceOf(amendment), quantity));
  if (notionalRefusal) return notionalRefusal;
  const openingLots = closes ? 0 : open - lotsWithoutHold(view, amendment);
  const act = openingLots === 0 ? 'close' : 'open';
  if (order.phase !== 'waiting') {
    const priceRefusal = refusePrice(context, { price, act, position, timeInForce }, side);
    if (priceRefusal) return priceRefusal;
  }
  if (!closes) return refuseSize(context, { user, position, quantity: openingLots }, costPriceOf(amendment), order.id);
  if (order.phase === 'waiting') return null;
  const lots = view.perpetual.holdings.get(user)?.get(order.market)?.[position]?.lots ?? 0;
  const maximum = lots - closingLots(view, user, order.market, position, order.id);
  return open > maximum ? reject('closing.exceeds.position', { maximum: maximum + order.filledQuantity }) : null;
}

function orderAmendedEvent(
  { order, price, trigger, quantity, command }: Amendment,
  disposition: Disposition,
  entries: Entry[],
  unheldLots = 0,
): PerpetualOrderAmended {
  return {
    type: 'PerpetualOrderAmended',
    order: order.id,
    user: order.user,
    market: order.market,
    side: order.side,
    price,
    quantity,
    trigger: trigger === 0 ? undefined : trigger,
    openBefore: order.quantity - order.filledQuantity,
    priceBefore: order.price,
    disposition,
    takeProfit: command.takeProfit,
    takeProfitBy: command.takeProfitBy,
    stopLoss: command.stopLoss,
    stopLossBy: command.stopLossBy,
    against: unheldLots === 0 ? undefined : unheldLots,
    entries,
  };
}
