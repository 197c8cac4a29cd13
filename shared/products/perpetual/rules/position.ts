/**
 * A position in a linear contract, in integers: what it is worth, what it has won, and what closing a part of it realises.
 *
 * Prices are ticks (whole numbers from 1), quantities lots (whole numbers from 1), money units of the quote asset. A position
 * stands here with `perTick`, the units that its value changes by with one tick: lots × units for one lot at one tick. So a value is
 * `perTick` × ticks, exactly, whatever tick, lot and scale its market has.
 */
import { ceilOf, floorOf } from '../../../rules/rounding';

export type PositionSide = 'long' | 'short';

export interface Position {
  side: PositionSide;
  /** Units for one tick of the whole position, above zero. */
  perTick: bigint;
  /** What its lots cost, the sum of price × size over its fills: units, exact. */
  cost: bigint;
}

/** +1 for who wins when the price rises, −1 for who wins when it falls. */
export function signOf(side: PositionSide): 1n | -1n {
  return side === 'long' ? 1n : -1n;
}

/** What a size is worth at a price: units, exact. */
export function valueAt({ perTick }: Pick<Position, 'perTick'>, ticks: number): bigint {
  return perTick * BigInt(ticks);
}

/** What would be won (below zero: lost) by closing all of it at a price, fees aside: units, exact. */
export function profitAt(position: Position, ticks: number): bigint {
  return signOf(position.side) * (valueAt(position, ticks) - position.cost);
}

/** A part of a position that is closed: `lots` of the `of` lots it has, 1 … of. */
export interface Part {
  lots: number;
  of: number;
}

/**
 * Of what a position's lots cost the share of those that are closed: cost × lots ÷ of, up for a long and down for a short, so that
 * what is realised is never more than what was won. The position keeps the rest, exactly.
 */
export function releasedCost({ side, cost }: Pick<Position, 'side' | 'cost'>, { lots, of }: Part): bigint {
  const share = cost * BigInt(lots);
  return side === 'long' ? ceilOf(share, BigInt(of)) : floorOf(share, BigInt(of));
}

/** What closing a part at a price wins (below zero: loses), fees aside, and what of the cost goes with it: units. */
export function realised(position: Position, part: Part, ticks: number): { released: bigint; profit: bigint } {
  const released = releasedCost(position, part);
  // Its lots share what a tick is worth evenly, so the division has no rest.
  const value = valueAt({ perTick: (position.perTick / BigInt(part.of)) * BigInt(part.lots) }, ticks);
  return { released, profit: signOf(position.side) * (value - released) };
}

/**
 * What of an isolated position's collateral comes free when a part of it is closed: its share, down; but no more than leaves the rest
 * above its requirement, and never less than nothing. `spare` is what the rest has above its requirement with all of the collateral.
 */
export function releasedCollateral(collateral: bigint, { lots, of }: Part, spare: bigint): bigint {
  const share = (collateral * BigInt(lots)) / BigInt(of);
  const most = spare - 1n;
  if (most <= 0n) return 0n;
  return share < most ? share : most;
}
