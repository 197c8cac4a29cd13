/**
 * The market maker's quotes: a ladder on both sides of the index. Each rung has a window of prices; an order in its window
 * stays, whatever lies elsewhere is moved to an empty rung. So when the index moves, the quotes roll along with it: those
 * it has come too near go to the far end, those it has left behind come to the front.
 */
import { QUOTE_PIECES_MAX } from '../../../shared/rules/quote-pieces';
import type { QuoteMarket } from '../../products/spot/core/commands';
import type { OrderSide } from '../../core/market/order';
import type { Chance } from '../../platform/prices/noise';
import { lotsWorth, wholeBetween, type MarketSight, type OwnOrder } from './market-sight';

export interface LadderShape {
  /** Rungs a side. */
  levels: number;
  /** From the index to the first rung, and from there to the next, in millionths of the price. */
  halfSpreadPpm: number;
  stepPpm: number;
  /** How much wider each rung is than the one before, as a ratio. */
  widening: number;
  /** What the first rung offers, in quote coins. */
  levelNotional: number;
}

export interface QuoteWish {
  sight: MarketSight;
  user: number;
  /** Ticks. */
  index: number;
  shape: LadderShape;
  /** The others are left as they are. */
  sides: readonly OrderSide[];
  /** Orders that may change; what is out of place most goes first. */
  changesMax: number;
  chance: Chance;
}

/** Distances from the index in ticks; the window is `near` ≤ distance < `far`. */
interface Rung {
  place: number;
  near: number;
  far: number;
  /** What it offers in quote coins: usually, and this time. */
  usual: number;
  notional: number;
}

type Change = { side: OrderSide; urgency: number } & (
  | { is: 'place'; rung: Rung }
  | { is: 'move'; rung: Rung; order: OwnOrder }
  | { is: 'resize'; rung: Rung; order: OwnOrder }
  | { is: 'withdraw'; order: OwnOrder }
);

const PPM = 1_000_000;
/** An order that gives way to a new one is two pieces of the command. */
const CHANGES_MAX = QUOTE_PIECES_MAX / 2;
/** Each rung offers this much more than the one before. */
const DEEPENING = 0.12;
/** What an order offers, in parts of what its rung usually does: sizes of a real book have no pattern. */
const LEAST = 0.4;
const MOST = 1.6;
/** Below this part of what it usually offers, an order is filled up again. */
const THIN = 0.15;
/** How often a plan that leaves room changes the size of an order that is where it should be. */
const FLICKERS = 0.3;
/** From this rung on, which of them an order stands in is not seen on most screens. */
const FAR_OUT = 12;
/** Nearer to the index than every window: first of all to go. */
const AT_ONCE = -1;

/** What to send, null for nothing. None of it trades or can be refused for its price, size or time in force. */
export function planQuotes(wish: QuoteWish): QuoteMarket | null {
  const rungs = rungsOf(wish);
  const changesMax = Math.min(wish.changesMax, CHANGES_MAX);
  const changes = wish.sides.flatMap((side) => changesOf(wish, side, rungs));
  changes.sort((one, other) => one.urgency - other.urgency);
  const chosen = changes.slice(0, changesMax);
  if (chosen.length < changesMax) chosen.push(...flicker(wish, rungs, chosen));
  const quotes = quotesOf(wish, chosen);
  return quotes.cancels.length + quotes.amends.length + quotes.places.length > 0 ? quotes : null;
}

function rungsOf({ index, shape, chance }: QuoteWish): Rung[] {
  const { levels, halfSpreadPpm, stepPpm, widening, levelNotional } = shape;
  const rungs: Rung[] = [];
  let distance = Math.max(1, Math.round((index * halfSpreadPpm) / PPM));
  let near = Math.ceil(distance / 2);
  let step = (index * stepPpm) / PPM;
  for (let place = 0; place < levels; place++) {
    const gap = Math.max(1, Math.round(step));
    // The best quote is as near as it is meant to be, however far the next one is.
    const reach = place === 0 ? Math.min(gap / 2, distance) : gap / 2;
    const far = Math.max(near + 1, Math.ceil(distance + reach));
    const usual = levelNotional * (1 + DEEPENING * place);
    rungs.push({ place, near, far, usual, notional: usual * (LEAST + (MOST - LEAST) * chance()) });
    near = far;
    distance += gap;
    step *= widening;
  }
  return rungs;
}

/** Orders in their windows stay; the others are paired with empty windows, nearest with nearest. */
function changesOf({ sight, index }: QuoteWish, side: OrderSide, rungs: readonly Rung[]): Change[] {
  const orders = sight.own
    .filter((order) => order.side === side)
    .sort((one, other) => distanceOf(one, index) - distanceOf(other, index));
  const vacant: Rung[] = [];
  const loose: OwnOrder[] = [];
  const changes: Change[] = [];
  let next = 0;
  for (const rung of rungs) {
    while (next < orders.length && distanceOf(orders[next], index) < rung.near) loose.push(orders[next++]);
    const order = orders.at(next);
    if (order === undefined || distanceOf(order, index) >= rung.far) {
      if (isAllowed(sight, priceAt(index, side, rung.far))) vacant.push(rung);
      continue;
    }
    next++;
    if (order.open < THIN * lotsWorth(sight, rung.usual, order.price)) {
      changes.push({ is: 'resize', side, rung, order, urgency: rung.place + rungs.length });
    }
  }
  loose.push(...orders.slice(next));
  for (const [pair, order] of loose.entries()) {
    const rung = vacant.at(pair);
    const isTooNear = distanceOf(order, index) < rungs[0].near;
    // Which of the windows far out it stands in nobody sees.
    if (rung && rung.place >= FAR_OUT && distanceOf(order, index) >= rungs[FAR_OUT].near) continue;
    if (rung) changes.push({ is: 'move', side, rung, order, urgency: isTooNear ? AT_ONCE : rung.place });
    else changes.push({ is: 'withdraw', side, order, urgency: isTooNear ? AT_ONCE : rungs.length });
  }
  for (const rung of vacant.slice(loose.length)) changes.push({ is: 'place', side, rung, urgency: rung.place });
  return changes;
}

