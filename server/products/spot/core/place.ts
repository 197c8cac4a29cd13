/** Places an order: guards in order of precedence, then its hold, then its immediate trades. */
import { AMOUNT_MAX } from '../../../core/amounts';
import type { Context, Decision } from '../../../core/decision';
import type { CoreEvent } from '../../../core/event';
import { feeRuleAt } from '../../../core/fees/charge';
import { availableOf } from '../../../core/ledger/ledger';
import { bestTicks } from '../../../core/market/book';
import { spotMarket } from '../../../core/market/listing';
import type { MatchPlan } from '../../../core/market/matching';
import { bandEdge, baseOf, latestPrice, notionalOf } from '../../../core/market/market';
import { orderTermsOf, type Disposition, type OrderSide } from '../../../core/market/order';
import { termsAt } from '../../../core/market/scheduled-terms';
import { canRest, cancelReasonOf, type TakeRequest } from '../../../core/market/book-walk';
import { reject, type Rejection } from '../../../core/rejection';
import type { Counters, CoreView, MarketView } from '../../../core/state';
import { refuseNotFinal } from '../../wallet/core/finality';
import { orderCancelledEvent, holdEntry } from './cancel';
import type { PlaceOrder } from './commands';
import type { OrderPlaced } from './events';
import { refuseMarket, refuseTrader } from './permission';
import { takerCostOf, isBudgetSpent, planTaking, pushFills } from './take';

export function decidePlaceOrder(view: CoreView, command: PlaceOrder, { at }: Context): Decision {
  const trader = refuseTrader(view, command.user);
  if (trader) return trader;
  const market = spotMarket(view, command.market);
  if (!market) return reject('market.unknown');
  const refusal =
    refuseMarket(view, market) ?? refuseTerms(market, command, at) ?? refuseCount(view, market, command, at);
  if (refusal) return refusal;
  switch (command.kind) {
    case 'limit':
      return placeLimit(view, market, command, at);
    case 'market':
      return placeMarket(view, market, command, at, marketOrderStart(view, market, command.side, command.user));
    case 'stop_limit':
    case 'stop_market':
      return placeWaiting(view, market, command, at);
  }
}

type TermsView = MarketView['terms'];

/** Checks the combination of fields, then prices, quantities and notional, each against the market's terms. */
export function refuseTerms(market: MarketView, command: PlaceOrder, at: number): Rejection | null {
  const terms = termsAt(market, at);
  if (!isCombination(command)) return reject('order.combination.invalid');
  const { price, quantity, quoteAmount, trigger } = command;
  if (price !== undefined && !isWithin(price, terms.priceLowest, terms.priceHighest))
    return reject('price.out.of.range');
  if (trigger !== undefined && !isWithin(trigger, terms.priceLowest, terms.priceHighest))
    return reject('trigger.out.of.range');
  if (trigger !== undefined && trigger === latestPrice(market, at)) return reject('trigger.at.last.price');
  if (quantity !== undefined) {
    const refusal = refuseQuantity(terms, quantity);
    if (refusal) return refusal;
  }
  if (quoteAmount !== undefined && quoteAmount <= 0n) return reject('amount.not.positive');
  const notional = quoteAmount ?? notionalOf(market, price ?? trigger ?? latestPrice(market, at), quantity as number);
  return refuseNotional(terms, notional);
}

export function refuseQuantity({ quantityMin, quantityMax }: TermsView, quantity: number): Rejection | null {
  if (!Number.isSafeInteger(quantity)) return reject(quantity > 0 ? 'quantity.too.large' : 'quantity.not.positive');
  if (quantity <= 0) return reject('quantity.not.positive');
  if (quantity < quantityMin) return reject('quantity.too.small', { minimum: quantityMin });
  if (quantity > quantityMax) return reject('quantity.too.large', { maximum: quantityMax });
  return null;
}

export function refuseNotional({ notionalMin }: TermsView, notional: bigint): Rejection | null {
  if (notional > AMOUNT_MAX) return reject('amount.too.large');
  if (notional < notionalMin) return reject('notional.too.small', { minimum: `${notionalMin}` });
  return null;
}

/** Whether the fields fit kind and time in force. */
function isCombination({ kind, side, timeInForce, price, quantity, quoteAmount, trigger }: PlaceOrder): boolean {
  const byQuantity = quantity !== undefined && quoteAmount === undefined;
  const byQuote = quantity === undefined && quoteAmount !== undefined && side === 'buy';
  switch (kind) {
    case 'limit':
      return price !== undefined && trigger === undefined && byQuantity;
    case 'market':
      return price === undefined && trigger === undefined && (byQuantity || byQuote) && isImmediate(timeInForce);
    case 'stop_limit':
      return price !== undefined && trigger !== undefined && byQuantity && timeInForce !== 'post_only';
    case 'stop_market':
      return (
        price === undefined && trigger !== undefined && (side === 'buy' ? byQuote : byQuantity) && timeInForce === 'ioc'
      );
  }
}

