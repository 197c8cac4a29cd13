/**
 * Finds the next positions to deleverage at a mark without scanning the others. A side is ranked when a liquidation comes near
 * deleveraging. The ranking holds until the next mark and is corrected when a position or its cover changes. It derives from positions and
 * marks, so snapshots do not hold it.
 */
import type { AdlCandidate } from '../../../../../shared/products/perpetual/rules/adl';
import { profitAt, signOf, valueAt } from '../../../../../shared/products/perpetual/rules/position';
import { getOrThrow } from '../../../../core/evolve-helpers';
import { heapOf, heapInOrder } from '../../../../core/indexes/heap';
import type { PositionSide } from '../../../../core/market/order';
import type { CoreState, CoreView } from '../../../../core/state';
import {
  comesBefore,
  updateFront,
  TopCandidates,
  rankedCandidate,
  type Figures,
  type RankingFront,
  type RankedCandidate,
} from './adl-order';
import { rowsOf } from './position-table';
import { accountValues } from './cross-accounts';
import { equityOf, isCross } from '../margin/collateral-pool';
import type { Ranking } from './rankings-state';

const SIDES = ['long', 'short'] as const;
const OTHER = { long: 'short', short: 'long' } as const;

/** Candidate with the figures that the rule ranks by. */
export interface Candidate extends AdlCandidate {
  /** Position id. */
  id: number;
  user: number;
  lots: number;
}

/** Called after a position changed or ended. */
export function markRankChanged(
  { liquidations }: CoreState,
  { id, market, side }: { id: number; market: string; side: PositionSide },
): void {
  liquidations.rankings.get(market)?.[side]?.changed.add(id);
}

/** A new mark invalidates all rankings. */
export function dropRankings({ liquidations: { rankings } }: CoreState): void {
  if (rankings.size > 0) rankings.clear();
}

/**
 * Number of ranked positions per side, far more than one batch takes. When fewer than `FRONT_SIZE_MIN` are left, the side is
 * ranked again.
 */
const FRONT_SIZE = 512;
const FRONT_SIZE_MIN = 64;

/** Updates the required rankings after every batch, and after a restart. */
export function updateRankings(state: CoreState, max = FRONT_SIZE): void {
  const { open, rankings } = state.liquidations;
  if (open.size === 0 && rankings.size === 0) return;
  for (const [market, marketRankings] of rankings) {
    for (const side of SIDES) if (marketRankings[side]) updateRanking(state, market, side, marketRankings[side]);
  }
  for (const [market, { side, next }] of open) {
    if (next !== 'insure' && next !== 'deleverage') continue;
    let of = rankings.get(market);
    if (!of) rankings.set(market, (of = { long: null, short: null }));
    const other = OTHER[side];
    const isLow = of[other]?.last && of[other].heap.length < Math.min(FRONT_SIZE_MIN, max);
    if (!of[other] || isLow) of[other] = { ...rankingFrontOf(state, market, other, max), changed: new Set() };
  }
}

function updateRanking(state: CoreState, market: string, side: PositionSide, ranking: Ranking): void {
  const positions = state.liquidations.queues.get(market)?.[side].positions;
  for (const id of ranking.changed) {
    const position = positions?.get(id);
    updateFront(ranking, id, position ? rankedCandidate(candidateOf(state, position)) : null);
  }
  ranking.changed.clear();
}

/** Scans all positions of a side once. */
function rankingFrontOf(view: CoreView, market: string, side: PositionSide, max: number): RankingFront {
  const picked = new TopCandidates(max);
  const { quotePerTickLot, terms } = getOrThrow(view.markets, market);
  const { mark } = getOrThrow(view.perpetual.contracts, market).mark;
  const found = view.liquidations.queues.get(market)?.[side];
  const accounts = accountValues(view, terms.quote);
  const liquidatedPosition = view.liquidations.open.get(market)?.position;
  const perLot = Number(quotePerTickLot) * mark;
  const sign = Number(signOf(side));
  const figures: Figures = { profit: 0, cost: 0, value: 0, cover: 0 };
  for (const { id, lots, cost, margin, account } of found ? rowsOf(found.columns) : []) {
    const positionValue = lots * perLot;
    const isCross = Number.isNaN(margin);
    figures.profit = sign * (positionValue - cost);
    figures.cost = cost;
    figures.value = isCross ? accounts.value[account] : positionValue;
    figures.cover = isCross ? accounts.equity[account] : margin + figures.profit;
    const size = isCross ? accounts.size[account] : positionValue + cost + Math.abs(figures.cover);
    const position = size <= Number.MAX_SAFE_INTEGER && id !== liquidatedPosition ? null : found?.positions.get(id);
    if (position) picked.offer(rankedCandidate(candidateOf(view, position)));
    else picked.peekFigures(id, figures);
  }
  return picked.front;
}

/** Candidates in deleveraging order: the ranked front first, then all others, ranked now. */
export function* candidatesInOrder(view: CoreView, market: string, side: PositionSide): Generator<Readonly<Candidate>> {
  const ranking = view.liquidations.rankings.get(market)?.[side];
  const positions = view.liquidations.queues.get(market)?.[side].positions ?? new Map<number, PositionView>();
  if (ranking) {
    for (const { id } of heapInOrder(ranking, comesBefore)) yield candidateOf(view, getOrThrow(positions, id));
    if (!ranking.last) return;
  }
  const others: RankedCandidate[] = [];
  for (const position of positions.values())
    if (!ranking?.places.has(position.id)) others.push(rankedCandidate(candidateOf(view, position)));
  for (const { id } of heapInOrder(heapOf(others, comesBefore), comesBefore))
    yield candidateOf(view, getOrThrow(positions, id));
}

type PositionView = Readonly<
  Pick<Candidate, 'id' | 'user' | 'lots' | 'cost'> & { market: string; side: PositionSide; hold: number }
>;

function candidateOf(view: CoreView, position: PositionView): Candidate {
  const { id, user, market, side, lots, cost, hold } = position;
  const { quotePerTickLot, terms } = getOrThrow(view.markets, market);
  const { mark } = getOrThrow(view.perpetual.contracts, market).mark;
  const size = { side, perTick: BigInt(lots) * quotePerTickLot, cost };
  const profit = profitAt(size, mark);
  const positionFigures = { cover: (view.holds.get(hold)?.remaining ?? 0n) + profit, value: valueAt(size, mark) };
  // A cross account covers all its positions together.
  const { cover, value } = isCross(view, position) ? equityOf(view, user, terms.quote) : positionFigures;
  return { id, position: id, user, lots, profit, cost, value, cover };
}
