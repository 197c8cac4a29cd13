/**
 * The lines of a grid, and what each of its steps does: the one rule for the core, for what is shown before a start and for
 * backtests. Prices are whole ticks, quantities whole lots, amounts integers of an asset's smallest unit.
 *
 * A grid of n lines has n − 1 steps. The step between two lines buys at the lower one and sells what it bought at the upper
 * one, again and again. Each step has a part of the stake of its own, so that what one has bought is never sold by another.
 */
import { feeOf } from '../../../rules/rounding';

export const GRID_LINES_MIN = 3;
export const GRID_LINES_MAX = 50;
/** Of the stake, parts per billion: how much of it may be lost before the robot stops by itself. */
export const LOSS_LIMIT_PPB_MIN = 10_000_000;
export const LOSS_LIMIT_PPB_MAX = 900_000_000;
/** From one look at the grid to the next, milliseconds: two to three minutes. */
export const CYCLE_MS = 150_000;
/** Robots of one user that run at once. */
export const ROBOTS_RUNNING_MAX = 10;

/**
 * By which rule a robot trades; its start names it, and it ends by that one. By the first it looked at the book and the last price
 * alone, which two who trade with each other make as they like. By the second the index has to be there too: it buys at no line
 * above the index, and what it sells at its end goes for no less than the band below the index allows.
 */
export type RobotRule = 1 | 2;
/** Of what is started now. */
export const ROBOT_RULE = 2;

export interface Grid {
  /** Ticks of the lowest and of the highest line. */
  lower: number;
  upper: number;
  lines: number;
}

/** What a market says of quantities: units of base in a lot, units of quote of one lot at one tick, and the least of an order. */
export interface GridMarket {
  basePerLot: bigint;
  quotePerTickLot: bigint;
  quantityMin: number;
  quantityMax: number;
  notionalMin: bigint;
}

/** The lines from the lowest up, at equal distances, each rounded down to a whole tick. */
export function linesOf({ lower, upper, lines }: Grid): number[] {
  const span = BigInt(upper - lower);
  const steps = BigInt(lines - 1);
  return Array.from({ length: lines }, (_, line) => lower + Number((span * BigInt(line)) / steps));
}

/** How many lines a grid of this width has: as many as fit from the lowest up. The highest line comes down to the last of them. */
export function gridOfWidth(lower: number, upper: number, width: number): Grid {
  const steps = width > 0 && upper > lower ? Math.floor((upper - lower) / width) : 0;
  return { lower, upper: lower + steps * width, lines: steps + 1 };
}

/** Whether there is such a grid: at least as many ticks between the lines as there are steps. */
export function isGrid({ lower, upper, lines }: Grid): boolean {
  if (![lower, upper, lines].every(Number.isSafeInteger)) return false;
  if (lower < 1 || lines < GRID_LINES_MIN || lines > GRID_LINES_MAX) return false;
  return upper - lower >= lines - 1;
}

/**
 * Whether every step earns more than its two fees at the rate (parts per billion) of an order that rests. The narrowest in
 * proportion is the highest one. What is bought is a thousand million lots, so that roundings to a unit do not count.
 */
export function stepsCoverFees(grid: Grid, { basePerLot, quotePerTickLot }: Units, feePpb: number): boolean {
  const lines = linesOf(grid);
  const lots = 1_000_000_000n;
  return lines.slice(1).every((sellAt, step) => {
    const paid = BigInt(lines[step]) * lots * quotePerTickLot;
    const bought = lots * basePerLot;
    const kept = bought - feeOf(bought, feePpb);
    const received = (BigInt(sellAt) * kept * quotePerTickLot) / basePerLot;
    return received - feeOf(received, feePpb) > paid;
  });
}
type Units = Pick<GridMarket, 'basePerLot' | 'quotePerTickLot'>;

/** What each step begins with, units of quote: equal parts, rounded down. What is left over begins with the first one. */
export function stepAmounts(stake: bigint, lines: number): bigint[] {
  const steps = BigInt(lines - 1);
  const each = stake / steps;
  const left = stake - each * steps;
  return Array.from({ length: lines - 1 }, (_, step) => (step === 0 ? each + left : each));
}

/** What one step owns, units. Both at once where it has bought in part, or where the rest of a lot is left. */
export interface StepHas {
  quote: bigint;
  base: bigint;
}
export interface Wish {
  side: 'buy' | 'sell';
  price: number;
  quantity: number;
}

/**
 * The order that a step wants: it sells all whole lots of what it has, where they make an order; else it buys as many as its
 * quote pays for. Null where neither makes an order: what it has then stays for later, and is returned at the end.
 */
export function wishOf(has: StepHas, buyAt: number, sellAt: number, market: GridMarket): Wish | null {
  return (
    orderOf('sell', sellAt, has.base / market.basePerLot, market) ??
    orderOf('buy', buyAt, has.quote / (BigInt(buyAt) * market.quotePerTickLot), market)
  );
}

function orderOf(side: Wish['side'], price: number, lots: bigint, market: GridMarket): Wish | null {
  const { quantityMin, quantityMax, quotePerTickLot, notionalMin } = market;
  const quantity = lots < BigInt(quantityMax) ? Number(lots) : quantityMax;
  if (quantity === 0 || quantity < quantityMin) return null;
  if (BigInt(price) * BigInt(quantity) * quotePerTickLot < notionalMin) return null;
  return { side, price, quantity };
}

/**
 * The least stake with which every step can buy at its own line and sell what is left of that after the fee: units of quote.
 * A little more than the least order of the highest step, in every step.
 */
export function stakeMinimum(grid: Grid, market: GridMarket, feePpb: number): bigint {
  const { basePerLot, quotePerTickLot, quantityMin, notionalMin } = market;
  const each = linesOf(grid)
    .slice(0, -1)
    .map((buyAt) => {
      const perLot = BigInt(buyAt) * quotePerTickLot;
      const byNotional = (notionalMin + perLot - 1n) / perLot;
      let lots = byNotional > BigInt(quantityMin) ? byNotional : BigInt(quantityMin);
      // One lot more where the fee takes a part of a lot: what is left must still be an order.
      const left = (lots * basePerLot - feeOf(lots * basePerLot, feePpb)) / basePerLot;
      lots += lots - left;
      return lots * perLot;
    })
    .reduce((most, one) => (one > most ? one : most), 0n);
  return each * BigInt(grid.lines - 1);
}
