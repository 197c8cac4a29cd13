/** A simulated trader's view of a market: its terms, the best prices, and the trader's own orders. */
import Big from 'big.js';
import { firstSlot, nextSlot, slotOwner, slotTicks } from '../../core/market/book';
import type { Order, OrderSide } from '../../core/market/order';
import { termsAt } from '../../core/market/scheduled-terms';
import { markAt } from '../../products/perpetual/core/marks/mark';
import type { CoreState, MarketView } from '../../core/state';
import type { SourcePrice } from '../../platform/prices/index-sources';
import type { RandomSource } from '../../platform/prices/noise';

/** Price for the traders: the current agreed price of the index sources, null while they disagree. */
export interface IndexPrices {
  latest(market: string): SourcePrice | null;
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

/** Prices in ticks, quantities in lots; a best price is 0 without quotes. */
export interface MarketState {
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
  /** The trader's resting orders. */
  ownOrders: readonly OwnOrder[];
}

/** Maximum own orders skipped in the search for others; a ladder is shorter. */
const OWN_ORDERS_MAX = 200;

/** Null if the market accepts no orders, or for a perpetual no opening orders. */
export function marketStateOf(state: CoreState, name: string, user: number): MarketState | null {
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
    ownOrders: ownOrders(state, name, user),
  };
}

/** The symbol whose price a market follows. */
export function indexOf(state: CoreState, market: string): string {
  return state.perpetual.contracts.get(market)?.terms.index ?? market;
}

/** A decimal price rounded to whole ticks, within the market's bounds. */
export function ticksNear({ tick, priceLowest, priceHighest }: MarketState, price: string): number {
  const ticks = Number(new Big(price).div(tick).round().toFixed());
  return Math.min(Math.max(ticks, priceLowest), priceHighest);
}

/** Lots worth about `notional` quote coins at `ticks`, within the market's bounds. */
export function lotsWorth(marketState: MarketState, notional: number, ticks: number): number {
  const unitsPerLot = ticks * marketState.unitsPerTickLot;
  const lotsMin = Math.max(marketState.quantityMin, Math.ceil(marketState.notionalMin / unitsPerLot));
  const lots = Math.floor((notional * marketState.unitsPerQuote) / unitsPerLot);
  return Math.min(Math.max(lots, lotsMin), marketState.quantityMax);
}

/** Integer from `low` to `high`, both inclusive. */
export function wholeBetween(low: number, high: number, random: RandomSource): number {
  return low + Math.floor(random() * (high - low + 1));
}

function bestOf({ book }: MarketView, side: OrderSide, excludedOwner: number | null): number {
  let visited = 0;
  for (
    let slot = firstSlot(book, side);
    slot >= 0 && visited < OWN_ORDERS_MAX;
    slot = nextSlot(book, slot), visited++
  ) {
    if (slotOwner(book, slot) !== excludedOwner) return slotTicks(book, slot);
  }
  return 0;
}

function ownOrders(state: CoreState, market: string, user: number): OwnOrder[] {
  const orders: OwnOrder[] = [];
  for (const id of state.members.get(user)?.openOrders.get(market) ?? []) {
    const order = state.orders.get(id) as Order;
    if (order.phase !== 'resting') continue;
    const { side, price, quantity, filledQuantity } = order;
    orders.push({ id, side, price, open: quantity - filledQuantity, filled: filledQuantity });
  }
  return orders;
}
