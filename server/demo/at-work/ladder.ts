/**
 * The market maker's quotes: a ladder on both sides of the index. Each rung has a price window; an order in its window
 * stays, others move to an empty rung. When the index moves, the quotes follow: orders too near to it go to the far
 * end, orders left behind come to the front.
 */
import { QUOTE_PIECES_MAX } from '../../../shared/rules/quote-pieces';
import type { QuoteMarket } from '../../products/spot/core/commands';
import type { OrderSide } from '../../core/market/order';
import type { RandomSource } from '../../platform/prices/noise';
import { lotsWorth, wholeBetween, type MarketState, type OwnOrder } from './market-state';

export interface LadderShape {
  /** Rungs per side. */
  levels: number;
  /** Distance from the index to the first rung, and between rungs, in millionths of the price. */
  halfSpreadPpm: number;
  stepPpm: number;
  /** Ratio of each rung's width to the previous one's. */
  widening: number;
  /** Notional of the first rung, in quote coins. */
  levelNotional: number;
}

export interface QuoteInput {
  marketState: MarketState;
  user: number;
  /** Ticks. */
  index: number;
  shape: LadderShape;
  /** Sides to quote; the others stay unchanged. */
  sides: readonly OrderSide[];
  /** Maximum number of changed orders; the most misplaced go first. */
  changesMax: number;
  random: RandomSource;
}

/** Distances from the index in ticks; the window is `nearDistance` ≤ distance < `farDistance`. */
interface LadderLevel {
  place: number;
  nearDistance: number;
  farDistance: number;
  /** Notional in quote coins: usual, and current. */
  usual: number;
  notional: number;
}

type Change = { side: OrderSide; urgency: number } & (
  | { is: 'place'; rung: LadderLevel }
  | { is: 'move'; rung: LadderLevel; order: OwnOrder }
  | { is: 'resize'; rung: LadderLevel; order: OwnOrder }
  | { is: 'withdraw'; order: OwnOrder }
);

const PPM = 1_000_000;
/** Replacing an order takes two pieces of the command. */
const CHANGES_MAX = QUOTE_PIECES_MAX / 2;
/** Increase of each rung's notional over the previous one. */
const DEEPENING = 0.12;
/** Minimum notional of an order as a fraction of its rung's usual one; random sizes look like a real book. */
const LEAST = 0.4;
const MOST = 1.6;
/** An order below this fraction of its usual notional is topped up. */
const THIN = 0.15;
/** Probability that a plan with room left resizes a well-placed order. */
const FLICKERS = 0.3;
/** From this rung on, exact windows do not matter, because most screens do not show them. */
const FAR_OUT = 12;
/** Nearer to the index than every window: moved first. */
const AT_ONCE = -1;

/** The command to send, null for none. None of it trades or can be rejected for its price, size or time in force. */
export function planQuotes(input: QuoteInput): QuoteMarket | null {
  const rungs = rungsOf(input);
  const changesMax = Math.min(input.changesMax, CHANGES_MAX);
  const changes = input.sides.flatMap((side) => changesOf(input, side, rungs));
  changes.sort((one, other) => one.urgency - other.urgency);
  const selectedChanges = changes.slice(0, changesMax);
  if (selectedChanges.length < changesMax) selectedChanges.push(...randomResize(input, rungs, selectedChanges));
  const quotes = quotesOf(input, selectedChanges);
  return quotes.cancels.length + quotes.amends.length + quotes.places.length > 0 ? quotes : null;
}

function rungsOf({ index, shape, random }: QuoteInput): LadderLevel[] {
  const { levels, halfSpreadPpm, stepPpm, widening, levelNotional } = shape;
  const rungs: LadderLevel[] = [];
  let distance = Math.max(1, Math.round((index * halfSpreadPpm) / PPM));
  let nearDistance = Math.ceil(distance / 2);
  let step = (index * stepPpm) / PPM;
  for (let place = 0; place < levels; place++) {
    const gap = Math.max(1, Math.round(step));
    // The best quote keeps its own distance, however far the next one is.
    const halfGap = place === 0 ? Math.min(gap / 2, distance) : gap / 2;
    const farDistance = Math.max(nearDistance + 1, Math.ceil(distance + halfGap));
    const usual = levelNotional * (1 + DEEPENING * place);
    rungs.push({ place, nearDistance, farDistance, usual, notional: usual * (LEAST + (MOST - LEAST) * random()) });
    nearDistance = farDistance;
    distance += gap;
    step *= widening;
  }
  return rungs;
}

/** Orders in their windows stay; the others are paired with empty windows, nearest first. */
function changesOf({ marketState, index }: QuoteInput, side: OrderSide, rungs: readonly LadderLevel[]): Change[] {
  const orders = marketState.ownOrders
    .filter((order) => order.side === side)
    .sort((one, other) => distanceOf(one, index) - distanceOf(other, index));
  const vacant: LadderLevel[] = [];
  const loose: OwnOrder[] = [];
  const changes: Change[] = [];
  let next = 0;
  for (const rung of rungs) {
    while (next < orders.length && distanceOf(orders[next], index) < rung.nearDistance) loose.push(orders[next++]);
    const order = orders.at(next);
    if (order === undefined || distanceOf(order, index) >= rung.farDistance) {
      if (isAllowed(marketState, priceAt(index, side, rung.farDistance))) vacant.push(rung);
      continue;
    }
    next++;
    if (order.open < THIN * lotsWorth(marketState, rung.usual, order.price)) {
      changes.push({ is: 'resize', side, rung, order, urgency: rung.place + rungs.length });
    }
  }
  loose.push(...orders.slice(next));
  for (const [pair, order] of loose.entries()) {
    const rung = vacant.at(pair);
    const isTooNear = distanceOf(order, index) < rungs[0].nearDistance;
    // Far out, the exact window does not matter.
    if (rung && rung.place >= FAR_OUT && distanceOf(order, index) >= rungs[FAR_OUT].nearDistance) continue;
    if (rung) changes.push({ is: 'move', side, rung, order, urgency: isTooNear ? AT_ONCE : rung.place });
    else changes.push({ is: 'withdraw', side, order, urgency: isTooNear ? AT_ONCE : rungs.length });
  }
  for (const rung of vacant.slice(loose.length)) changes.push({ is: 'place', side, rung, urgency: rung.place });
  return changes;
}

