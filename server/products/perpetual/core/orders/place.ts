/** Places an order in a perpetual market: guards in order of precedence, then immediate fills, then the hold. */
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
import { refuseAttachedStops } from './attached-stops';
import { sideOf, type PlacePerpetualOrder } from '../commands';
import { cutClosingOrders } from './cut-closing-orders';
import type { PerpetualOrderPlaced } from '../events';
import { leverageOf, openingLotsOf, ordersIn, ordersOn } from './open-orders';
import { perpetualMarket, type PerpetualMarketView } from '../terms/listing';
import { refuseLocked } from '../locks/lock';
import { markAt, type Mark } from '../marks/mark';
import { openingHold, matchWithBook } from './match-with-book';
import { isOneWay, lotsClosingOpposite, lotsClosingOppositeOnTrade } from './one-way';
import { closingLots, openingExposureMax, costPriceOf } from './open-order-sums';
import { holdEntry } from './order-holds';
import {
  createSimulation,
  freeBalanceIn,
  perpetualFeeLevel,
  unitsPerTick,
  traderOf,
  type MatchSimulation,
} from './match-simulation';

/** In the first minutes of a market. */
const OPENING_LIMIT_PPB = 20_000_000;

/** Context for checking an order. */
export interface OrderContext {
  view: CoreView;
  market: PerpetualMarketView;
  mark: Mark;
  /** Worst allowed prices in ticks. */
  limits: Record<OrderSide, number>;
  at: number;
}

/** Data that the guards collected. */
interface Placing {
  command: PlacePerpetualOrder;
  market: PerpetualMarketView;
  side: OrderSide;
  /** Worst price in ticks at which it may trade; waiting orders are costed at this price. */
  worstPrice: number;
  contract: OrderContract;
  simulation: MatchSimulation;
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
  const limits = priceLimitsOf(view, market, mark, at);
  const context: OrderContext = { view, market, mark, limits, at };
  const worstPrice = command.price ?? command.trigger ?? limits[side];
  const { position, triggerBy } = command;
  const contract = orderContract(position, !opens, perpetualFeeLevel(view, command.user, at), triggerBy);
  const openedLots = openedLotsOf(view, command, contract);
  const refusal =
    refuseForm(context, command) ??
    refusePrice(context, openedLots > 0 ? command : { ...command, act: 'close' }, side) ??
    refuseCount(view, market, command) ??
    refuseAttachedStops({ ...context, latestPrice: (priceKind) => latestPriceBy(context, priceKind) }, command) ??
    (opens
      ? refuseSize(context, { user: command.user, position, quantity: openedLots }, worstPrice)
      : refuseClosing(view, command));
  if (refusal) return refusal;
  return { command, market, side, worstPrice, contract, simulation: createSimulation(view, market, mark.ticks, at) };
}

/** Lots that a complete fill opens, without those that first close the opposite position. */
function openedLotsOf(view: CoreView, command: PlacePerpetualOrder, contract: OrderContract): number {
  const { user, market, quantity, timeInForce, trigger } = command;
  const isLater = trigger === undefined && !isImmediate(timeInForce);
  return (
    quantity - (isLater ? lotsClosingOpposite : lotsClosingOppositeOnTrade)(view, user, market, contract, quantity)
  );
}

/** Null if the market and both of its coins accept orders that open, or that close. */
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