/** A book that nothing forces to change changes all the same: now and then an order is made larger or smaller. */
function flicker(
  { sight, changesMax, chance }: QuoteWish,
  rungs: readonly Rung[],
  chosen: readonly Change[],
): Change[] {
  if (!Number.isFinite(changesMax) || sight.own.length === 0 || chance() >= FLICKERS) return [];
  // Mostly near the index, where it is seen.
  const place = Math.floor(rungs.length * chance() ** 2);
  const side = chance() < 0.5 ? 'buy' : 'sell';
  const best = sight.own.filter((order) => order.side === side).sort((a, b) => (a.price - b.price) * signOf(side));
  const order = best.at(place);
  const isChosen = chosen.some((change) => change.is !== 'place' && change.order.id === order?.id);
  return order && !isChosen ? [{ is: 'resize', side, rung: rungs[place], order, urgency: 0 }] : [];
}

/**
 * Prices are bounded by what stands on the other side at that moment, one's own quotes included: quotes are refused when one of
 * them would take.
 */
function quotesOf({ sight, user, index, chance }: QuoteWish, changes: readonly Change[]): QuoteMarket {
  const standing = new Map<number, OwnOrder>(sight.own.map((order) => [order.id, order]));
  const quotes: QuoteMarket = { type: 'QuoteMarket', user, market: sight.market, cancels: [], amends: [], places: [] };
  const stand = (turn: number, side: OrderSide, price: number, open: number): void => {
    // Ids from below zero stand for orders that have none yet.
    standing.set(-1 - turn, { id: -1 - turn, side, price, open, filled: 0 });
    quotes.places.push({ side, price, quantity: open });
  };
  for (const [turn, change] of changes.entries()) {
    const { side } = change;
    if (change.is === 'withdraw') {
      standing.delete(change.order.id);
      quotes.cancels.push(change.order.id);
      continue;
    }
    const { rung } = change;
    const wanted = change.is === 'resize' ? change.order.price : priceIn(rung, index, side, chance);
    const price = behindOthers(sight, standing.values(), side, wanted);
    if (!isAllowed(sight, price)) continue;
    const open =
      change.is === 'move' && fits(sight, rung, change.order)
        ? change.order.open
        : lotsWorth(sight, rung.notional, price);
    if (change.is === 'place') {
      stand(turn, side, price, open);
      continue;
    }
    const { order } = change;
    if (price === order.price && (change.is === 'move' || open === order.open)) continue;
    const quantity = order.filled + open;
    if (quantity > sight.quantityMax) {
      // An order that has been filled and filled up again for long enough gives way to a new one.
      standing.delete(order.id);
      quotes.cancels.push(order.id);
      stand(turn, side, price, open);
    } else {
      standing.set(order.id, { ...order, price, open });
      quotes.amends.push({ order: order.id, price, quantity });
    }
  }
  return quotes;
}

/** An order that moves keeps its size where the rung might offer as much: what it holds in base coins then stays as it is. */
function fits(sight: MarketSight, { usual }: Rung, { open, price }: OwnOrder): boolean {
  return open >= lotsWorth(sight, LEAST * usual, price) && open <= lotsWorth(sight, MOST * usual, price);
}

/** The wanted price, or the best one that does not reach the other side. */
function behindOthers(sight: MarketSight, own: Iterable<OwnOrder>, side: OrderSide, wanted: number): number {
  let price = wanted;
  const others = side === 'buy' ? sight.othersAsk : sight.othersBid;
  const sign = signOf(side);
  if (others !== 0 && (others - price) * sign >= 0) price = others + sign;
  for (const order of own) {
    if (order.side !== side && (order.price - price) * sign >= 0) price = order.price + sign;
  }
  return price;
}

/** By chance within the middle of the window. */
function priceIn({ near, far }: Rung, index: number, side: OrderSide, chance: Chance): number {
  const margin = Math.floor((far - 1 - near) / 5);
  return priceAt(index, side, wholeBetween(near + margin, far - 1 - margin, chance));
}

function priceAt(index: number, side: OrderSide, distance: number): number {
  return index + distance * signOf(side);
}

/** Where away from the other side is: buys down, sells up. */
function signOf(side: OrderSide): 1 | -1 {
  return side === 'buy' ? -1 : 1;
}

/** Negative when the order is on the wrong side of the index. */
function distanceOf({ side, price }: OwnOrder, index: number): number {
  return (price - index) * signOf(side);
}

function isAllowed({ priceLowest, priceHighest }: MarketSight, price: number): boolean {
  return price >= priceLowest && price <= priceHighest;
}
