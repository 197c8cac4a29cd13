/** Lines of a grid in the chart. */
import { decimalOf, scaleOf } from '../../../../../../shared/rules/units';
import type { Robot } from '../../../../../../shared/products/robot/wire';
import { compare, exact, quotientOf } from '../../../../kit/lib/numbers/exact';
import type { GridLine } from './drawn-grid';

export interface LineWords {
  upper: string;
  lower: string;
  cost: string;
}

/** Prices in ascending order; only the outermost lines have titles. */
export function linesOfPrices(prices: readonly string[], texts: Pick<LineWords, 'upper' | 'lower'>): GridLine[] {
  return prices.map((price, place) => {
    if (place === 0) return { price, kind: 'edge', title: texts.lower };
    return place === prices.length - 1
      ? { price, kind: 'edge', title: texts.upper }
      : { price, kind: 'line', title: '' };
  });
}

/** Lines of a robot's grid, and its average price paid. */
export function linesOfRobot(robot: Robot, tick: string, texts: LineWords): GridLine[] {
  const lines = linesOfPrices(pricesBetween(robot, tick), texts);
  if (compare(robot.baseHeld, '0') <= 0 || compare(robot.cost, '0') <= 0) return lines;
  return [...lines, { price: quotientOf(robot.cost, robot.baseHeld, scaleOf(tick)), kind: 'cost', title: texts.cost }];
}

/** Equal distances, each price rounded down to a tick, as on the server. */
function pricesBetween({ lower, upper, lines }: Pick<Robot, 'lower' | 'upper' | 'lines'>, tick: string): string[] {
  const scale = Math.max(scaleOf(lower), scaleOf(upper), scaleOf(tick));
  const [low, high, step] = [lower, upper, tick].map((price) => exact(price, scale));
  return Array.from({ length: lines }, (_, line) => {
    const ticks = ((high - low) / step) * BigInt(line);
    return decimalOf(low + (ticks / BigInt(lines - 1)) * step, scale);
  });
}