/** Changes a book that needs no change: resizes an order now and then. */
function randomResize(
  { marketState, changesMax, random }: QuoteInput,
  rungs: readonly LadderLevel[],
  selectedChanges: readonly Change[],
): Change[] {
  if (!Number.isFinite(changesMax) || marketState.ownOrders.length === 0 || random() >= FLICKERS) return [];
  // Mostly near the index, where it is visible.
  const place = Math.floor(rungs.length * random() ** 2);
  const side = random() < 0.5 ? 'buy' : 'sell';
  const best = marketState.ownOrders
    .filter((order) => order.side === side)
    .sort((a, b) => (a.price - b.price) * signOf(side));
  const order = best.at(place);
  const isSelected = selectedChanges.some((change) => change.is !== 'place' && change.order.id === order?.id);
  return order && !isSelected ? [{ is: 'resize', side, rung: rungs[place], order, urgency: 0 }] : [];
}

/**
 * Prices are bounded by the other side at that moment, including own quotes: a mass quote in which one would take is
 * rejected.
 */
function quotesOf({ marketState, user, index, random }: QuoteInput, changes: readonly Change[]): QuoteMarket {
  const openOrders = new Map<number, OwnOrder>(marketState.ownOrders.map((order) => [order.id, order]));
  const quotes: QuoteMarket = {
    type: 'QuoteMarket',
    user,
    market: marketState.market,
    cancels: [],
    amends: [],
    places: [],
  };
  const placeOrder = (changeIndex: number, side: OrderSide, price: number, open: number): void => {
    // Negative ids stand for orders without an id yet.
    openOrders.set(-1 - changeIndex, { id: -1 - changeIndex, side, price, open, filled: 0 });
    quotes.places.push({ side, price, quantity: open });
  };
  for (const [changeIndex, change] of changes.entries()) {
    const { side } = change;
    if (change.is === 'withdraw') {
      openOrders.delete(change.order.id);
      quotes.cancels.push(change.order.id);
      continue;
    }
    const { rung } = change;
    const targetPrice = change.is === 'resize' ? change.order.price : priceIn(rung, index, side, random);
    const price = priceWithoutCrossing(marketState, openOrders.values(), side, targetPrice);
    if (!isAllowed(marketState, price)) continue;
    const open =
      change.is === 'move' && fits(marketState, rung, change.order)
        ? change.order.open
        : lotsWorth(marketState, rung.notional, price);
    if (change.is === 'place') {
      placeOrder(changeIndex, side, price, open);
      continue;
    }
    const { order } = change;
    if (price === order.price && (change.is === 'move' || open === order.open)) continue;
    const quantity = order.filled + open;
    if (quantity > marketState.quantityMax) {
      // An order filled and topped up often enough is replaced by a new one.
      openOrders.delete(order.id);
      quotes.cancels.push(order.id);
      placeOrder(changeIndex, side, price, open);
    } else {
      openOrders.set(order.id, { ...order, price, open });
      quotes.amends.push({ order: order.id, price, quantity });
    }
  }
  return quotes;
}

/** A moved order keeps its size if the rung could have it, so that its hold in base coins stays the same. */
function fits(marketState: MarketState, { usual }: LadderLevel, { open, price }: OwnOrder): boolean {
  return open >= lotsWorth(marketState, LEAST * usual, price) && open <= lotsWorth(marketState, MOST * usual, price);
}

/** The wanted price, or the best one that does not reach the other side. */
function priceWithoutCrossing(
  marketState: MarketState,
  ownOrders: Iterable<OwnOrder>,
  side: OrderSide,
  targetPrice: number,
): number {
  let price = targetPrice;
  const others = side === 'buy' ? marketState.othersAsk : marketState.othersBid;
  const sign = signOf(side);
  if (others !== 0 && (others - price) * sign >= 0) price = others + sign;
  for (const order of ownOrders) {
    if (order.side !== side && (order.price - price) * sign >= 0) price = order.price + sign;
  }
  return price;
}

/** Random within the middle of the window. */
function priceIn(
  { nearDistance, farDistance }: LadderLevel,
  index: number,
  side: OrderSide,
  random: RandomSource,
): number {
  const margin = Math.floor((farDistance - 1 - nearDistance) / 5);
  return priceAt(index, side, wholeBetween(nearDistance + margin, farDistance - 1 - margin, random));
}

function priceAt(index: number, side: OrderSide, distance: number): number {
  return index + distance * signOf(side);
}

/** Direction away from the other side: down for buys, up for sells. */
function signOf(side: OrderSide): 1 | -1 {
  return side === 'buy' ? -1 : 1;
}

/** Negative if the order is on the wrong side of the index. */
function distanceOf({ side, price }: OwnOrder, index: number): number {
  return (price - index) * signOf(side);
}

function isAllowed({ priceLowest, priceHighest }: MarketState, price: number): boolean {
  return price >= priceLowest && price <= priceHighest;
}
