/**
 * What the plans of simulated traders come to in a perpetual market, where buying and selling is opening and closing: who has a
 * position on the other side closes that first, or both sides would only ever grow.
 */
import type { Command } from '../../core/command';
import type { AmendPerpetualOrder, PlacePerpetualOrder } from '../../products/perpetual/core/commands';
import type { PlaceOrder, QuoteMarket } from '../../products/spot/core/commands';
import { latestPrice } from '../../core/market/market';
import { orderTermsOf, YIELDING, type OrderSide } from '../../core/market/order';
import { closingLots } from '../../products/perpetual/core/orders/ordered';
import type { CoreState } from '../../core/state';
import { known } from '../../core/folding';

type Wanted = QuoteMarket['places'][number];

/**
 * One command for each change, each decided before the next is made: what may be closed is only known then. An order that waits may
 * not lie beyond the last price while nobody is on the other side, so the side that may goes first.
 */
export function contractQuotes(state: () => CoreState, quotes: QuoteMarket, send: (command: Command) => void): void {
  const { user, market } = quotes;
  for (const order of quotes.cancels) send({ type: 'CancelOrder', user, order });
  for (const amend of quotes.amends) {
    const command = amendOf(state(), user, amend);
    if (command) send(command);
  }
  const last = latestPrice(known(state().markets, market), state().at);
  const sells = quotes.places.filter(({ side }) => side === 'sell');
  const buys = quotes.places.filter(({ side }) => side === 'buy');
  const isSellingFirst = sells.every(({ price }) => price >= last);
  for (const wanted of isSellingFirst ? [...sells, ...buys] : [...buys, ...sells]) {
    send(quoteOf(state(), user, market, wanted));
  }
}

/** Takes at once what was planned, by lots; of a position on the other side no more than there is. */
export function contractTake(state: CoreState, order: PlaceOrder & { quantity: number }): PlacePerpetualOrder {
  const { user, market, side, price, quantity } = order;
  const lots = against(state, user, market, side)?.lots ?? 0;
  const asked = { user, market, ...orderTermsOf(order), price };
  return lots > 0
    ? { type: 'PlacePerpetualOrder', ...asked, ...closing(side), quantity: Math.min(quantity, lots) }
    : { type: 'PlacePerpetualOrder', ...asked, ...opening(side), quantity };
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
    ...YIELDING,
    price,
    quantity,
  };
}

/** An order that closes grows no further than what is left to close. */
function amendOf(
  state: CoreState,
  user: number,
  { order: id, price, quantity }: QuoteMarket['amends'][number],
): AmendPerpetualOrder | null {
  const order = state.orders.get(id);
  if (!order || quantity === undefined) return null;
  const most = order.contract?.closes
    ? order.quantity + closableOf(state, user, order.market, order.side)
    : Number.MAX_SAFE_INTEGER;
  const whole = Math.min(quantity, most);
  return whole > order.filledQuantity ? { type: 'AmendPerpetualOrder', user, order: id, price, quantity: whole } : null;
}

/** Lots of the position on the other side that no open order is to close yet. */
function closableOf(state: CoreState, user: number, market: string, side: OrderSide): number {
  const position = against(state, user, market, side);
  return position ? Math.max(position.lots - closingLots(state, user, market, position.side), 0) : 0;
}

function against(state: CoreState, user: number, market: string, side: OrderSide) {
  return state.perpetual.holdings.get(user)?.get(market)?.[side === 'buy' ? 'short' : 'long'] ?? null;
}

function opening(side: OrderSide) {
  return { position: side === 'buy' ? 'long' : 'short', act: 'open' } as const;
}

function closing(side: OrderSide) {
  return { position: side === 'buy' ? 'short' : 'long', act: 'close' } as const;
}
