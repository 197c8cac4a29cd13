/** Placing an order in a perpetual market: guards in order of precedence, then what it takes at once, then what it holds. */
import { CONTRACT_ORDERS_MAX } from '../../../../../shared/rules/open-orders';
import { fitsTiers, orderExposure, userCap } from '../../../../../shared/products/perpetual/rules/caps';
import {
  highestBuy,
  isPendingPriceAllowed,
  limitPpbAt,
  lowestSell,
} from '../../../../../shared/products/perpetual/rules/price-limit';
import { leverageMaxAt } from '../../../../../shared/products/perpetual/rules/tiers';
import type { Context, Decision } from '../../../../core/decision';
import type { CoreEvent } from '../../../../core/event';
import { bucketsOf } from '../../../../core/ledger/ledger';
import { bestTicks } from '../../../../core/market/book';
import { SCALE_MAX } from '../../../../core/market/listing';
import { latestPrice, notionalOf } from '../../../../core/market/market';
import { orderContract, orderTermsOf } from '../../../../core/market/order';
import type { Disposition, OrderContract, OrderSide, PositionSide, PriceKind } from '../../../../core/market/order';
import { broken, isRejection, reject, type Rejection } from '../../../../core/rejection';
import { crosses, isImmediate, refuseNotional, refuseQuantity } from '../../../spot/core/place';
import { refuseCoins, refuseTrader } from '../../../spot/core/permission';
import type { CoreView } from '../../../../core/state';
import { refuseAttached } from './attached';
import { sideOf, type PlacePerpetualOrder } from '../commands';
import { cutTo } from './cut';
import type { PerpetualOrderPlaced } from '../events';
import { leverageOf, openingLotsOf, ordersIn, ordersOn } from './holding';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt, type Mark } from '../marks/mark';
import { costOf, meetBook } from './meet';
import { isOneWay, lotsAgainst, lotsTurned } from './one-way';
import { closingLots, orderedAtMost, priceAt } from './ordered';
import { holding } from './order-holds';
import { createSketch, freeIn, levelOf, perTickOf, traderOf, type Sketch } from './sketch';

/** In the first minutes of a market. */
const OPENING_LIMIT_PPB = 20_000_000;

/** What an order is judged by. */
export interface Circumstances {
  view: CoreView;
  market: PerpetualMarketView;
  mark: Mark;
  /** The worst prices in ticks. */
  limits: Record<OrderSide, number>;
  at: number;
}

/** What the guards found. */
interface Placing {
  command: PlacePerpetualOrder;
  market: PerpetualMarketView;
  side: OrderSide;
  /** The worst price in ticks at which it may trade; what it is costed at as long as it waits. */
  worst: number;
  contract: OrderContract;
  sketch: Sketch;
}

export function decidePlacePerpetualOrder(view: CoreView, command: PlacePerpetualOrder, { at }: Context): Decision {
  const placing = placingOf(view, command, at);
  return isRejection(placing) ? placing : placeOrder(view, placing);
}

function placingOf(view: CoreView, command: PlacePerpetualOrder, at: number): Placing | Rejection {
  const opens = command.act === 'open';
  const member = view.members.get(command.user);
  if (!member) return reject('account.unknown');
  const trader = opens ? refuseTrader(view, command.user) : null;
  if (trader) return trader;
  const market = perpetualMarket(view, command.market);
  if (!market) return reject('market.unknown');
  const touched: PositionSide[] =
    opens && isOneWay(view, command.user, command.market) ? ['long', 'short'] : [command.position];
  const locked = refuseLocked(view, command.user, command.market, touched);
  if (locked) return locked;
  const closed = refuseMarket(view, market, opens);
  if (closed) return closed;
  const mark = markAt(view, market, at);
  if (!mark || (opens && mark.isStale)) return reject('mark.stale');
  if (opens && mark.isCloseOnly) return reject('market.close.only');
  const side = sideOf(command.position, command.act);
  const limits = limitsOf(view, market, mark, at);
  const around: Circumstances = { view, market, mark, limits, at };
  const worst = command.price ?? command.trigger ?? limits[side];
  const { position, triggerBy } = command;
  const contract = orderContract(position, !opens, levelOf(view, command.user, at), triggerBy);
  const beyond = lotsBeyond(view, command, contract);
  const refusal =
    refuseForm(around, command) ??
    refusePrice(around, beyond > 0 ? command : { ...command, act: 'close' }, side) ??
    refuseCount(view, market, command) ??
    refuseAttached({ ...around, latest: (by) => latestOf(around, by) }, command) ??
    (opens
      ? refuseSize(around, { user: command.user, position, quantity: beyond }, worst)
      : refuseClosing(view, command));
  if (refusal) return refusal;
  return { command, market, side, worst, contract, sketch: createSketch(view, market, mark.ticks, at) };
}

