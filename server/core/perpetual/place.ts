/** Placing an order in a perpetual market: guards in order of precedence, then what it takes at once, then what it holds. */
import { fitsTiers, orderExposure, userCap } from '../../../shared/rules/perpetual/caps';
import { highestBuy, isPendingPriceAllowed, limitPpbAt, lowestSell } from '../../../shared/rules/perpetual/price-limit';
import { leverageMaxAt } from '../../../shared/rules/perpetual/tiers';
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { bucketsOf } from '../ledger/ledger';
import { bestTicks } from '../market/book';
import { latestPrice, notionalOf } from '../market/market';
import type { MatchPlan } from '../market/matching';
import type { Disposition, OrderContract, OrderSide, PositionSide } from '../market/order';
import { mayRest, planWalk, pushSteps, reasonOf } from '../market/walk';
import { broken, isRejection, reject, type Rejection } from '../rejection';
import { crosses, isImmediate, refuseNotional, refuseQuantity } from '../spot/place';
import { refuseCoins, refuseTrader } from '../spot/permission';
import type { CoreView } from '../state';
import { sideOf, type PlacePerpetualOrder } from './commands';
import { cutTo } from './cut';
import { ended } from './end';
import type { PerpetualCancelReason, PerpetualOrderPlaced } from './events';
import { leverageOf, openLotsOf, ordersIn, ordersOn } from './holding';
import { perpetualMarket, type PerpetualMarketView } from './listing';
import { refuseLocked } from './lock';
import { markAt, type Mark } from './mark';
import { isClosing } from './market-end';
import { createSketch, feeRateOf, holding, levelOf, openCost, perTickOf, traderOf, type Sketch } from './sketch';
import { walkOf } from './walk';

/** How many resting orders one command may meet: each fill moves up to eight entries. */
export const MAKERS_MAX = 200;
/** In the first minutes of a market. */
const OPENING_LIMIT_PPB = 20_000_000;

/** What the guards found. */
interface Placing {
  command: PlacePerpetualOrder;
  market: PerpetualMarketView;
  side: OrderSide;
  /** The worst price in ticks at which it may trade. */
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
  const locked = refuseLocked(view, command.user, command.market, [command.position]);
  if (locked) return locked;
  const closed = refuseMarket(view, market, opens);
  if (closed) return closed;
  const mark = markAt(view, market, at);
  if (!mark || (opens && mark.isStale)) return reject('mark.stale');
  if (opens && (mark.isCloseOnly || isClosing(view, command.market, at))) return reject('market.close.only');
  const side = sideOf(command.position, command.act);
  const limits = limitsOf(view, market, mark, at);
  const worst = command.price ?? limits[side];
  const refusal =
    refuseForm(market, command, at) ??
    refusePrice(market, command, side, limits, at) ??
    refuseCount(view, market, command) ??
    (opens ? refuseSize(view, market, command, worst, mark) : refuseClosing(view, command));
  if (refusal) return refusal;
  const contract = { position: command.position, closes: !opens, level: levelOf(view, command.user, at) };
  return { command, market, side, worst, contract, sketch: createSketch(view, market, mark.ticks, at) };
}

