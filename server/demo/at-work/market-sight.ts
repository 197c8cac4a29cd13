/** What a simulated trader sees of a market before deciding: its terms, the best prices, and the trader's own orders. */
import Big from 'big.js';
import { firstSlot, nextSlot, slotOwner, slotTicks } from '../../core/market/book';
import type { Order, OrderSide } from '../../core/market/order';
import { termsAt } from '../../core/market/terms';
import { markAt } from '../../products/perpetual/core/marks/mark';
import type { CoreState, MarketView } from '../../core/state';
import type { Told } from '../../platform/prices/index-sources';
import type { Chance } from '../../platform/prices/noise';

/** What the traders go by: the price that the sources of the index agree on now, null while they do not. */
export interface IndexPrices {
  latest(market: string): Told | null;
}

export interface OwnOrder {
  id: number;
  side: OrderSide;
  /** Ticks. */
  price: number;
  /** Lots. */
  open: number;
  filled: number;
}

/** Prices in ticks, quantities in lots; a best price is 0 when nobody quotes. */
export interface MarketSight {
  market: string;
  tick: string;
  priceLowest: number;
  priceHighest: number;
  quantityMin: number;
  quantityMax: number;
  notionalMin: number;
  /** Quote units that one lot costs at one tick, and units in one quote coin. */
  unitsPerTickLot: number;
  unitsPerQuote: number;
  bid: number;
  ask: number;
  /** The same without the trader's own orders. */
  othersBid: number;
  othersAsk: number;
  /** The trader's orders that rest in the book. */
  own: readonly OwnOrder[];
}

/** Others are looked for behind this many own orders; a ladder is shorter. */
const OWN_ORDERS_MAX = 200;

/** Null when the market takes no orders, or a perpetual none that opens a position. */
export function sightOf(state: CoreState, name: string, user: number): MarketSight | null {
  const market = state.markets.get(name);
  const base = state.assets.get(market?.terms.base ?? '');
  const quote = state.assets.get(market?.terms.quote ?? '');
  if (market?.state !== 'open' || base?.trading !== 'open' || quote?.trading !== 'open') return null;
  if (market.product === 'perpetual') {
    const mark = markAt(state, market, state.at);
    if (!mark || mark.isStale || mark.isCloseOnly) return null;
  }
  const { tick, priceLowest, priceHighest, quantityMin, quantityMax, notionalMin } = termsAt(market, state.at);
  return {
    market: name,
    tick,
    priceLowest,
    priceHighest,
    quantityMin,
    quantityMax,
    notionalMin: Number(notionalMin),
    unitsPerTickLot: Number(market.quotePerTickLot),
    unitsPerQuote: 10 ** quote.scale,
    bid: bestOf(market, 'buy', null),
    ask: bestOf(market, 'sell', null),
    othersBid: bestOf(market, 'buy', user),
    othersAsk: bestOf(market, 'sell', user),
    own: ownOrders(state, name, user),
  };
}

/** The symbol whose price a market follows. */
export function indexOf(state: CoreState, market: string): string {
  return state.perpetual.contracts.get(market)?.terms.index ?? market;
}

/** A decimal price in whole ticks, to the nearest, within what the market allows. */
export function ticksNear({ tick, priceLowest, priceHighest }: MarketSight, price: string): number {
  const ticks = Number(new Big(price).div(tick).round().toFixed());
  return Math.min(Math.max(ticks, priceLowest), priceHighest);
}

/** Lots worth about `notional` quote coins at `ticks`, within what the market allows. */
export function lotsWorth(sight: MarketSight, notional: number, ticks: number): number {
  const unitsPerLot = ticks * sight.unitsPerTickLot;
  const least = Math.max(sight.quantityMin, Math.ceil(sight.notionalMin / unitsPerLot));
  const lots = Math.floor((notional * sight.unitsPerQuote) / unitsPerLot);
  return Math.min(Math.max(lots, least), sight.quantityMax);
}

/** Whole number from `low` to `high`, both included. */
export function wholeBetween(low: number, high: number, chance: Chance): number {
  return low + Math.floor(chance() * (high - low + 1));
}

function bestOf({ book }: MarketView, side: OrderSide, without: number | null): number {
  let seen = 0;
  for (let slot = firstSlot(book, side); slot >= 0 && seen < OWN_ORDERS_MAX; slot = nextSlot(book, slot), seen++) {
    if (slotOwner(book, slot) !== without) return slotTicks(book, slot);
  }
  return 0;
}

function ownOrders(state: CoreState, market: string, user: number): OwnOrder[] {
  const own: OwnOrder[] = [];
  for (const id of state.members.get(user)?.openOrders.get(market) ?? []) {
    const order = state.orders.get(id) as Order;
    if (order.phase !== 'resting') continue;
    const { side, price, quantity, filledQuantity } = order;
    own.push({ id, side, price, open: quantity - filledQuantity, filled: filledQuantity });
  }
  return own;
}