/** Price limits around the mark in ticks; narrower in the first minutes of a market. */
export function priceLimitsOf(
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

/** Checks the combination of fields, then prices, quantity and notional, each against the market's terms. */
function refuseForm(context: OrderContext, command: PlacePerpetualOrder): Rejection | null {
  const { market, at } = context;
  const { terms } = market;
  const { price, quantity, trigger, triggerBy } = command;
  if (!isCombination(command)) return reject('order.combination.invalid');
  if (
    price !== undefined &&
    !(Number.isSafeInteger(price) && price >= terms.priceLowest && price <= terms.priceHighest)
  )
    return reject('price.out.of.range');
  const triggerRefusal = trigger === undefined ? null : refuseTrigger(context, trigger, triggerBy ?? 'last');
  if (triggerRefusal) return triggerRefusal;
  const sizeLimits = sizeOf(market, command.act === 'close');
  const refusal = refuseQuantity(sizeLimits, quantity);
  return (
    refusal ?? refuseNotional(sizeLimits, notionalOf(market, price ?? trigger ?? latestPrice(market, at), quantity))
  );
}

/** Whether the fields fit kind and time in force. */
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

/** A position's rest may be below the minimum order size; closing it is still allowed. */
export function sizeOf({ terms }: PerpetualMarketView, closes: boolean): PerpetualMarketView['terms'] {
  return closes ? { ...terms, quantityMin: 1, quantityMax: Number.MAX_SAFE_INTEGER, notionalMin: 0n } : terms;
}

/** Requires a trigger that is not reached yet. */
export function refuseTrigger(context: OrderContext, trigger: number, priceKind: PriceKind): Rejection | null {
  const { priceLowest, priceHighest } = context.market.terms;
  if (!Number.isSafeInteger(trigger) || trigger < priceLowest || trigger > priceHighest)
    return reject('trigger.out.of.range');
  if (trigger !== latestPriceBy(context, priceKind)) return null;
  return reject(priceKind === 'mark' ? 'trigger.at.mark' : 'trigger.at.last.price');
}

/** Current price that such a trigger compares, in ticks. */
export function latestPriceBy({ market, mark, at }: OrderContext, priceKind: PriceKind): number {
  return priceKind === 'mark' ? mark.ticks : latestPrice(market, at);
}

/**
 * Checks the price limit around the mark; the price of a resting opening order must also be no worse than the market's. Orders with a
 * trigger are checked when triggered, and then by the limit alone: the market has reached the price by then.
 */
export function refusePrice(
  { market, limits, at }: OrderContext,
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
  // Markets listed before this bound may allow more.
  const maximum = Math.min(market.terms.openOrdersMax, CONTRACT_ORDERS_MAX);
  if (command.trigger === undefined && isImmediate(command.timeInForce)) return null;
  const open = view.members.get(command.user)?.openOrders.get(command.market)?.size ?? 0;
  return open >= maximum ? reject('orders.too.many', { maximum }) : null;
}

/** Minimum position limit of every user in a market of any size: 100,000 whole units of the quote asset, by the asset's scale. */
const USER_CAP_MIN = Array.from({ length: SCALE_MAX + 1 }, (_, scale) => 100_000n * 10n ** BigInt(scale));

/** Checks position and orders, each at its price or the mark, against the limits of tiers, user and market. */
export function refuseSize(
  { view, market, mark }: OrderContext,
  { user, position, quantity }: Pick<PlacePerpetualOrder, 'user' | 'position' | 'quantity'>,
  price: number,
  /** An order that this one replaces. */
  except = 0,
): Rejection | null {
  if (quantity === 0) return null;
  const contract = view.perpetual.contracts.get(market.terms.market) ?? broken('a market without its contract');
  const { orderTiers: tiers } = contract;
  const { openInterestMax } = contract.terms;
  const order = orderExposure(unitsPerTick(market, quantity), price, mark.ticks);
  const leverage = leverageOf(view.perpetual.holdings.get(user)?.get(market.terms.market), { tiers });
  const min = USER_CAP_MIN[view.assets.get(market.terms.quote)?.scale ?? 0];
  const refuseExposure = (value: bigint): Rejection | null => {
    if (!fitsTiers(tiers, value) || value > userCap(openInterestMax, min)) return reject('position.too.large');
    const maximum = leverageMaxAt(tiers, value);
    return leverage > maximum ? reject('leverage.too.high', { maximum }) : null;
  };
  // The exact sum over orders is calculated only near a bound.
  const refusal =
    refuseExposure(exposureMax(view, market, user, position, mark.ticks) + order) &&
    refuseExposure(exposureOf(view, market, user, position, mark.ticks, except) + order);
  if (refusal) return refusal;
  const interest = notionalOf(market, mark.ticks, contract.openLots + quantity);
  return interest > openInterestMax ? reject('open.interest.full') : null;
}

/** Value of a position and its opening orders, each at the higher of its price and the mark. */
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
    if (order.id !== except)
      value += orderExposure(unitsPerTick(market, openingLotsOf(order)), costPriceOf(order), mark);
  }
  return value;
}

