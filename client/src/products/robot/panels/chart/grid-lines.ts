/** What of a grid is drawn across the candles. */
import { decimalOf, scaleOf } from '../../../../../../shared/rules/units';
import type { Robot } from '../../../../../../shared/products/robot/wire';
import { compare, exact, quotientOf } from '../../../../shared/lib/numbers/exact';
import type { GridLine } from './drawn-grid';

export interface LineWords {
  upper: string;
  lower: string;
  cost: string;
}

/** Prices from the lowest up; the two outermost have names. */
export function linesOfPrices(prices: readonly string[], words: Pick<LineWords, 'upper' | 'lower'>): GridLine[] {
  return prices.map((price, place) => {
    if (place === 0) return { price, kind: 'edge', title: words.lower };
    return place === prices.length - 1
      ? { price, kind: 'edge', title: words.upper }
      : { price, kind: 'line', title: '' };
  });
}

/** Of a robot: its lines, and what its base was bought for on average. */
export function linesOfRobot(robot: Robot, tick: string, words: LineWords): GridLine[] {
  const lines = linesOfPrices(pricesBetween(robot, tick), words);
  if (compare(robot.baseHeld, '0') <= 0 || compare(robot.cost, '0') <= 0) return lines;
  return [...lines, { price: quotientOf(robot.cost, robot.baseHeld, scaleOf(tick)), kind: 'cost', title: words.cost }];
}

/** At equal distances, each rounded down to a whole tick, as the exchange does. */
function pricesBetween({ lower, upper, lines }: Pick<Robot, 'lower' | 'upper' | 'lines'>, tick: string): string[] {
  const scale = Math.max(scaleOf(lower), scaleOf(upper), scaleOf(tick));
  const [low, high, step] = [lower, upper, tick].map((price) => exact(price, scale));
  return Array.from({ length: lines }, (_, line) => {
    const ticks = ((high - low) / step) * BigInt(line);
    return decimalOf(low + (ticks / BigInt(lines - 1)) * step, scale);
  });
}
