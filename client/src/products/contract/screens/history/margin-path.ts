/** What covered a position and what it required, mark by mark, up to where the two met. Only pixels are floats here. */
import type { LiquidationDetail } from '../../../../../../shared/products/perpetual/wire';
import type { OutcomeTerms } from '../../../../entities/contract/outcomes';
import { standingAtPrice } from './recompute';

export interface MarginPoint {
  /** Epoch milliseconds. */
  at: number;
  mark: string;
  /** Collateral with what is won or lost. */
  cover: string;
  requirement: string;
}

/** The position as it was when it was found: what it was before, when it may have been smaller, is not in its liquidation. */
export function marginPath(detail: LiquidationDetail, terms: OutcomeTerms): MarginPoint[] {
  return detail.path.flatMap(({ at, mark }) => {
    const standing = standingAtPrice(detail, mark, terms);
    return standing ? [{ at, mark, cover: standing.cover, requirement: standing.requirement }] : [];
  });
}

export interface MarginBox {
  width: number;
  height: number;
  /** Room above and below, so that strokes are not cut. */
  inset: number;
}

export interface DrawnMargin {
  cover: string;
  requirement: string;
  /** Where the cover ends. */
  end: { x: number; y: number };
  highest: string;
  lowest: string;
}

/** Both lines by one scale. Null with fewer than two moments. */
export function drawnMargin(points: readonly MarginPoint[], { width, height, inset }: MarginBox): DrawnMargin | null {
  if (points.length < 2) return null;
  const [from, to] = [points[0].at, points[points.length - 1].at];
  if (to <= from) return null;
  const amounts = points.flatMap(({ cover, requirement }) => [cover, requirement]);
  const [highest, lowest] = [extreme(amounts, Math.max), extreme(amounts, Math.min)];
  const [top, bottom] = [Number(highest), Number(lowest)];
  const x = (at: number) => short(((at - from) / (to - from)) * width);
  const y = (amount: string) =>
    short(top === bottom ? height / 2 : inset + ((top - Number(amount)) / (top - bottom)) * (height - 2 * inset));
  const line = (of: 'cover' | 'requirement') => `M${points.map((point) => `${x(point.at)} ${y(point[of])}`).join('L')}`;
  const last = points[points.length - 1];
  return {
    ...{ cover: line('cover'), requirement: line('requirement'), end: { x: x(last.at), y: y(last.cover) } },
    ...{ highest, lowest },
  };
}

function extreme(amounts: readonly string[], choose: (one: number, other: number) => number): string {
  return amounts.reduce((best, one) => (choose(Number(best), Number(one)) === Number(best) ? best : one));
}

/** A tenth of a pixel is enough for anyone. */
function short(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