/** Lots that it opens when all of it is filled: those that it takes off the other position first are not among them. */
function lotsBeyond(view: CoreView, command: PlacePerpetualOrder, contract: OrderContract): number {
  const { user, market, quantity, timeInForce, trigger } = command;
  const isLater = trigger === undefined && !isImmediate(timeInForce);
  return quantity - (isLater ? lotsAgainst : lotsTurned)(view, user, market, contract, quantity);
}

/** Null when the market and both of its coins take orders that open, or close. */
export function refuseMarket(view: CoreView, market: PerpetualMarketView, opens: boolean): Rejection | null {
  switch (market.state) {
    case 'open':
      return refuseCoins(view, market);
    case 'close_only':
      return opens ? reject('market.close.only') : refuseCoins(view, market);
    case 'closed':
      return reject('coin.not.open');
    case 'maintenance':
      return reject('coin.under.maintenance');
    case 'cancel_only':
      return reject('market.cancel.only');
  }
}

/** How far from the mark one may buy and sell, in ticks: less in the first minutes of a market. */
export function limitsOf(
  view: CoreView,
  market: PerpetualMarketView,
  mark: Mark,
  at: number,
): Record<OrderSide, number> {
  const { bandPpb, priceLowest, priceHighest } = market.terms;
  const openedAt = view.perpetual.contracts.get(market.terms.market)?.openedAt ?? 0;
  const limits = { limitPpb: bandPpb, openingLimitPpb: Math.min(bandPpb, OPENING_LIMIT_PPB) };
  const ppb = limitPpbAt(limits, openedAt, at);
  return {
    buy: Math.min(highestBuy(mark.ticks, ppb), priceHighest),
    sell: Math.max(lowestSell(mark.ticks, ppb), priceLowest),
  };
}

/** The combination of fields, then prices, quantity and notional, each against the market's terms. */
function refuseForm(around: Circumstances, command: PlacePerpetualOrder): Rejection | null {
  const { market, at } = around;
  const { terms } = market;
  const { price, quantity, trigger, triggerBy } = command;
  if (!isCombination(command)) return reject('order.combination.invalid');
  if (
    price !== undefined &&
    !(Number.isSafeInteger(price) && price >= terms.priceLowest && price <= terms.priceHighest)
  )
    return reject('price.out.of.range');
  const early = trigger === undefined ? null : refuseTrigger(around, trigger, triggerBy ?? 'last');
  if (early) return early;
  const bounds = sizeOf(market, command.act === 'close');
  const refusal = refuseQuantity(bounds, quantity);
  return refusal ?? refuseNotional(bounds, notionalOf(market, price ?? trigger ?? latestPrice(market, at), quantity));
}

/** Which fields go with which kind and time in force. */
function isCombination({ kind, timeInForce, price, trigger, triggerBy }: PlacePerpetualOrder): boolean {
  const isLimited = price !== undefined;
  const isWaiting = trigger !== undefined && triggerBy !== undefined;
  const isIdle = trigger === undefined && triggerBy === undefined;
  switch (kind) {
    case 'limit':
      return isLimited && isIdle;
    case 'market':
      return !isLimited && isIdle && isImmediate(timeInForce);
    case 'stop_limit':
      return isLimited && isWaiting && timeInForce !== 'post_only';
    case 'stop_market':
      return !isLimited && isWaiting && timeInForce === 'ioc';
  }
}

/** What is left of a position may be less than any order that opens: it can be closed all the same. */
export function sizeOf({ terms }: PerpetualMarketView, closes: boolean): PerpetualMarketView['terms'] {
  return closes ? { ...terms, quantityMin: 1, quantityMax: Number.MAX_SAFE_INTEGER, notionalMin: 0n } : terms;
}

/** A trigger that has not been reached yet. */
export function refuseTrigger(around: Circumstances, trigger: number, by: PriceKind): Rejection | null {
  const { priceLowest, priceHighest } = around.market.terms;
  if (!Number.isSafeInteger(trigger) || trigger < priceLowest || trigger > priceHighest)
    return reject('trigger.out.of.range');
  if (trigger !== latestOf(around, by)) return null;
  return reject(by === 'mark' ? 'trigger.at.mark' : 'trigger.at.last.price');
}