/** Upper bound of the exposure, without a scan of orders. */
function exposureMax(
  view: CoreView,
  market: PerpetualMarketView,
  user: number,
  side: PositionSide,
  mark: number,
): bigint {
  const orders = openingExposureMax(view, user, market.terms.market, side, mark) * unitsPerTick(market, 1);
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
  return position ? maxOf(position.cost, notionalOf(market, mark, position.lots)) : 0n;
}

function maxOf(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Resting and immediate closing orders together close at most the position; an immediate order may reduce resting ones. */
function refuseClosing(view: CoreView, command: PlacePerpetualOrder): Rejection | null {
  const { user, market, position: side, quantity, timeInForce } = command;
  const position = view.perpetual.holdings.get(user)?.get(market)?.[side];
  if (!position) return reject('position.none');
  // Checked when its trigger is reached.
  if (command.trigger !== undefined) return null;
  const closing = isImmediate(timeInForce) ? 0 : closingLots(view, user, market, side);
  const maximum = position.lots - closing;
  return quantity > maximum ? reject('closing.exceeds.position', { maximum }) : null;
}

function placeOrder(view: CoreView, placing: Placing): Decision {
  const { command, market, side, worstPrice, contract, simulation } = placing;
  const { user, timeInForce, quantity, kind } = command;
  const price = kind === 'limit' ? worstPrice : null;
  if (command.trigger !== undefined) return placeUnmatched(view, placing, 'waits');
  if (price !== null && !crosses(market, side, price)) {
    if (timeInForce === 'fok') return reject('order.cannot.fill');
    if (timeInForce !== 'ioc') return placeUnmatched(view, placing, 'rests');
  } else if (price !== null && timeInForce === 'post_only') return reject('order.would.take');

  const order = view.counters.order;
  // Its hold id precedes those of the positions that its fills create.
  const hold = contract.closes ? null : { id: simulation.next.hold++, before: 0n };
  const matchResult = matchWithBook(simulation, {
    order,
    user,
    side,
    contract,
    terms: command,
    price,
    worst: worstPrice,
    lots: quantity,
    hold,
  });
  if (matchResult.reason === 'margin_short') return reject('margin.insufficient');
  if (timeInForce === 'fok' && matchResult.remaining > 0)
    return reject(matchResult.isTooMuch ? 'fills.too.many' : 'order.cannot.fill');
  // Immediate closing orders reduce resting ones.
  const cuts = contract.closes ? cutForFill(view, placing, matchResult.filled) : [];
  return [
    ...simulation.settling.events,
    ...cuts,
    orderPlacedEvent(view, placing, 'takes', hold, matchResult.held),
    ...matchResult.events,
  ];
}

function cutForFill(view: CoreView, { command, market }: Placing, filled: number): CoreEvent[] {
  const { user, position: side } = command;
  const lots = view.perpetual.holdings.get(user)?.get(command.market)?.[side]?.lots ?? 0;
  return cutClosingOrders(view, market, user, side, lots - filled);
}

/** Places it in the book, or until its trigger is reached. */
function placeUnmatched(view: CoreView, placing: Placing, disposition: 'rests' | 'waits'): Decision {
  const { command, contract, simulation, worstPrice } = placing;
  if (contract.closes) return [orderPlacedEvent(view, placing, disposition, null, 0n)];
  const { user, market, quantity } = command;
  const unheldLots = (disposition === 'waits' ? lotsClosingOppositeOnTrade : lotsClosingOpposite)(
    view,
    user,
    market,
    contract,
    quantity,
  );
  const heldAmount = openingHold(simulation, user, contract, worstPrice, quantity - unheldLots);
  if (heldAmount > 0n && heldAmount > freeBalanceIn(simulation, traderOf(simulation, user)))
    return reject('margin.insufficient');
  return [
    ...simulation.settling.events,
    orderPlacedEvent(view, placing, disposition, { id: view.counters.hold }, heldAmount, unheldLots),
  ];
}

function orderPlacedEvent(
  view: CoreView,
  { command, side, contract, market }: Placing,
  disposition: Disposition,
  hold: { readonly id: number } | null,
  heldAmount: bigint,
  unheldLots = 0,
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
    against: unheldLots === 0 ? undefined : unheldLots,
    entries: hold && heldAmount > 0n ? [holdEntry(position, buckets, heldAmount, hold.id)] : [],
  };
}
