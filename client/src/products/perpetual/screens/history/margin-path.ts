/** Equity and requirement of a position for each mark until they met. Only pixels are floats here. */
import type { LiquidationDetail } from '../../../../../../shared/products/perpetual/liquidations';
import type { OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { standingAtPrice } from './recompute';

export interface MarginPoint {
  /** Epoch milliseconds. */
  at: number;
  mark: string;
  /** Collateral plus unrealised profit or loss. */
  cover: string;
  requirement: string;
}

/** Uses the position as it was at liquidation; the record does not contain its earlier, possibly smaller sizes. */
export function marginPath(detail: LiquidationDetail, terms: OutcomeTerms): MarginPoint[] {
  return detail.path.flatMap(({ at, mark }) => {
    const marginAtPrice = standingAtPrice(detail, mark, terms);
    return marginAtPrice ? [{ at, mark, cover: marginAtPrice.cover, requirement: marginAtPrice.requirement }] : [];
  });
}

export interface MarginBox {
  width: number;
  height: number;
  /** Padding above and below, so that strokes are not clipped. */
  inset: number;
}

export interface DrawnMargin {
  cover: string;
  requirement: string;
  /** Last point of the equity line. */
  end: { x: number; y: number };
  highest: string;
  lowest: string;
}

/** Both lines share one scale. Null with fewer than two points in time. */
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
  const line = (seriesName: 'cover' | 'requirement') =>
    `M${points.map((point) => `${x(point.at)} ${y(point[seriesName])}`).join('L')}`;
  const last = points[points.length - 1];
  return {
    ...{ cover: line('cover'), requirement: line('requirement'), end: { x: x(last.at), y: y(last.cover) } },
    ...{ highest, lowest },
  };
}

function extreme(amounts: readonly string[], choose: (one: number, other: number) => number): string {
  return amounts.reduce((best, one) => (choose(Number(best), Number(one)) === Number(best) ? best : one));
}

/** Rounds to a tenth of a pixel, to shorten the path. */
function short(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
