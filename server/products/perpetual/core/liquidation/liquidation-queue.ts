/**
 * Finds the next positions to liquidate without scanning the others. Positions of each market and side are sorted by liquidation price. A
 * mark that reaches none of them costs one comparison a side. The queue derives from positions and tiers, so snapshots do not hold it. Any
 * change of a position's cover, size, cost or tiers moves it to its new place.
 */
import { isolatedLiquidationPrice } from '../../../../../shared/products/perpetual/rules/maintenance-margin';
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { PositionSide } from '../../../../core/market/order';
import type { CoreState, CoreView } from '../../../../core/state';
import { createRanked, firstRanked, rank, unrank, type RankedView } from '../../../../core/indexes/ranked-ids';
import { createPositionTable, dropRow, putRow } from '../deleveraging/position-table';
import type { LiquidationQueue, LiquidationQueueSide } from './state';
import { markRankChanged } from '../deleveraging/rankings';
import { accountIndex } from '../deleveraging/cross-accounts';
import { markAccountForCheck } from './cross-liquidation-queue';
import type { Position } from '../state';

function createLiquidationQueue(): LiquidationQueue {
  const side = (side: PositionSide): LiquidationQueueSide => ({
    ...{ side, positions: new Map(), ranked: createRanked(), columns: createPositionTable() },
  });
  return { long: side('long'), short: side('short') };
}

type LiquidationQueueSideView = { readonly side: PositionSide; readonly ranked: RankedView };
const SIDES: readonly PositionSide[] = ['long', 'short'];

/** Called after any change of a user's positions in a market, or of their cover. */
export function requeuePositions(state: CoreState, user: number, market: string): void {
  const holding = state.perpetual.holdings.get(user)?.get(market);
  for (const side of SIDES) if (holding?.[side]) enqueuePosition(state, holding[side]);
}

/** Called after a fill of one side; an isolated position does not affect the other side. */
export function requeueAfterFill(state: CoreState, user: number, market: string, side: PositionSide): void {
  const holding = getOrThrow(state.perpetual.holdings, user).get(market);
  if (holding?.mode === 'cross') requeuePositions(state, user, market);
  else if (holding?.[side]) enqueuePosition(state, holding[side]);
}

export function enqueuePosition(state: CoreState, position: Position): void {
  const { id, user, market: name, side, lots } = position;
  const found = liquidationQueueIn(state, name)[side];
  found.positions.set(id, position);
  const { quote } = getOrThrow(state.markets, name).terms;
  const cost = Number(position.cost);
  // A position covered by its account has no price of its own.
  if (getOrThrow(state.perpetual.holdings, user).get(name)?.mode === 'cross') {
    markAccountForCheck(state, user);
    putRow(found.columns, {
      id,
      lots,
      cost,
      margin: NaN,
      account: accountIndex(state.liquidations.cross, quote, user),
    });
    updateRank(found, id, null);
  } else {
    const collateral = state.holds.get(position.hold)?.remaining ?? 0n;
    putRow(found.columns, { id, lots, cost, margin: Number(collateral), account: 0 });
    updateRank(found, id, liquidationPriceOf(state, position, collateral));
  }
  markRankChanged(state, position);
}

/** A falling mark passes the highest price first, a rising one the lowest. */
function updateRank({ side, ranked }: LiquidationQueueSide, id: number, price: number | null): void {
  if (price === null) unrank(ranked, id);
  else rank(ranked, id, side === 'long' ? -price : price);
}

/** Called after the end of a position. */
export function dequeuePosition(state: CoreState, position: Pick<Position, 'id' | 'market' | 'side'>): void {
  const { id, market, side } = position;
  const found = liquidationQueueIn(state, market)[side];
  found.positions.delete(id);
  dropRow(found.columns, id);
  updateRank(found, id, null);
  markRankChanged(state, position);
}

/** Called after a change of a market's tiers. */
export function requeueMarket(state: CoreState, market: string): void {
  for (const side of SIDES) {
    for (const position of liquidationQueueIn(state, market)[side].positions.values()) enqueuePosition(state, position);
  }
}

function liquidationQueueIn({ liquidations: { queues: found } }: CoreState, market: string): LiquidationQueue {
  let marketQueue = found.get(market);
  if (!marketQueue) found.set(market, (marketQueue = createLiquidationQueue()));
  return marketQueue;
}

function liquidationPriceOf(state: CoreState, position: Position, collateral: bigint): number | null {
  const { market: name, side, lots, cost } = position;
  const { terms } = getOrThrow(state.perpetual.contracts, name);
  const perTick = BigInt(lots) * getOrThrow(state.markets, name).quotePerTickLot;
  return isolatedLiquidationPrice(terms, { side, perTick, cost }, collateral);
}

/** The first position of a market to liquidate at a mark: the one whose price the mark has passed farthest; null if none. */
export function firstToLiquidate(
  view: CoreView,
  market: string,
  mark: number,
): { side: PositionSide; position: number } | null {
  const found = view.liquidations.queues.get(market);
  if (!found) return null;
  const long = firstReached(found.long, mark);
  const short = firstReached(found.short, mark);
  if (!long || !short) return long ?? short;
  if (long.by !== short.by) return long.by > short.by ? long : short;
  return long.position < short.position ? long : short;
}

function firstReached({ side, ranked }: LiquidationQueueSideView, mark: number) {
  const first = firstRanked(ranked);
  if (!first) return null;
  const distance = side === 'long' ? -first.rank - mark : mark - first.rank;
  return distance < 0 ? null : { side, position: first.id, by: distance };
}
