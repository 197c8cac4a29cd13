/**
 * The order of deleveraging of very many, in numbers of the machine. Whole numbers up to 2^53 are exact there, and so is what is added up of
 * them: only the score itself is rounded, a few times. Two scores that lie closer than that, and figures that are larger, are
 * compared as the rule says, in fractions of whole numbers. So the order is that of `byAdlRank`, of whatever two it is.
 */
import { byAdlRank, type AdlCandidate } from '../../../../../shared/products/perpetual/rules/adl';
import { heapOf, putInto, removeFrom, type Heap } from '../../../../core/indexes/heap';

/** Of an `AdlCandidate`, units, each of them exact. */
export interface Figures {
  profit: number;
  cost: number;
  value: number;
  cover: number;
}

/** As it stood when it was placed, whatever has happened to it since. */
export interface Placed extends Figures {
  /** Of the position. */
  id: number;
  /** About its score. */
  near: number;
  /** Where the numbers above are rounded. */
  exact: AdlCandidate | null;
}

export function placed(exact: AdlCandidate): Placed {
  const { position: id, profit, cost, value, cover } = exact;
  const figures = { profit: Number(profit), cost: Number(cost), value: Number(value), cover: Number(cover) };
  const isExact = Object.values(figures).every(Number.isSafeInteger);
  return { id, ...figures, near: nearOf(figures), exact: isExact ? null : exact };
}

function nearOf({ profit, cost, value, cover }: Readonly<Figures>): number {
  if (cover <= 0) return -Infinity;
  return profit > 0 ? (profit * value) / (cost * cover) : (profit * cover) / (cost * value);
}

/** Relative, and far more than the roundings of the machine take: at most seven of 2^-53 in each score. */
const NEAR = 1e-14;

export function comesBefore(one: Readonly<Placed>, other: Readonly<Placed>): boolean {
  const apart = one.near - other.near;
  if (Math.abs(apart) > NEAR * Math.max(Math.abs(one.near), Math.abs(other.near))) return apart > 0;
  return isAlike(one, other) ? one.id < other.id : byAdlRank(exactOf(one), exactOf(other)) < 0;
}

/** A crowd that opened at one price with one leverage has no other ranks to reckon. */
function isAlike(one: Readonly<Placed>, other: Readonly<Placed>): boolean {
  if (one.exact || other.exact) return false;
  const isSame = one.profit === other.profit && one.cost === other.cost && one.value === other.value;
  return isSame && one.cover === other.cover;
}

function exactOf({ id, profit, cost, value, cover, exact }: Readonly<Placed>): AdlCandidate {
  if (exact) return exact;
  return { position: id, profit: BigInt(profit), cost: BigInt(cost), value: BigInt(value), cover: BigInt(cover) };
}

/** The first ones of a side in their order; whoever is not among them stands behind all of them. */
export interface Front extends Heap<Placed> {
  /** Behind whom that is; null where nobody is left out. */
  last: Placed | null;
}

/** Picks the first ones out of all that it is shown. */
export class Picked {
  /** Of those that are picked the last one stands on top. */
  private readonly heap = heapOf<Placed>([], comesBehind);
  private isComplete = true;
  private readonly shown: Placed = { id: 0, profit: 0, cost: 0, value: 0, cover: 0, near: 0, exact: null };

  constructor(private readonly most: number) {}

  offer(one: Placed): void {
    const { heap } = this.heap;
    if (heap.length < this.most) {
      putInto(this.heap, one, comesBehind);
      return;
    }
    this.isComplete = false;
    if (!comesBefore(one, heap[0])) return;
    removeFrom(this.heap, heap[0].id, comesBehind);
    putInto(this.heap, one, comesBehind);
  }

  /** The same for one of whom no more is known than these. Nothing is made of whoever is not picked: of a crowd that is nearly everybody. */
  show(id: number, figures: Readonly<Figures>): void {
    const { heap } = this.heap;
    const { shown } = this;
    shown.id = id;
    shown.profit = figures.profit;
    shown.cost = figures.cost;
    shown.value = figures.value;
    shown.cover = figures.cover;
    shown.near = nearOf(figures);
    if (heap.length < this.most || comesBefore(shown, heap[0])) this.offer({ ...shown });
    else this.isComplete = false;
  }

  get front(): Front {
    const { heap } = this.heap;
    return { last: this.isComplete ? null : heap[0], ...heapOf([...heap], comesBefore) };
  }
}

function comesBehind(one: Readonly<Placed>, other: Readonly<Placed>): boolean {
  return comesBefore(other, one);
}

/** What has become of one: null where it is gone. */
export function correct(front: Front, id: number, now: Placed | null): void {
  removeFrom(front, id, comesBefore);
  if (now && (!front.last || !comesBefore(front.last, now))) putInto(front, now, comesBefore);
}
