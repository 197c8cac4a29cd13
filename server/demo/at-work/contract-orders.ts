/**
 * Converts plans of simulated traders to perpetual orders: a position on the opposite side is closed first, or both
 * sides would grow forever.
 */
import type { Command } from '../../core/command';
import type { AmendPerpetualOrder, PlacePerpetualOrder } from '../../products/perpetual/core/commands';
import type { PlaceOrder, QuoteMarket } from '../../products/spot/core/commands';
import { latestPrice } from '../../core/market/market';
import { orderTermsOf, DEFAULT_SELF_TRADE, type OrderSide } from '../../core/market/order';
import { closingLots } from '../../products/perpetual/core/orders/open-order-sums';
import type { CoreState } from '../../core/state';
import { getOrThrow } from '../../core/evolve-helpers';

type Wanted = QuoteMarket['places'][number];

/**
 * One command per change, each decided before the next is made, because only then the closable lots are known. A
 * waiting order must not be beyond the last price in a book without the other side, so the allowed side goes first.
 */
export function contractQuotes(state: () => CoreState, quotes: QuoteMarket, send: (command: Command) => void): void {
  const { user, market } = quotes;
  for (const order of quotes.cancels) send({ type: 'CancelOrder', user, order });
  for (const amend of quotes.amends) {
    const command = amendOf(state(), user, amend);
    if (command) send(command);
  }
  const last = latestPrice(getOrThrow(state().markets, market), state().at);
  const sells = quotes.places.filter(({ side }) => side === 'sell');
  const buys = quotes.places.filter(({ side }) => side === 'buy');
  const isSellingFirst = sells.every(({ price }) => price >= last);
  for (const quote of isSellingFirst ? [...sells, ...buys] : [...buys, ...sells]) {
    send(quoteOf(state(), user, market, quote));
  }
}

/** Takes the planned lots at once; closes at most the opposite position. */
export function contractTake(state: CoreState, order: PlaceOrder & { quantity: number }): PlacePerpetualOrder {
  const { user, market, side, price, quantity } = order;
  const lots = oppositePosition(state, user, market, side)?.lots ?? 0;
  const terms = { user, market, ...orderTermsOf(order), price };
  return lots > 0
    ? { type: 'PlacePerpetualOrder', ...terms, ...closing(side), quantity: Math.min(quantity, lots) }
    : { type: 'PlacePerpetualOrder', ...terms, ...opening(side), quantity };
}

function quoteOf(state: CoreState, user: number, market: string, { side, price, quantity }: Wanted): Command {
  const { position, act } = closableOf(state, user, market, side) >= quantity ? closing(side) : opening(side);
  return {
    type: 'PlacePerpetualOrder',
    user,
    market,
    position,
    act,
    kind: 'limit',
    timeInForce: 'post_only',
    ...DEFAULT_SELF_TRADE,
    price,
    quantity,
  };
}

/** A closing order grows at most to the lots left to close. */
function amendOf(
  state: CoreState,
  user: number,
  { order: id, price, quantity }: QuoteMarket['amends'][number],
): AmendPerpetualOrder | null {
  const order = state.orders.get(id);
  if (!order || quantity === undefined) return null;
  const quantityMax = order.contract?.closes
    ? order.quantity + closableOf(state, user, order.market, order.side)
    : Number.MAX_SAFE_INTEGER;
  const cappedQuantity = Math.min(quantity, quantityMax);
  return cappedQuantity > order.filledQuantity
    ? { type: 'AmendPerpetualOrder', user, order: id, price, quantity: cappedQuantity }
    : null;
}

/** Lots of the opposite position that no open order closes yet. */
function closableOf(state: CoreState, user: number, market: string, side: OrderSide): number {
  const position = oppositePosition(state, user, market, side);
  return position ? Math.max(position.lots - closingLots(state, user, market, position.side), 0) : 0;
}

function oppositePosition(state: CoreState, user: number, market: string, side: OrderSide) {
  return state.perpetual.holdings.get(user)?.get(market)?.[side === 'buy' ? 'short' : 'long'] ?? null;
}

function opening(side: OrderSide) {
  return { position: side === 'buy' ? 'long' : 'short', act: 'open' } as const;
}

function closing(side: OrderSide) {
  return { position: side === 'buy' ? 'short' : 'long', act: 'close' } as const;
}
