/**
 * Who is liquidated next, without looking at anybody else: of each market and side the positions in the order of their liquidation
 * prices. A mark that reaches none of them costs one comparison a side. It follows from positions and tiers, so no snapshot
 * tells it; whatever changes what covers a position, its size, its cost or its tiers puts it where it belongs now.
 */
import { isolatedLiquidationPrice } from '../../../shared/rules/perpetual/requirement';
import { known } from '../folding';
import type { PositionSide } from '../market/order';
import type { CoreState, CoreView } from '../state';
import type { Found, FoundPosition, FoundSide } from './liquidation-state';
import type { Position } from './state';

function createFound(): Found {
  const side = (side: PositionSide): FoundSide => ({ side, positions: new Map(), heap: [], places: new Map() });
  return { long: side('long'), short: side('short') };
}

const SIDES: readonly PositionSide[] = ['long', 'short'];

/** After whatever may have changed a user's positions in a market, or what covers them. */
export function notePositions(state: CoreState, user: number, market: string): void {
  const holding = state.perpetual.holdings.get(user)?.get(market);
  for (const side of SIDES) if (holding?.[side]) noteFound(state, holding[side]);
}

export function noteFound(state: CoreState, position: Position): void {
  const { id, market: name, side } = position;
  const found = foundIn(state, name)[side];
  found.positions.set(id, position);
  // One that is covered by its account has no price of its own.
  const isCross = known(state.perpetual.holdings, position.user).get(name)?.mode === 'cross';
  place(found, id, isCross ? null : liquidationPriceOf(state, position));
}

/** After the end of a position. */
export function forgetFound(state: CoreState, { id, market, side }: Pick<Position, 'id' | 'market' | 'side'>): void {
  const found = foundIn(state, market)[side];
  found.positions.delete(id);
  place(found, id, null);
}

/** After a change of a market's tiers. */
export function noteMarket(state: CoreState, market: string): void {
  for (const side of SIDES) {
    for (const position of foundIn(state, market)[side].positions.values()) noteFound(state, position);
  }
}

function foundIn({ liquidations: { found } }: CoreState, market: string): Found {
  let of = found.get(market);
  if (!of) found.set(market, (of = createFound()));
  return of;
}

function liquidationPriceOf(state: CoreState, { market: name, side, lots, cost, hold }: Position): number | null {
  const { terms } = known(state.perpetual.contracts, name);
  const perTick = BigInt(lots) * known(state.markets, name).quotePerTickLot;
  const collateral = state.holds.get(hold)?.remaining ?? 0n;
  return isolatedLiquidationPrice(terms, { side, perTick, cost }, collateral);
}

/** The first of a market that is liquidated at a mark: the one whose price the mark has passed farthest; null when it has passed none. */
export function firstHit(
  view: CoreView,
  market: string,
  mark: number,
): { side: PositionSide; position: number } | null {
  const found = view.liquidations.found.get(market);
  if (!found) return null;
  const long = passed(found.long.heap[0], 'long', mark);
  const short = passed(found.short.heap[0], 'short', mark);
  if (!long || !short) return long ?? short;
  if (long.by !== short.by) return long.by > short.by ? long : short;
  return long.position < short.position ? long : short;
}

function passed(top: FoundPosition | undefined, side: PositionSide, mark: number) {
  if (!top) return null;
  const by = side === 'long' ? top.price - mark : mark - top.price;
  return by < 0 ? null : { side, position: top.position, by };
}

/** Puts a position where its price belongs, or takes it out. */
function place(found: FoundSide, position: number, price: number | null): void {
  const { heap, places } = found;
  const at = places.get(position);
  if (price === null) {
    if (at === undefined) return;
    places.delete(position);
    const last = heap.pop();
    if (!last || at === heap.length) return;
    put(found, at, last);
    settle(found, at);
    return;
  }
  if (at === undefined) {
    heap.push({ position, price });
    places.set(position, heap.length - 1);
    settle(found, heap.length - 1);
    return;
  }
  if (heap[at].price === price) return;
  heap[at].price = price;
  settle(found, at);
}

function put({ heap, places }: FoundSide, at: number, one: FoundPosition): void {
  heap[at] = one;
  places.set(one.position, at);
}

/** Moves one up or down until it stands behind what comes before it and before what comes behind it. */
function settle(found: FoundSide, from: number): void {
  const { heap, side } = found;
  const one = heap[from];
  let at = from;
  while (at > 0) {
    const above = (at - 1) >>> 1;
    if (!comesBefore(side, one, heap[above])) break;
    put(found, at, heap[above]);
    at = above;
  }
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && comesBefore(side, heap[below + 1], heap[below])) below++;
    if (!comesBefore(side, heap[below], one)) break;
    put(found, at, heap[below]);
    at = below;
  }
  put(found, at, one);
}

/** A falling mark reaches the highest price of the longs first, a rising one the lowest of the shorts; of one price the older position. */
function comesBefore(side: PositionSide, one: FoundPosition, other: FoundPosition): boolean {
  if (one.price !== other.price) return side === 'long' ? one.price > other.price : one.price < other.price;
  return one.position < other.position;
}
