/**
 * Ranks very many deleveraging candidates in floating-point numbers. Integers up to 2^53 and their sums are exact; only the score is
 * rounded, a few times. Scores closer than that rounding, and larger figures, are compared exactly as fractions of integers. The order
 * therefore equals `byAdlRank` for any two candidates.
 */
import { byAdlRank, type AdlCandidate } from '../../../../../shared/products/perpetual/rules/adl';
import { heapOf, heapInsert, heapRemove, type Heap } from '../../../../core/indexes/heap';

/** Figures of an `AdlCandidate` in units, each exact. */
export interface Figures {
  profit: number;
  cost: number;
  value: number;
  cover: number;
}

/** Figures at the time of ranking, regardless of later changes. */
export interface RankedCandidate extends Figures {
  /** Position id. */
  id: number;
  /** Approximate score. */
  approximateScore: number;
  /** Exact figures if the numbers above are rounded, else null. */
  exact: AdlCandidate | null;
}

export function rankedCandidate(exact: AdlCandidate): RankedCandidate {
  const { position: id, profit, cost, value, cover } = exact;
  const figures = { profit: Number(profit), cost: Number(cost), value: Number(value), cover: Number(cover) };
  const isExact = Object.values(figures).every(Number.isSafeInteger);
  return { id, ...figures, approximateScore: approximateScore(figures), exact: isExact ? null : exact };
}

function approximateScore({ profit, cost, value, cover }: Readonly<Figures>): number {
  if (cover <= 0) return -Infinity;
  return profit > 0 ? (profit * value) / (cost * cover) : (profit * cover) / (cost * value);
}

/** Relative bound, far above the rounding error of at most seven times 2^-53 per score. */
const SCORE_TOLERANCE = 1e-14;

export function comesBefore(one: Readonly<RankedCandidate>, other: Readonly<RankedCandidate>): boolean {
  const scoreDifference = one.approximateScore - other.approximateScore;
  if (
    Math.abs(scoreDifference) >
    SCORE_TOLERANCE * Math.max(Math.abs(one.approximateScore), Math.abs(other.approximateScore))
  )
    return scoreDifference > 0;
  return isTie(one, other) ? one.id < other.id : byAdlRank(exactCandidate(one), exactCandidate(other)) < 0;
}

/** Positions opened at one price with one leverage share a rank and need no further comparison. */
function isTie(one: Readonly<RankedCandidate>, other: Readonly<RankedCandidate>): boolean {
  if (one.exact || other.exact) return false;
  const isSame = one.profit === other.profit && one.cost === other.cost && one.value === other.value;
  return isSame && one.cover === other.cover;
}

function exactCandidate({ id, profit, cost, value, cover, exact }: Readonly<RankedCandidate>): AdlCandidate {
  if (exact) return exact;
  return { position: id, profit: BigInt(profit), cost: BigInt(cost), value: BigInt(value), cover: BigInt(cover) };
}

/** The first candidates of a side, in order; all others rank behind them. */
export interface RankingFront extends Heap<RankedCandidate> {
  /** Last candidate of the front; null if the front holds all candidates. */
  last: RankedCandidate | null;
}

/** Picks the first candidates of all that are shown. */
export class TopCandidates {
  /** The heap's top is the lowest-ranked of the picked candidates. */
  private readonly heap = heapOf<RankedCandidate>([], comesBehind);
  private isComplete = true;
  private readonly currentCandidate: RankedCandidate = {
    id: 0,
    profit: 0,
    cost: 0,
    value: 0,
    cover: 0,
    approximateScore: 0,
    exact: null,
  };

  constructor(private readonly countMax: number) {}

  offer(one: RankedCandidate): void {
    const { heap } = this.heap;
    if (heap.length < this.countMax) {
      heapInsert(this.heap, one, comesBehind);
      return;
    }
    this.isComplete = false;
    if (!comesBefore(one, heap[0])) return;
    heapRemove(this.heap, heap[0].id, comesBehind);
    heapInsert(this.heap, one, comesBehind);
  }

  /** Shows a candidate by its figures only. Candidates that are not picked allocate no object: in a large side, these are nearly all. */
  peekFigures(id: number, figures: Readonly<Figures>): void {
    const { heap } = this.heap;
    const { currentCandidate } = this;
    currentCandidate.id = id;
    currentCandidate.profit = figures.profit;
    currentCandidate.cost = figures.cost;
    currentCandidate.value = figures.value;
    currentCandidate.cover = figures.cover;
    currentCandidate.approximateScore = approximateScore(figures);
    if (heap.length < this.countMax || comesBefore(currentCandidate, heap[0])) this.offer({ ...currentCandidate });
    else this.isComplete = false;
  }

  get front(): RankingFront {
    const { heap } = this.heap;
    return { last: this.isComplete ? null : heap[0], ...heapOf([...heap], comesBefore) };
  }
}

function comesBehind(one: Readonly<RankedCandidate>, other: Readonly<RankedCandidate>): boolean {
  return comesBefore(other, one);
}

/** Updates one candidate in the front; null removes it. */
export function updateFront(front: RankingFront, id: number, candidate: RankedCandidate | null): void {
  heapRemove(front, id, comesBefore);
  if (candidate && (!front.last || !comesBefore(front.last, candidate))) heapInsert(front, candidate, comesBefore);
}