export function isImmediate(timeInForce: PlaceOrder['timeInForce']): boolean {
  return timeInForce === 'ioc' || timeInForce === 'fok';
}

function refuseCount(view: CoreView, market: MarketView, command: PlaceOrder, at: number): Rejection | null {
  const { openOrdersMax } = termsAt(market, at);
  if (command.trigger === undefined && isImmediate(command.timeInForce)) return null;
  const open = view.members.get(command.user)?.openOrders.get(command.market)?.size ?? 0;
  return open >= openOrdersMax ? reject('orders.too.many', { maximum: openOrdersMax }) : null;
}

/** Null if the user can set `amount` of the asset aside. */
export function refuseHold(
  view: CoreView,
  user: number,
  asset: string,
  amount: bigint,
  available = availableOf(view.ledger, user, asset),
): Rejection | null {
  if (amount > AMOUNT_MAX) return reject('amount.too.large');
  if (amount <= available) return null;
  return reject('balance.insufficient', { asset, required: `${amount}`, available: `${available}` });
}

export function heldAsset(market: MarketView, side: OrderSide): string {
  return side === 'buy' ? market.terms.quote : market.terms.base;
}

/** Units that `lots` of a limit order hold. */
export function limitHold(market: MarketView, side: OrderSide, price: number, lots: number): bigint {
  return side === 'buy' ? notionalOf(market, price, lots) : baseOf(market, lots);
}

function placeLimit(view: CoreView, market: MarketView, command: PlaceOrder, at: number): Decision {
  const { user, side, timeInForce } = command;
  const price = command.price as number;
  const quantity = command.quantity as number;
  const heldAmount = limitHold(market, side, price, quantity);
  const refusal =
    refuseNotFinal(view, market, { user, side, price }, at) ??
    refuseHold(view, user, heldAsset(market, side), heldAmount);
  if (refusal) return refusal;

  if (!crosses(market, side, price)) {
    if (timeInForce === 'fok') return reject('order.cannot.fill');
    if (timeInForce !== 'ioc') return [orderPlacedEvent(view, market, command, 'rests', heldAmount, at)];
  } else if (timeInForce === 'post_only') return reject('order.would.take');

  const takeRequest: TakeRequest = {
    order: view.counters.order,
    user,
    side,
    terms: command,
    worstPrice: price,
    lots: quantity,
    budget: null,
    at,
  };
  const plan = planTaking(view, market, takeRequest);
  if (timeInForce === 'fok' && plan.remainingLots > 0) return refuseFillOrKill(plan);
  const hold = { id: view.counters.hold, heldAmount, heldPrice: side === 'buy' ? price : 0, stake: null };
  const events: CoreEvent[] = [orderPlacedEvent(view, market, command, 'takes', heldAmount, at)];
  const remainingHold = pushFills(view, market, takeRequest, hold, plan, events);
  if (plan.remainingLots === 0) return events;
  const order = { id: takeRequest.order, user, side, price, stake: null };
  if (timeInForce !== 'ioc' && canRest(plan.stopped)) {
    events.push({
      type: 'OrderRested',
      order: order.id,
      user,
      market: command.market,
      side,
      price,
      quantity: plan.remainingLots,
    });
  } else {
    events.push(
      orderCancelledEvent(
        view.ledger,
        order,
        market,
        plan.remainingLots,
        false,
        cancelReasonOf(plan.stopped, 'limit'),
        hold,
        remainingHold,
      ),
    );
  }
  return events;
}

/** True when a limit at `price` reaches the best resting order of the other side. */
export function crosses(market: MarketView, side: OrderSide, price: number): boolean {
  const best = bestTicks(market.book, side === 'buy' ? 'sell' : 'buy');
  if (best === 0) return false;
  return side === 'buy' ? price >= best : price <= best;
}

function refuseFillOrKill(plan: MatchPlan): Rejection {
  return reject(plan.stopped === 'makers_max' ? 'fills.too.many' : 'order.cannot.fill');
}

/** How a market order begins, which may be one of several of a batch. */
export interface MarketOrderStart {
  /** Next numbers for the order, its hold and its first trade. */
  numbers: Readonly<Counters>;
  /** Units that it may hold. */
  available: bigint;
  /** False for the later orders of a batch: the loss of 1 % on provisional funds is allowed once. */
  mayLose?: boolean;
  /** Maximum resting orders it may meet; absent: the maximum of a batch. */
  makersMax?: number;
  /** Rejection for an order that must be filled completely and is not. */
  unfilled: (plan: MatchPlan) => Rejection;
}

