/** Amending an open order in one batch: it keeps its number, and its place in the queue when only the quantity falls. */
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import type { Entry } from '../../../../core/ledger/entry';
import { notionalOf } from '../../../../core/market/market';
import type { Disposition, OrderView, PositionSide } from '../../../../core/market/order';
import { isRejection, reject, type Rejection } from '../../../../core/rejection';
import { crosses, refuseNotional, refuseQuantity } from '../../../spot/core/place';
import { refuseTrader } from '../../../spot/core/permission';
import type { CoreView } from '../../../../core/state';
import { changesAttached, refuseReattached } from './attached';
import type { AmendPerpetualOrder } from '../commands';
import type { PerpetualOrderAmended } from '../events';
import { contractOf } from './holding';
import { perpetualMarket } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt } from '../marks/mark';
import { isOneWay, lotsAgainst, lotsTurned } from './one-way';
import { costOf, heldAnew, heldBy, meetBook } from './meet';
import { closingLots, priceAt } from './ordered';
import {
  latestOf,
  limitsOf,
  refuseMarket,
  refusePrice,
  refuseSize,
  refuseTrigger,
  sizeOf,
  type Circumstances,
} from './place';
import { createSketch, freeIn, traderOf } from './sketch';

interface Amendment {
  order: OrderView;
  /** 0 for an order without. */
  price: number;
  trigger: number;
  quantity: number;
  open: number;
  wish: AmendPerpetualOrder;
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
  const around: Circumstances = { view, market, mark, limits: limitsOf(view, market, mark, at), at };
  const reattaches = changesAttached(view, command);
  const amendment = amendmentOf(order, command, reattaches);
  if (isRejection(amendment)) return amendment;
  const refusal = (isChanged(amendment) ? refuseAmendment(around, amendment) : null) ?? refuseStops(around, amendment);
  if (refusal) return refusal;
  // What only brings along something else stands where it stood, with what it holds.
  if (!isChanged(amendment))
    return [amended(amendment, order.phase === 'waiting' ? 'waits' : 'keeps', [], contract.against)];

  const { price, quantity, open } = amendment;
  const { id, user, side, timeInForce } = order;
  const sketch = createSketch(view, market, mark.ticks, at);
  const hold = heldBy(sketch, order);
  const isWaiting = order.phase === 'waiting';
  const against = againstOf(view, amendment);
  const changed = (disposition: Disposition, held: bigint): CoreEvent =>
    amended(
      amendment,
      disposition,
      heldAnew(sketch, user, contract, hold, held),
      disposition === 'takes' ? 0 : against,
    );
  if (isWaiting || !crosses(market, side, price)) {
    const held = hold ? costOf(sketch, user, contract, priceAt(amendment), open - against) : 0n;
    if (held > 0n && held > freeIn(sketch, traderOf(sketch, user)) + (hold?.before ?? 0n))
      return reject('margin.insufficient');
    const settled = sketch.settling.events;
    if (isWaiting) return [...settled, changed('waits', held)];
    return [...settled, changed(price === order.price && quantity < order.quantity ? 'keeps' : 'rests', held)];
  }
  if (timeInForce === 'post_only') return reject('order.would.take');
  const met = meetBook(sketch, {
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
  if (met.reason === 'margin_short') return reject('margin.insufficient');
  return [...sketch.settling.events, changed('takes', met.held), ...met.events];
}

/** Of an amended order's open lots, those that hold nothing. */
function againstOf(view: CoreView, { order, open }: Amendment): number {
  const { id, user, market, phase } = order;
  const contract = contractOf(order);
  if (phase === 'waiting') return lotsTurned(view, user, market, contract, open);
  return lotsAgainst(view, user, market, contract, open, { except: id });
}

/** What is absent stays as it is. */
function amendmentOf(order: OrderView, wish: AmendPerpetualOrder, reattaches: boolean): Amendment | Rejection {
  const isLimited = order.kind === 'limit' || order.kind === 'stop_limit';
  if ((wish.price !== undefined && !isLimited) || (wish.trigger !== undefined && order.phase !== 'waiting'))
    return reject('amend.not.allowed');
  const { price = order.price, trigger = order.trigger, quantity = order.quantity } = wish;
  const amendment = { order, price, trigger, quantity, open: quantity - order.filledQuantity, wish };
  return isChanged(amendment) || reattaches ? amendment : reject('amend.nothing');
}

function isChanged({ order, price, trigger, quantity }: Amendment): boolean {
  return price !== order.price || trigger !== order.trigger || quantity !== order.quantity;
}

function refuseStops(around: Circumstances, { order, price, wish }: Amendment): Rejection | null {
  const { user, market } = order;
  const { position, closes } = contractOf(order);
  const stands = { user, market, position, closes, price, isMoved: price !== order.price };
  return refuseReattached({ ...around, latest: (by) => latestOf(around, by) }, stands, wish);
}

function refuseAmendment(around: Circumstances, amendment: Amendment): Rejection | null {
  const { view, market } = around;
  const { order, price, trigger, quantity, open } = amendment;
  const { user, side, timeInForce } = order;
  const { position, closes, triggerBy = 'last' } = contractOf(order);
  const { priceLowest, priceHighest } = market.terms;
  const isWithin = (ticks: number) => Number.isSafeInteger(ticks) && ticks >= priceLowest && ticks <= priceHighest;
  if (price !== order.price && !isWithin(price)) return reject('price.out.of.range');
  const early = trigger === order.trigger ? null : refuseTrigger(around, trigger, triggerBy);
  if (early) return early;
  const bounds = sizeOf(market, closes);
  const refusal = refuseQuantity(bounds, quantity);
  if (refusal) return refusal;
  if (open <= 0) return reject('amend.below.filled', { filled: order.filledQuantity });
  const small = refuseNotional(bounds, notionalOf(market, priceAt(amendment), quantity));
  if (small) return small;
  const beyond = closes ? 0 : open - againstOf(view, amendment);
  const act = beyond === 0 ? 'close' : 'open';
  if (order.phase !== 'waiting') {
    const beyond = refusePrice(around, { price, act, position, timeInForce }, side);
    if (beyond) return beyond;
  }
  if (!closes) return refuseSize(around, { user, position, quantity: beyond }, priceAt(amendment), order.id);
  if (order.phase === 'waiting') return null;
  const lots = view.perpetual.holdings.get(user)?.get(order.market)?.[position]?.lots ?? 0;
  const maximum = lots - closingLots(view, user, order.market, position, order.id);
  return open > maximum ? reject('closing.exceeds.position', { maximum: maximum + order.filledQuantity }) : null;
}

function amended(
  { order, price, trigger, quantity, wish }: Amendment,
  disposition: Disposition,
  entries: Entry[],
  against = 0,
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
    takeProfit: wish.takeProfit,
    takeProfitBy: wish.takeProfitBy,
    stopLoss: wish.stopLoss,
    stopLossBy: wish.stopLossBy,
    against: against === 0 ? undefined : against,
    entries,
  };
}
