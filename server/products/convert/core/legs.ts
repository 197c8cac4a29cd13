/**
 * One market order of a conversion: an ordinary order that must fill completely; rejections are converted to the
 * conversion's terms.
 */
import type { CoreEvent, EventOf } from '../../../core/event';
import { bestTicks } from '../../../core/market/book';
import { spotMarket, type SpotMarketView } from '../../../core/market/listing';
import { baseOf, notionalOf } from '../../../core/market/market';
import type { MatchPlan } from '../../../core/market/matching';
import { DEFAULT_SELF_TRADE, type OrderSide } from '../../../core/market/order';
import { termsAt } from '../../../core/market/scheduled-terms';
import { isRejection, reject, type Rejection } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { PlaceOrder } from '../../spot/core/commands';
import { refuseMarket } from '../../spot/core/permission';
import { placeMarket, refuseTerms, type MarketOrderStart } from '../../spot/core/place';

/** A market between two coins, and the side that converts one into the other. */
export interface ConversionRoute {
  market: SpotMarketView;
  side: OrderSide;
}

export function routeBetween(view: CoreView, from: string, to: string): ConversionRoute | null {
  const selling = spotMarket(view, `${from}-${to}`);
  if (selling) return { market: selling, side: 'sell' };
  const buying = spotMarket(view, `${to}-${from}`);
  return buying ? { market: buying, side: 'buy' } : null;
}

export function isOpen(view: CoreView, { market }: ConversionRoute): boolean {
  return refuseMarket(view, market) === null;
}

export interface Leg {
  /** The order, its trades, and the end of an unfilled remainder. */
  events: CoreEvent[];
  spent: bigint;
  /** After the fee. */
  received: bigint;
  trades: number;
}

/** @param amount units that the order may spend; an untraded part stays */
export function tradeLeg(
  view: CoreView,
  { market, side }: ConversionRoute,
  { user, amount, at }: { user: number; amount: bigint; at: number },
  orderStart: Omit<MarketOrderStart, 'unfilled'>,
): Leg | Rejection {
  const closed = refuseMarket(view, market);
  if (closed) return closed;
  const command: PlaceOrder = {
    ...{ type: 'PlaceOrder', user, market: market.terms.market, side, kind: 'market', timeInForce: 'fok' },
    ...DEFAULT_SELF_TRADE,
    ...(side === 'sell' ? { quantity: Number(amount / market.basePerLot) } : { quoteAmount: amount }),
  };
  const refusal = refuseTerms(market, command, at);
  if (refusal) return inCoinUnits(market, refusal, at);
  const unfilled = (plan: MatchPlan): Rejection => refuseUnfilled(market, plan);
  const events = placeMarket(view, market, command, at, { ...orderStart, unfilled });
  if (isRejection(events)) return events.rejected === 'order.not.final' ? reject('order.not.final') : events;
  return { ...sumOf(market, side, events), events: events.map(markQuoted) };
}

/** The newest event first, as for quotes. */
function markQuoted(event: CoreEvent): CoreEvent {
  return event.type === 'OrderPlaced' ? { quoted: 1, ...event } : event;
}

function sumOf(market: SpotMarketView, side: OrderSide, events: readonly CoreEvent[]): Omit<Leg, 'events'> {
  const trades = events.filter((event): event is EventOf<'TradeExecuted'> => event.type === 'TradeExecuted');
  let [spent, received] = [0n, 0n];
  for (const { quantity, notional, takerFee } of trades) {
    const base = baseOf(market, quantity);
    spent += side === 'sell' ? base : notional;
    received += (side === 'sell' ? notional : base) - takerFee;
  }
  return { spent, received, trades: trades.length };
}

/** Converts bounds of the market's terms to amounts: users of conversions know neither lots nor the market. */
function inCoinUnits(market: SpotMarketView, refusal: Rejection, at: number): Rejection {
  const { base, quote, quantityMin, quantityMax, notionalMin } = termsAt(market, at);
  const { rejected } = refusal;
  if (rejected === 'quantity.not.positive' || rejected === 'quantity.too.small')
    return reject('convert.amount.minimum', { asset: base, minimum: `${baseOf(market, quantityMin)}` });
  if (rejected === 'quantity.too.large')
    return reject('convert.amount.maximum', { asset: base, maximum: `${baseOf(market, quantityMax)}` });
  if (rejected === 'amount.not.positive' || rejected === 'notional.too.small')
    return reject('convert.amount.minimum', { asset: quote, minimum: `${notionalMin}` });
  return refusal;
}

function refuseUnfilled(market: SpotMarketView, { stopped, filledLots }: MatchPlan): Rejection {
  const { market: name, quote } = market.terms;
  if (stopped === 'self_trade') return reject('convert.own.orders', { market: name });
  if (stopped === 'makers_max') return reject('fills.too.many');
  if (stopped !== 'budget' || filledLots > 0) return reject('order.cannot.fill');
  const oneLot = notionalOf(market, bestTicks(market.book, 'sell'), 1);
  return reject('convert.amount.minimum', { asset: quote, minimum: `${oneLot}` });
}
