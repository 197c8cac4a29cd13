/**
 * Who is deleveraged next at a mark, without looking at anybody else: a side in its order, made when a liquidation comes near that, kept
 * as long as no mark is published, and corrected wherever a position or what covers it changes. It follows from positions and marks, so
 * no snapshot tells it.
 */
import { byAdlRank, type AdlCandidate } from '../../../shared/rules/perpetual/adl';
import { profitAt, valueAt } from '../../../shared/rules/perpetual/position';
import { known } from '../folding';
import { heapOf, inOrder, putInto, removeFrom } from '../heap';
import type { PositionSide } from '../market/order';
import type { CoreState, CoreView } from '../state';
import { equityOf, isCross } from './equity';
import type { Candidate, Ranking } from './rankings-state';

const OTHER = { long: 'short', short: 'long' } as const;

/** A position changed, or is gone. */
export function noteChanged(
  { liquidations }: CoreState,
  { id, market, side }: { id: number; market: string; side: PositionSide },
): void {
  liquidations.rankings.get(market)?.[side]?.changed.add(id);
}

/** Another mark: everybody stands elsewhere. */
export function dropRankings({ liquidations: { rankings } }: CoreState): void {
  if (rankings.size > 0) rankings.clear();
}

/** Brings those that are needed up to what has happened. After every batch, and after a restart. */
export function noteRankings(state: CoreState): void {
  const { open, rankings } = state.liquidations;
  for (const [market, { side, next }] of open) {
    if (next !== 'insure' && next !== 'deleverage') continue;
    let of = rankings.get(market);
    if (!of) rankings.set(market, (of = { long: null, short: null }));
    of[OTHER[side]] ??= { ...heapOf([...candidates(state, market, OTHER[side])], comesBefore), changed: new Set() };
  }
  for (const [market, of] of rankings) {
    for (const side of ['long', 'short'] as const) {
      const ranking = of[side];
      for (const id of ranking?.changed ?? []) if (ranking) replace(state, market, side, ranking, id);
      ranking?.changed.clear();
    }
  }
}

function replace(state: CoreState, market: string, side: PositionSide, ranking: Ranking, id: number): void {
  removeFrom(ranking, id, comesBefore);
  const position = state.liquidations.found.get(market)?.[side].positions.get(id);
  if (position) putInto(ranking, candidateOf(state, position), comesBefore);
}

/** In the order in which they are deleveraged; a side that nobody has ranked yet is ranked now. */
export function* inRank(view: CoreView, market: string, side: PositionSide): Generator<Readonly<Candidate>> {
  const ranking =
    view.liquidations.rankings.get(market)?.[side] ?? heapOf([...candidates(view, market, side)], comesBefore);
  yield* inOrder(ranking, comesBefore);
}

function* candidates(view: CoreView, market: string, side: PositionSide): Generator<Candidate> {
  for (const position of view.liquidations.found.get(market)?.[side].positions.values() ?? [])
    yield candidateOf(view, position);
}

type PositionView = Readonly<
  Pick<Candidate, 'id' | 'user' | 'lots' | 'cost'> & { market: string; side: PositionSide; hold: number }
>;

function candidateOf(view: CoreView, position: PositionView): Candidate {
  const { id, user, market, side, lots, cost, hold } = position;
  const { quotePerTickLot, terms } = known(view.markets, market);
  const { mark } = known(view.perpetual.contracts, market).mark;
  const size = { side, perTick: BigInt(lots) * quotePerTickLot, cost };
  const profit = profitAt(size, mark);
  const own = { cover: (view.holds.get(hold)?.remaining ?? 0n) + profit, value: valueAt(size, mark) };
  // An account stands behind all its positions, and has them all to cover.
  const { cover, value } = isCross(view, position) ? equityOf(view, user, terms.quote) : own;
  return { id, position: id, user, lots, profit, cost, value, cover, near: nearOf({ profit, cost, value, cover }) };
}

function nearOf({ profit, cost, value, cover }: Pick<AdlCandidate, 'profit' | 'cost' | 'value' | 'cover'>): number {
  if (cover <= 0n) return -Infinity;
  const [won, paid, worth, has] = [Number(profit), Number(cost), Number(value), Number(cover)];
  return won > 0 ? (won * worth) / (paid * has) : (won * has) / (paid * worth);
}

/** Far more than four roundings of the machine take. */
const NEAR = 1e-9;

function comesBefore(one: Readonly<Candidate>, other: Readonly<Candidate>): boolean {
  const apart = one.near - other.near;
  if (Math.abs(apart) > NEAR * Math.max(Math.abs(one.near), Math.abs(other.near))) return apart > 0;
  const isAlike = one.profit === other.profit && one.cost === other.cost && one.value === other.value;
  if (isAlike && one.cover === other.cover) return one.id < other.id;
  return byAdlRank(one, other) < 0;
}
