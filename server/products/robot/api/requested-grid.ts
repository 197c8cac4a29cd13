/** A requested grid, in ticks. */
import { gridOfWidth, type Grid } from '../../../../shared/products/robot/rules/grid';
import type { RobotGrid } from '../../../../shared/products/robot/wire';
import { Refusal } from '../../../platform/errors/refusal';
import type { MarketDecimals } from '../../../core/market/market-decimals';
import type { LiveViews } from '../../../views/live/live-views';
import type { LiveMarket } from '../../../views/live/markets';
import { ticksOf } from '../../../features/shared/orders/convert';

/** A market with robots. Refuses `robot.unknown`. */
export function robotMarket({ robots, markets }: Pick<LiveViews, 'robots' | 'markets'>, name: string): LiveMarket {
  if (!robots.termsOf(name)) throw new Refusal('robot.unknown');
  return markets.get(name);
}

/** Refuses `price.off.tick`; the core rejects invalid grids. */
export function requestedGrid(
  { lower, upper, lines, width }: RobotGrid,
  { terms: { tick } }: Pick<MarketDecimals, 'terms'>,
): Grid {
  const ticks = (price: string): number => ticksOf(price, tick, 'robot.grid.invalid');
  const [from, to] = [ticks(lower), ticks(upper)];
  return width === undefined ? { lower: from, upper: to, lines: lines ?? 0 } : gridOfWidth(from, to, ticks(width));
}