function marketOrderStart(view: CoreView, market: MarketView, side: OrderSide, user: number): MarketOrderStart {
  const available = availableOf(view.ledger, user, heldAsset(market, side));
  return { numbers: view.counters, available, unfilled: refuseFillOrKill };
}

/** A market order holds exactly the cost of its fills, so no hold remains after its batch. */
export function placeMarket(
  view: CoreView,
  market: MarketView,
  command: PlaceOrder,
  at: number,
  { numbers, available, makersMax, mayLose = true, unfilled }: MarketOrderStart,
): Decision {
  const { user, side, timeInForce } = command;
  const lots = command.quantity ?? null;
  const budget = command.quoteAmount ?? null;
  const asset = heldAsset(market, side);
  const requiredAmount = budget ?? (side === 'sell' ? baseOf(market, lots as number) : 0n);
  const refusal = refuseHold(view, user, asset, requiredAmount, available);
  if (refusal) return refusal;

  const takeRequest: TakeRequest = {
    order: numbers.order,
    user,
    side,
    terms: command,
    worstPrice: bandEdge(market, side, at),
    lots,
    budget,
    at,
  };
  const plan = planTaking(view, market, takeRequest, makersMax);
  const heldAmount = takerCostOf(market, side, plan);
  const isSpent = budget !== null && isBudgetSpent(market, plan, budget - heldAmount);
  if (timeInForce === 'fok' && !isCompletelyFilled(plan, isSpent, budget)) return unfilled(plan);
  const unaffordable = refuseHold(view, user, asset, heldAmount, available);
  if (unaffordable) return unaffordable;
  const price = worstPriceOf(plan);
  const notFinal = price === null ? null : refuseNotFinal(view, market, { user, side, price, mayLose }, at);
  if (notFinal) return notFinal;

  const events: CoreEvent[] = [orderPlacedEvent(view, market, command, 'takes', heldAmount, at, numbers)];
  const hold = heldAmount > 0n ? { id: numbers.hold, heldAmount, heldPrice: 0, stake: null } : null;
  pushFills(view, market, takeRequest, hold, plan, events, numbers.trade);
  if (budget === null ? plan.remainingLots > 0 : heldAmount < budget) {
    const order = { id: takeRequest.order, user, side, price: 0, stake: null };
    const reason = isSpent ? 'quote_remainder' : cancelReasonOf(plan.stopped, 'band');
    events.push(orderCancelledEvent(view.ledger, order, market, plan.remainingLots, false, reason, null, 0n));
  }
  return events;
}

/** The last price that anything is traded at, which is the worst; null when nothing is. */
function worstPriceOf({ steps, ticks, lots }: MatchPlan): number | null {
  for (let step = steps - 1; step >= 0; step--) if (lots[step] > 0) return ticks[step];
  return null;
}

/** By quantity: completely filled; by quote amount: the rest buys no further lot. */
function isCompletelyFilled(plan: MatchPlan, isSpent: boolean, budget: bigint | null): boolean {
  if (budget === null) return plan.remainingLots === 0;
  return isSpent || (plan.stopped === 'budget' && plan.filledLots > 0);
}

/** An order with a trigger holds its maximum need from its placing on. */
function placeWaiting(view: CoreView, market: MarketView, command: PlaceOrder, at: number): Decision {
  const { side, price, quantity, quoteAmount, user } = command;
  const heldAmount = quoteAmount ?? limitHold(market, side, price ?? 0, quantity as number);
  const refusal =
    refuseNotFinal(view, market, { user, side, price: null }, at) ??
    refuseHold(view, user, heldAsset(market, side), heldAmount);
  if (refusal) return refusal;
  return [orderPlacedEvent(view, market, command, 'waits', heldAmount, at)];
}

export function orderPlacedEvent(
  view: CoreView,
  market: MarketView,
  command: PlaceOrder,
  disposition: Disposition,
  heldAmount: bigint,
  at: number,
  { order, hold }: Pick<CoreView['counters'], 'order' | 'hold'> = view.counters,
): OrderPlaced {
  const { user, side, price, quantity, quoteAmount, trigger } = command;
  return {
    type: 'OrderPlaced',
    order,
    user,
    market: command.market,
    side,
    ...orderTermsOf(command),
    price,
    quantity,
    quoteAmount,
    trigger,
    rule: feeRuleAt(market, at),
    disposition,
    entries:
      heldAmount > 0n ? [holdEntry(view.ledger, side, user, heldAsset(market, side), heldAmount, hold, null)] : [],
  };
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}
