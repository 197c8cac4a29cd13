/**
 * Who is deleveraged next at a mark, without looking at anybody else: a side in its order, made when a liquidation comes near that, kept
 * as long as no mark is published, and corrected wherever a position or what covers it changes. It follows from positions and marks, so
 * no snapshot tells it.
 */
import type { AdlCandidate } from '../../../../../shared/products/perpetual/rules/adl';
import { profitAt, signOf, valueAt } from '../../../../../shared/products/perpetual/rules/position';
import { known } from '../../../../core/folding';
import { heapOf, inOrder } from '../../../../core/indexes/heap';
import type { PositionSide } from '../../../../core/market/order';
import type { CoreState, CoreView } from '../../../../core/state';
import { comesBefore, correct, Picked, placed, type Figures, type Front, type Placed } from './adl-order';
import { rowsOf } from './columns';
import { worthOf } from './cross-accounts';
import { equityOf, isCross } from '../margin/equity';
import type { Ranking } from './rankings-state';

const SIDES = ['long', 'short'] as const;
const OTHER = { long: 'short', short: 'long' } as const;

/** As the rule ranks it, with what it has. */
export interface Candidate extends AdlCandidate {
  /** Of the position. */
  id: number;
  user: number;
  lots: number;
}

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

/** Of a side so many stand in their order: far more than one batch takes. When fewer than these are left the next ones are looked for. */
const FRONT = 512;
const FEW = 64;

/** Brings those that are needed up to what has happened. After every batch, and after a restart. */
export function noteRankings(state: CoreState, most = FRONT): void {
  const { open, rankings } = state.liquidations;
  if (open.size === 0 && rankings.size === 0) return;
  for (const [market, of] of rankings) {
    for (const side of SIDES) if (of[side]) bringUp(state, market, side, of[side]);
  }
  for (const [market, { side, next }] of open) {
    if (next !== 'insure' && next !== 'deleverage') continue;
    let of = rankings.get(market);
    if (!of) rankings.set(market, (of = { long: null, short: null }));
    const other = OTHER[side];
    const isLow = of[other]?.last && of[other].heap.length < Math.min(FEW, most);
    if (!of[other] || isLow) of[other] = { ...frontOf(state, market, other, most), changed: new Set() };
  }
}

function bringUp(state: CoreState, market: string, side: PositionSide, ranking: Ranking): void {
  const positions = state.liquidations.found.get(market)?.[side].positions;
  for (const id of ranking.changed) {
    const position = positions?.get(id);
    correct(ranking, id, position ? placed(candidateOf(state, position)) : null);
  }
  ranking.changed.clear();
}

/** Looks at everybody of a side once. */
function frontOf(view: CoreView, market: string, side: PositionSide, most: number): Front {
  const picked = new Picked(most);
  const { quotePerTickLot, terms } = known(view.markets, market);
  const { mark } = known(view.perpetual.contracts, market).mark;
  const found = view.liquidations.found.get(market)?.[side];
  const accounts = worthOf(view, terms.quote);
  const apart = view.liquidations.open.get(market)?.position;
  const perLot = Number(quotePerTickLot) * mark;
  const sign = Number(signOf(side));
  const figures: Figures = { profit: 0, cost: 0, value: 0, cover: 0 };
  for (const { id, lots, cost, margin, account } of found ? rowsOf(found.columns) : []) {
    const worth = lots * perLot;
    const isCross = Number.isNaN(margin);
    figures.profit = sign * (worth - cost);
    figures.cost = cost;
    figures.value = isCross ? accounts.value[account] : worth;
    figures.cover = isCross ? accounts.cover[account] : margin + figures.profit;
    const size = isCross ? accounts.size[account] : worth + cost + Math.abs(figures.cover);
    const position = size <= Number.MAX_SAFE_INTEGER && id !== apart ? null : found?.positions.get(id);
    if (position) picked.offer(placed(candidateOf(view, position)));
    else picked.show(id, figures);
  }
  return picked.front;
}

/** In the order in which they are deleveraged: those who stand in it already, then all others, ranked now. */
export function* inRank(view: CoreView, market: string, side: PositionSide): Generator<Readonly<Candidate>> {
  const ranking = view.liquidations.rankings.get(market)?.[side];
  const positions = view.liquidations.found.get(market)?.[side].positions ?? new Map<number, PositionView>();
  if (ranking) {
    for (const { id } of inOrder(ranking, comesBefore)) yield candidateOf(view, known(positions, id));
    if (!ranking.last) return;
  }
  const others: Placed[] = [];
  for (const position of positions.values())
    if (!ranking?.places.has(position.id)) others.push(placed(candidateOf(view, position)));
  for (const { id } of inOrder(heapOf(others, comesBefore), comesBefore)) yield candidateOf(view, known(positions, id));
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
  return { id, position: id, user, lots, profit, cost, value, cover };
}