/** What such a trigger looks at, in ticks. */
export function latestOf({ market, mark, at }: Circumstances, by: PriceKind): number {
  return by === 'mark' ? mark.ticks : latestPrice(market, at);
}

/**
 * The limit around the mark; and what rests to open has a price that is no worse than the market's. What waits for a trigger is
 * judged when it is reached, then by the limit alone: by then the market has come to it.
 */
export function refusePrice(
  { market, limits, at }: Circumstances,
  {
    price,
    act,
    position,
    timeInForce,
    trigger,
  }: Pick<PlacePerpetualOrder, 'price' | 'act' | 'position' | 'timeInForce' | 'trigger'>,
  side: OrderSide,
): Rejection | null {
  if (price === undefined || trigger !== undefined) return null;
  if (side === 'buy' ? price > limits.buy : price < limits.sell)
    return reject('price.beyond.limit', { limit: limits[side] });
  if (act === 'close' || isImmediate(timeInForce)) return null;
  const best = bestTicks(market.book, side === 'buy' ? 'sell' : 'buy');
  if (isPendingPriceAllowed(position, price, latestPrice(market, at), best === 0 ? null : best)) return null;
  return reject(position === 'long' ? 'long.above.market' : 'short.below.market');
}

function refuseCount(view: CoreView, market: PerpetualMarketView, command: PlacePerpetualOrder): Rejection | null {
  // Markets were listed with more before there was a bound.
  const maximum = Math.min(market.terms.openOrdersMax, CONTRACT_ORDERS_MAX);
  if (command.trigger === undefined && isImmediate(command.timeInForce)) return null;
  const open = view.members.get(command.user)?.openOrders.get(command.market)?.size ?? 0;
  return open >= maximum ? reject('orders.too.many', { maximum }) : null;
}

/** Whole units of the quote asset that anybody may have of a market, however small it is: in units, by the asset's scale. */
const USER_LEAST = Array.from({ length: SCALE_MAX + 1 }, (_, scale) => 100_000n * 10n ** BigInt(scale));

/** Position and orders, each at its price or the mark, within what the tiers, the user and the market may have. */
export function refuseSize(
  { view, market, mark }: Circumstances,
  { user, position, quantity }: Pick<PlacePerpetualOrder, 'user' | 'position' | 'quantity'>,
  price: number,
  /** An order that this one takes the place of. */
  except = 0,
): Rejection | null {
  if (quantity === 0) return null;
  const contract = view.perpetual.contracts.get(market.terms.market) ?? broken('a market without its contract');
  const { orderTiers: tiers } = contract;
  const { openInterestMax } = contract.terms;
  const order = orderExposure(perTickOf(market, quantity), price, mark.ticks);
  const leverage = leverageOf(view.perpetual.holdings.get(user)?.get(market.terms.market), { tiers });
  const least = USER_LEAST[view.assets.get(market.terms.quote)?.scale ?? 0];
  const beyond = (value: bigint): Rejection | null => {
    if (!fitsTiers(tiers, value) || value > userCap(openInterestMax, least)) return reject('position.too.large');
    const maximum = leverageMaxAt(tiers, value);
    return leverage > maximum ? reject('leverage.too.high', { maximum }) : null;
  };
  // Order by order only for who comes near a bound.
  const refusal =
    beyond(exposedAtMost(view, market, user, position, mark.ticks) + order) &&
    beyond(exposureOf(view, market, user, position, mark.ticks, except) + order);
  if (refusal) return refusal;
  const interest = notionalOf(market, mark.ticks, contract.openLots + quantity);
  return interest > openInterestMax ? reject('open.interest.full') : null;
}

/** What a position and its opening orders are worth, each at the higher of its price and the mark. */
export function exposureOf(
  view: CoreView,
  market: PerpetualMarketView,
  user: number,
  side: PositionSide,
  mark: number,
  except = 0,
): bigint {
  const { market: name } = market.terms;
  let value = positionExposure(view, market, user, side, mark);
  for (const order of ordersOn(ordersIn(view, user, name), side, false)) {
    if (order.id !== except) value += orderExposure(perTickOf(market, openingLotsOf(order)), priceAt(order), mark);
  }
  return value;
}

/** Never less than that, and reckoned without looking at any order. */
function exposedAtMost(
  view: CoreView,
  market: PerpetualMarketView,
  user: number,
  side: PositionSide,
  mark: number,
): bigint {
  const orders = orderedAtMost(view, user, market.terms.market, side, mark) * perTickOf(market, 1);
  return positionExposure(view, market, user, side, mark) + orders;
}

