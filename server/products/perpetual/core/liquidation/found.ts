/**
 * Who is liquidated next, without looking at anybody else: of each market and side the positions in the order of their liquidation
 * prices. A mark that reaches none of them costs one comparison a side. It follows from positions and tiers, so no snapshot
 * tells it; whatever changes what covers a position, its size, its cost or its tiers puts it where it belongs now.
 */
import { isolatedLiquidationPrice } from '../../../../../shared/products/perpetual/rules/requirement';
import { known } from '../../../../core/folding';
import type { PositionSide } from '../../../../core/market/order';
import type { CoreState, CoreView } from '../../../../core/state';
import { createRanked, firstRanked, rank, unrank, type RankedView } from '../../../../core/indexes/ranked';
import { createColumns, dropRow, putRow } from '../deleveraging/columns';
import type { Found, FoundSide } from './state';
import { noteChanged } from '../deleveraging/rankings';
import { accountPlace } from '../deleveraging/cross-accounts';
import { touchCross } from './cross-found';
import type { Position } from '../state';

function createFound(): Found {
  const side = (side: PositionSide): FoundSide => ({
    ...{ side, positions: new Map(), ranked: createRanked(), columns: createColumns() },
  });
  return { long: side('long'), short: side('short') };
}

type FoundSideView = { readonly side: PositionSide; readonly ranked: RankedView };
const SIDES: readonly PositionSide[] = ['long', 'short'];

/** After whatever may have changed a user's positions in a market, or what covers them. */
export function notePositions(state: CoreState, user: number, market: string): void {
  const holding = state.perpetual.holdings.get(user)?.get(market);
  for (const side of SIDES) if (holding?.[side]) noteFound(state, holding[side]);
}

/** After a fill of one side: what stands by itself changes nothing of the other one. */
export function noteFilled(state: CoreState, user: number, market: string, side: PositionSide): void {
  const holding = known(state.perpetual.holdings, user).get(market);
  if (holding?.mode === 'cross') notePositions(state, user, market);
  else if (holding?.[side]) noteFound(state, holding[side]);
}

export function noteFound(state: CoreState, position: Position): void {
  const { id, user, market: name, side, lots } = position;
  const found = foundIn(state, name)[side];
  found.positions.set(id, position);
  const { quote } = known(state.markets, name).terms;
  const cost = Number(position.cost);
  // One that is covered by its account has no price of its own.
  if (known(state.perpetual.holdings, user).get(name)?.mode === 'cross') {
    touchCross(state, user);
    putRow(found.columns, {
      id,
      lots,
      cost,
      margin: NaN,
      account: accountPlace(state.liquidations.cross, quote, user),
    });
    place(found, id, null);
  } else {
    const collateral = state.holds.get(position.hold)?.remaining ?? 0n;
    putRow(found.columns, { id, lots, cost, margin: Number(collateral), account: 0 });
    place(found, id, liquidationPriceOf(state, position, collateral));
  }
  noteChanged(state, position);
}

/** A falling mark passes the highest price first, a rising one the lowest. */
function place({ side, ranked }: FoundSide, id: number, price: number | null): void {
  if (price === null) unrank(ranked, id);
  else rank(ranked, id, side === 'long' ? -price : price);
}

/** After the end of a position. */
export function forgetFound(state: CoreState, position: Pick<Position, 'id' | 'market' | 'side'>): void {
  const { id, market, side } = position;
  const found = foundIn(state, market)[side];
  found.positions.delete(id);
  dropRow(found.columns, id);
  place(found, id, null);
  noteChanged(state, position);
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

function liquidationPriceOf(state: CoreState, position: Position, collateral: bigint): number | null {
  const { market: name, side, lots, cost } = position;
  const { terms } = known(state.perpetual.contracts, name);
  const perTick = BigInt(lots) * known(state.markets, name).quotePerTickLot;
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
  const long = passed(found.long, mark);
  const short = passed(found.short, mark);
  if (!long || !short) return long ?? short;
  if (long.by !== short.by) return long.by > short.by ? long : short;
  return long.position < short.position ? long : short;
}

function passed({ side, ranked }: FoundSideView, mark: number) {
  const first = firstRanked(ranked);
  if (!first) return null;
  const by = side === 'long' ? -first.rank - mark : mark - first.rank;
  return by < 0 ? null : { side, position: first.id, by };
}
