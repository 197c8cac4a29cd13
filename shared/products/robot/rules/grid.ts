/**
 * Lines and steps of a grid, shared by the core, the preview before a start, and backtests. Prices are whole ticks, quantities whole lots,
 * amounts integers of an asset's smallest unit.
 *
 * A grid of n lines has n − 1 steps. A step between two lines buys at the lower one and sells the purchase at the upper one, repeatedly.
 * Each step has its own part of the stake, so that one step never sells another's purchase.
 */
import { feeOf } from '../../../rules/arithmetic/rounding';

export const GRID_LINES_MIN = 3;
export const GRID_LINES_MAX = 50;
/** Maximum loss before the robot stops by itself, in parts per billion of the stake. */
export const LOSS_LIMIT_PPB_MIN = 10_000_000;
export const LOSS_LIMIT_PPB_MAX = 900_000_000;
/** Interval of the grid's cycles, milliseconds: two to three minutes. */
export const CYCLE_MS = 150_000;
/** Concurrent robots per user. */
export const ROBOTS_RUNNING_MAX = 10;

/**
 * Rule version of a robot. Its start names it, and it applies until the robot's end. Rule 1 considered only the book
 * and the last price, which two traders who trade with each other can control. Rule 2 also considers the index: it buys
 * at no line above the index, and its final sale is not below the band below the index.
 */
export type RobotRule = 1 | 2;
/** The rule version of new robots. */
export const ROBOT_RULE = 2;

export interface Grid {
  /** Ticks of the lowest and the highest line. */
  lower: number;
  upper: number;
  lines: number;
}

/** Quantity terms of a market: units of base per lot, units of quote per lot and tick, and order minimums. */
export interface GridMarket {
  basePerLot: bigint;
  quotePerTickLot: bigint;
  quantityMin: number;
  quantityMax: number;
  notionalMin: bigint;
}

/** The lines from the lowest up, at equal distances, each rounded down to a whole tick. */
export function gridPrices({ lower, upper, lines }: Grid): number[] {
  const span = BigInt(upper - lower);
  const steps = BigInt(lines - 1);
  return Array.from({ length: lines }, (_, line) => lower + Number((span * BigInt(line)) / steps));
}

/**
 * Number of lines of a grid with this width: as many as fit from the lowest up. The highest line is lowered to the last
 * of them.
 */
export function gridOfWidth(lower: number, upper: number, width: number): Grid {
  const steps = width > 0 && upper > lower ? Math.floor((upper - lower) / width) : 0;
  return { lower, upper: lower + steps * width, lines: steps + 1 };
}

/** Whether the grid is valid: at least one tick per step between the lines. */
export function isGrid({ lower, upper, lines }: Grid): boolean {
  if (![lower, upper, lines].every(Number.isSafeInteger)) return false;
  if (lower < 1 || lines < GRID_LINES_MIN || lines > GRID_LINES_MAX) return false;
  return upper - lower >= lines - 1;
}

/**
 * Whether every step earns more than its two fees at the maker rate (parts per billion). The highest step is the narrowest in proportion.
 * The test uses a thousand million lots, so that rounding to a unit is negligible.
 */
export function stepsCoverFees(grid: Grid, { basePerLot, quotePerTickLot }: Units, feePpb: number): boolean {
  const lines = gridPrices(grid);
  const lots = 1_000_000_000n;
  return lines.slice(1).every((sellAt, step) => {
    const paidQuote = BigInt(lines[step]) * lots * quotePerTickLot;
    const boughtBase = lots * basePerLot;
    const netBase = boughtBase - feeOf(boughtBase, feePpb);
    const received = (BigInt(sellAt) * netBase * quotePerTickLot) / basePerLot;
    return received - feeOf(received, feePpb) > paidQuote;
  });
}
type Units = Pick<GridMarket, 'basePerLot' | 'quotePerTickLot'>;

/** Initial units of quote of each step: equal parts, rounded down. The first step gets the remainder. */
export function stepAmounts(stake: bigint, lines: number): bigint[] {
  const steps = BigInt(lines - 1);
  const each = stake / steps;
  const remainder = stake - each * steps;
  return Array.from({ length: lines - 1 }, (_, step) => (step === 0 ? each + remainder : each));
}

/** Units that one step owns. It has both assets after a partial purchase, or if the rest of a lot remains. */
export interface StepFunds {
  quote: bigint;
  base: bigint;
}
export interface GridOrder {
  side: 'buy' | 'sell';
  price: number;
  quantity: number;
}

/**
 * The order that a step wants. It sells all whole lots of its base if they reach the order minimum; else it buys as
 * many lots as its quote pays for. Null if neither reaches the minimum: the amounts then stay, and are returned at the
 * end.
 */
export function gridOrderOf(has: StepFunds, buyAt: number, sellAt: number, market: GridMarket): GridOrder | null {
  return (
    orderOf('sell', sellAt, has.base / market.basePerLot, market) ??
    orderOf('buy', buyAt, has.quote / (BigInt(buyAt) * market.quotePerTickLot), market)
  );
}

function orderOf(side: GridOrder['side'], price: number, lots: bigint, market: GridMarket): GridOrder | null {
  const { quantityMin, quantityMax, quotePerTickLot, notionalMin } = market;
  const quantity = lots < BigInt(quantityMax) ? Number(lots) : quantityMax;
  if (quantity === 0 || quantity < quantityMin) return null;
  if (BigInt(price) * BigInt(quantity) * quotePerTickLot < notionalMin) return null;
  return { side, price, quantity };
}

/**
 * Minimum stake, in units of quote: every step can buy at its own line and sell the rest after the fee. Every step gets slightly more than
 * the minimum order of the highest step.
 */
export function stakeMinimum(grid: Grid, market: GridMarket, feePpb: number): bigint {
  const { basePerLot, quotePerTickLot, quantityMin, notionalMin } = market;
  const each = gridPrices(grid)
    .slice(0, -1)
    .map((buyAt) => {
      const perLot = BigInt(buyAt) * quotePerTickLot;
      const byNotional = (notionalMin + perLot - 1n) / perLot;
      let lots = byNotional > BigInt(quantityMin) ? byNotional : BigInt(quantityMin);
      // Adds a lot if the fee takes a part of one: the rest must still meet the order minimum.
      const netLots = (lots * basePerLot - feeOf(lots * basePerLot, feePpb)) / basePerLot;
      lots += lots - netLots;
      return lots * perLot;
    })
    .reduce((max, one) => (one > max ? one : max), 0n);
  return each * BigInt(grid.lines - 1);
}