function positionExposure(
  view: CoreView,
  market: PerpetualMarketView,
  user: number,
  side: PositionSide,
  mark: number,
): bigint {
  const position = view.perpetual.holdings.get(user)?.get(market.terms.market)?.[side];
  return position ? larger(position.cost, notionalOf(market, mark, position.lots)) : 0n;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** What rests and what takes closes no more than there is; what takes at once may take it from what rests. */
function refuseClosing(view: CoreView, command: PlacePerpetualOrder): Rejection | null {
  const { user, market, position: side, quantity, timeInForce } = command;
  const position = view.perpetual.holdings.get(user)?.get(market)?.[side];
  if (!position) return reject('position.none');
  // It finds out when its trigger is reached.
  if (command.trigger !== undefined) return null;
  const closing = isImmediate(timeInForce) ? 0 : closingLots(view, user, market, side);
  const maximum = position.lots - closing;
  return quantity > maximum ? reject('closing.exceeds.position', { maximum }) : null;
}

function placeOrder(view: CoreView, placing: Placing): Decision {
  const { command, market, side, worst, contract, sketch } = placing;
  const { user, timeInForce, quantity, kind } = command;
  const price = kind === 'limit' ? worst : null;
  if (command.trigger !== undefined) return placeIdle(view, placing, 'waits');
  if (price !== null && !crosses(market, side, price)) {
    if (timeInForce === 'fok') return reject('order.cannot.fill');
    if (timeInForce !== 'ioc') return placeIdle(view, placing, 'rests');
  } else if (price !== null && timeInForce === 'post_only') return reject('order.would.take');

  const order = view.counters.order;
  // Its hold comes before those of the positions that its fills make.
  const hold = contract.closes ? null : { id: sketch.next.hold++, before: 0n };
  const met = meetBook(sketch, {
    order,
    user,
    side,
    contract,
    terms: command,
    price,
    worst,
    lots: quantity,
    hold,
  });
  if (met.reason === 'margin_short') return reject('margin.insufficient');
  if (timeInForce === 'fok' && met.remaining > 0) return reject(met.isTooMuch ? 'fills.too.many' : 'order.cannot.fill');
  // What takes at once takes from what rests.
  const cuts = contract.closes ? cutFor(view, placing, met.filled) : [];
  return [...sketch.settling.events, ...cuts, placed(view, placing, 'takes', hold, met.held), ...met.events];
}

function cutFor(view: CoreView, { command, market }: Placing, filled: number): CoreEvent[] {
  const { user, position: side } = command;
  const lots = view.perpetual.holdings.get(user)?.get(command.market)?.[side]?.lots ?? 0;
  return cutTo(view, market, user, side, lots - filled);
}

/** In the book or until its trigger is reached. */
function placeIdle(view: CoreView, placing: Placing, disposition: 'rests' | 'waits'): Decision {
  const { command, contract, sketch, worst } = placing;
  if (contract.closes) return [placed(view, placing, disposition, null, 0n)];
  const { user, market, quantity } = command;
  const against = (disposition === 'waits' ? lotsTurned : lotsAgainst)(view, user, market, contract, quantity);
  const held = costOf(sketch, user, contract, worst, quantity - against);
  if (held > 0n && held > freeIn(sketch, traderOf(sketch, user))) return reject('margin.insufficient');
  return [...sketch.settling.events, placed(view, placing, disposition, { id: view.counters.hold }, held, against)];
}

function placed(
  view: CoreView,
  { command, side, contract, market }: Placing,
  disposition: Disposition,
  hold: { readonly id: number } | null,
  held: bigint,
  against = 0,
): PerpetualOrderPlaced {
  const { user, position, price, quantity, trigger, triggerBy } = command;
  const { takeProfit, takeProfitBy, stopLoss, stopLossBy } = command;
  const buckets = bucketsOf(view.ledger, 'contract', user, market.terms.quote);
  return {
    type: 'PerpetualOrderPlaced',
    order: view.counters.order,
    user,
    market: command.market,
    side,
    position,
    closes: contract.closes ? 1 : 0,
    ...orderTermsOf(command),
    price,
    quantity,
    level: contract.level,
    disposition,
    trigger,
    triggerBy,
    takeProfit,
    takeProfitBy,
    stopLoss,
    stopLossBy,
    against: against === 0 ? undefined : against,
    entries: hold && held > 0n ? [holding(position, buckets, held, hold.id)] : [],
  };
}