function refuseMarket(view: CoreView, market: PerpetualMarketView, opens: boolean): Rejection | null {
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
function limitsOf(view: CoreView, market: PerpetualMarketView, mark: Mark, at: number): Record<OrderSide, number> {
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
function refuseForm(market: PerpetualMarketView, command: PlacePerpetualOrder, at: number): Rejection | null {
  const { terms } = market;
  const { kind, timeInForce, price, quantity } = command;
  const isForm = kind === 'limit' ? price !== undefined : price === undefined && isImmediate(timeInForce);
  if (!isForm) return reject('order.combination.invalid');
  if (
    price !== undefined &&
    !(Number.isSafeInteger(price) && price >= terms.priceLowest && price <= terms.priceHighest)
  )
    return reject('price.out.of.range');
  // What is left of a position may be less than any order that opens: it can be closed all the same.
  const bounds =
    command.act === 'open'
      ? terms
      : { ...terms, quantityMin: 1, quantityMax: Number.MAX_SAFE_INTEGER, notionalMin: 0n };
  const refusal = refuseQuantity(bounds, quantity);
  return refusal ?? refuseNotional(bounds, notionalOf(market, price ?? latestPrice(market, at), quantity));
}

/** The limit around the mark; and what waits to open has a price that is no worse than the market's. */
function refusePrice(
  market: PerpetualMarketView,
  { price, act, position, timeInForce }: PlacePerpetualOrder,
  side: OrderSide,
  limits: Record<OrderSide, number>,
  at: number,
): Rejection | null {
  if (price === undefined) return null;
  if (side === 'buy' ? price > limits.buy : price < limits.sell)
    return reject('price.beyond.limit', { limit: limits[side] });
  if (act === 'close' || isImmediate(timeInForce)) return null;
  const best = bestTicks(market.book, side === 'buy' ? 'sell' : 'buy');
  if (isPendingPriceAllowed(position, price, latestPrice(market, at), best === 0 ? null : best)) return null;
  return reject(position === 'long' ? 'long.above.market' : 'short.below.market');
}

function refuseCount(view: CoreView, market: PerpetualMarketView, command: PlacePerpetualOrder): Rejection | null {
  const { openOrdersMax } = market.terms;
  if (isImmediate(command.timeInForce)) return null;
  const open = view.members.get(command.user)?.openOrders.get(command.market)?.size ?? 0;
  return open >= openOrdersMax ? reject('orders.too.many', { maximum: openOrdersMax }) : null;
}

/** Whole units of the quote asset that anybody may have of a market, however small it is. */
const USER_LEAST = 100_000n;

/** Position and orders, each at its price or the mark, within what the tiers, the user and the market may have. */
function refuseSize(
  view: CoreView,
  market: PerpetualMarketView,
  { user, position, quantity }: PlacePerpetualOrder,
  price: number,
  mark: Mark,
): Rejection | null {
  const contract = view.perpetual.contracts.get(market.terms.market) ?? broken('a market without its contract');
  const { orderTiers: tiers } = contract;
  const { openInterestMax } = contract.terms;
  const order = orderExposure(perTickOf(market, quantity), price, mark.ticks);
  const value = exposureOf(view, market, user, position, mark.ticks) + order;
  const leverage = leverageOf(view.perpetual.holdings.get(user)?.get(market.terms.market), { tiers });
  const least = USER_LEAST * 10n ** BigInt(view.assets.get(market.terms.quote)?.scale ?? 0);
  if (!fitsTiers(tiers, value) || value > userCap(openInterestMax, least)) return reject('position.too.large');
  const maximum = leverageMaxAt(tiers, value);
  if (leverage > maximum) return reject('leverage.too.high', { maximum });
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
): bigint {
  const { market: name } = market.terms;
  const position = view.perpetual.holdings.get(user)?.get(name)?.[side];
  let value = position ? larger(position.cost, notionalOf(market, mark, position.lots)) : 0n;
  for (const order of ordersOn(ordersIn(view, user, name), side, false)) {
    value += orderExposure(perTickOf(market, openLotsOf(order)), order.price, mark);
  }
  return value;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** What rests and what takes closes no more than there is; what takes at once may take it from what rests. */
function refuseClosing(view: CoreView, command: PlacePerpetualOrder): Rejection | null {
  const { user, market, position: side, quantity, timeInForce } = command;
  const position = view.perpetual.holdings.get(user)?.get(market)?.[side];
  if (!position) return reject('position.none');
  const closing = isImmediate(timeInForce) ? 0 : closingLots(view, user, market, side);
  const maximum = position.lots - closing;
  return quantity > maximum ? reject('closing.exceeds.position', { maximum }) : null;
}

function closingLots(view: CoreView, user: number, market: string, side: PositionSide): number {
  return ordersOn(ordersIn(view, user, market), side, true).reduce((sum, order) => sum + openLotsOf(order), 0);
}

function placeOrder(view: CoreView, placing: Placing): Decision {
  const { command, market, side, worst, contract, sketch } = placing;
  const { user, timeInForce, quantity, kind } = command;
  const isLimit = kind === 'limit';
  if (isLimit && !crosses(market, side, worst)) {
    if (timeInForce === 'fok') return reject('order.cannot.fill');
    if (timeInForce !== 'ioc') return placeResting(view, placing);
  } else if (isLimit && timeInForce === 'post_only') return reject('order.would.take');

  const order = view.counters.order;
  // Its hold comes before those of the positions that its fills make.
  const hold = contract.closes ? null : { id: sketch.next.hold++, remaining: 0n };
  const walk = walkOf(sketch, { order, user, side, contract, hold, lots: quantity, makes: false });
  // What closes is never stopped by what the same user has in the book.
  const selfTrade = contract.closes ? 'cancel_maker' : command.selfTrade;
  const taking = { order, user, side, selfTrade, worstPrice: worst, lots: quantity, budget: null, at: sketch.at };
  const plan = planWalk(market, taking, MAKERS_MAX, walk.judge);
  if (walk.ended() === 'margin_short') return reject('margin.insufficient');
  if (timeInForce === 'fok' && plan.remainingLots > 0)
    return reject(plan.stopped === 'makers_max' ? 'fills.too.many' : 'order.cannot.fill');

  const rests = plan.remainingLots > 0 && !isImmediate(timeInForce) && mayRest(plan.stopped);
  const restHeld = rests && hold ? restCost(sketch, user, contract, worst, plan.remainingLots) : 0n;
  if (restHeld > traderOf(sketch, user).free) return reject('margin.insufficient');
  const held = walk.spent() + restHeld;
  const events: CoreEvent[] = [...sketch.settling.events];
  // What takes at once takes from what rests.
  if (contract.closes) events.push(...cutFor(view, market, placing, plan));
  events.push(placed(view, placing, 'takes', hold, held));
  pushSteps(view, plan, events, walk.fills);
  if (plan.remainingLots === 0) return events;
  if (rests) {
    const name = command.market;
    events.push({
      type: 'PerpetualOrderRested',
      order,
      user,
      market: name,
      side,
      price: worst,
      quantity: plan.remainingLots,
    });
  } else {
    const reason = walk.ended() ?? reasonOf(plan.stopped, isLimit ? 'limit' : 'band');
    events.push(endedTaker(placing, order, plan.remainingLots, reason));
  }
  return events;
}

/** All of a taker's hold was for what it took. */
function endedTaker({ command, side }: Placing, order: number, open: number, reason: PerpetualCancelReason): CoreEvent {
  const { user, market, price = 0 } = command;
  return ended({ id: order, user, market, side, price }, open, false, reason, []);
}

function cutFor(view: CoreView, market: PerpetualMarketView, { command }: Placing, plan: MatchPlan): CoreEvent[] {
  const { user, position: side } = command;
  const lots = view.perpetual.holdings.get(user)?.get(command.market)?.[side]?.lots ?? 0;
  return cutTo(view, market, user, side, lots - plan.filledLots);
}

function placeResting(view: CoreView, placing: Placing): Decision {
  const { command, contract, sketch, worst } = placing;
  if (contract.closes) return [placed(view, placing, 'rests', null, 0n)];
  const held = restCost(sketch, command.user, contract, worst, command.quantity);
  if (held > traderOf(sketch, command.user).free) return reject('margin.insufficient');
  return [...sketch.settling.events, placed(view, placing, 'rests', { id: view.counters.hold }, held)];
}

/** What lots hold that wait to be opened: as if they were, at their own price and as a taker. */
function restCost(sketch: Sketch, user: number, contract: OrderContract, price: number, lots: number): bigint {
  const { leverage } = traderOf(sketch, user);
  const rate = feeRateOf(sketch, user, contract.level, false);
  return openCost(sketch, contract.position, leverage, price, lots, rate).total;
}

function placed(
  view: CoreView,
  { command, side, contract, market }: Placing,
  disposition: Disposition,
  hold: { readonly id: number } | null,
  held: bigint,
): PerpetualOrderPlaced {
  const { user, position, kind, timeInForce, selfTrade, price, quantity } = command;
  const buckets = bucketsOf(view.ledger, 'contract', user, market.terms.quote);
  return {
    type: 'PerpetualOrderPlaced',
    order: view.counters.order,
    user,
    market: command.market,
    side,
    position,
    closes: contract.closes ? 1 : 0,
    kind,
    timeInForce,
    selfTrade,
    price,
    quantity,
    level: contract.level,
    disposition,
    entries: hold && held > 0n ? [holding(position, buckets, held, hold.id)] : [],
  };
}
