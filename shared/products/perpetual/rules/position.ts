/**
 * A position in a linear contract, in integers: its value, its profit, and the realised result of a partial close.
 *
 * Prices are ticks (whole numbers from 1), quantities lots (whole numbers from 1), money units of the quote asset. `perTick` is the change
 * of a position's value per tick: lots × units for one lot at one tick. The value is exactly `perTick` × ticks, for any tick, lot and scale
 * of the market.
 */
import { ceilOf, floorOf } from '../../../rules/arithmetic/rounding';

export type PositionSide = 'long' | 'short';

export interface Position {
  side: PositionSide;
  /** Units per tick of the whole position, above zero. */
  perTick: bigint;
  /** Entry value: the sum of price × size over its fills; units, exact. */
  cost: bigint;
}

/** +1 for longs, −1 for shorts. */
export function signOf(side: PositionSide): 1n | -1n {
  return side === 'long' ? 1n : -1n;
}

/** Value of a size at a price: units, exact. */
export function valueAt({ perTick }: Pick<Position, 'perTick'>, ticks: number): bigint {
  return perTick * BigInt(ticks);
}

/** Profit of closing everything at a price (below zero: loss), before fees: units, exact. */
export function profitAt(position: Position, ticks: number): bigint {
  return signOf(position.side) * (valueAt(position, ticks) - position.cost);
}

/** A part of a position that is closed: `lots` out of `totalLots` lots, from 1 to all. */
export interface Part {
  lots: number;
  totalLots: number;
}

/**
 * The closed lots' share of the entry value: cost × lots ÷ total lots, rounded up for a long and down for a short, so that the realised result
 * never exceeds the profit. The position keeps the exact rest.
 */
export function releasedCost({ side, cost }: Pick<Position, 'side' | 'cost'>, { lots, totalLots }: Part): bigint {
  const share = cost * BigInt(lots);
  return side === 'long' ? ceilOf(share, BigInt(totalLots)) : floorOf(share, BigInt(totalLots));
}

/** Realised profit of closing a part at a price (below zero: loss), before fees, and the released entry value: units. */
export function realised(position: Position, part: Part, ticks: number): { released: bigint; profit: bigint } {
  const released = releasedCost(position, part);
  // `perTick` is a multiple of the lots, so the division is exact.
  const value = valueAt({ perTick: (position.perTick / BigInt(part.totalLots)) * BigInt(part.lots) }, ticks);
  return { released, profit: signOf(position.side) * (value - released) };
}

/**
 * Collateral of an isolated position that a partial close releases: its share, rounded down. The rest must stay above its requirement, and
 * the result is never negative. `excess` is the rest's excess over its requirement with the whole collateral.
 */
export function releasedCollateral(collateral: bigint, { lots, totalLots }: Part, excess: bigint): bigint {
  const share = (collateral * BigInt(lots)) / BigInt(totalLots);
  const max = excess - 1n;
  if (max <= 0n) return 0n;
  return share < max ? share : max;
}
