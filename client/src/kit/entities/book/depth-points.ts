/** The two cumulative curves of a depth chart. For drawing only, hence floats; money is never computed from them. */
import type { Level } from '../../../../../shared/wire/market-data';
import type { Book } from './fold';

export interface DepthPoint {
  price: number;
  /** Quantity on offer up to this price. */
  total: number;
}

export interface DepthCurves {
  /** From the middle outwards. */
  bids: DepthPoint[];
  asks: DepthPoint[];
  middle: number;
  lowest: number;
  highest: number;
  deepest: number;
}

/** Curves of both sides within `rangeRatio` of the middle; null if a side is empty. */
export function depthCurves({ bids, asks, edges }: Book, rangeRatio: number): DepthCurves | null {
  if (bids.length === 0 || asks.length === 0) return null;
  const middle = (Number(bids[0][0]) + Number(asks[0][0])) / 2;
  // Limited to the known part of the book.
  const edgeDistances = [edges.bids, edges.asks].map((edge) =>
    edge === null ? Infinity : Math.abs(Number(edge) - middle),
  );
  const maxDistance = Math.max(middle - Number(bids.at(-1)?.[0]), Number(asks.at(-1)?.[0]) - middle);
  const halfRange = Math.min(middle * rangeRatio, maxDistance, ...edgeDistances);
  const lowest = middle - halfRange;
  const highest = middle + halfRange;
  const bidCurve = curveOf(bids, (price) => price >= lowest);
  const askCurve = curveOf(asks, (price) => price <= highest);
  const deepest = Math.max(bidCurve.at(-1)?.total ?? 0, askCurve.at(-1)?.total ?? 0);
  return { bids: bidCurve, asks: askCurve, middle, lowest, highest, deepest };
}

function curveOf(levels: readonly Level[], isWithin: (price: number) => boolean): DepthPoint[] {
  const points: DepthPoint[] = [];
  let total = 0;
  for (const [decimal, quantity] of levels) {
    const price = Number(decimal);
    if (!isWithin(price)) break;
    total += Number(quantity);
    points.push({ price, total });
  }
  return points;
}

/** The point of the curve at `price`; null between the sides or beyond them. */
export function depthAt(curves: DepthCurves, price: number): { side: 'bids' | 'asks'; point: DepthPoint } | null {
  const side = price < curves.middle ? 'bids' : 'asks';
  const curve = curves[side];
  const isReached = side === 'bids' ? (at: number) => at >= price : (at: number) => at <= price;
  const point = curve.findLast((candidate) => isReached(candidate.price));
  return point ? { side, point } : null;
}
