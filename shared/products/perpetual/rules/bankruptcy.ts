/**
 * The bankruptcy price: a close there at the market's highest fee pays that fee and leaves nothing. With a closing fee
 * of 0 it is the entry price less (a short: plus) the collateral per coin, as public exchanges state it.
 */
import { ceilOf, floorOf, PPB } from '../../../rules/arithmetic/rounding';
import type { Position } from './position';

/** A price in ticks as a fraction; `denominator` is above zero. */
export interface ExactTicks {
  numerator: bigint;
  denominator: bigint;
}

/**
 * The exact price, usually between two ticks: (s × cost − collateral) ÷ (size × (s − fee)), where s is +1 for a long,
 * −1 for a short.
 */
export function exactBankruptcyPrice(
  { side, perTick, cost }: Position,
  collateral: bigint,
  closePpb: number,
): ExactTicks {
  const fee = BigInt(closePpb);
  return side === 'long'
    ? { numerator: (cost - collateral) * PPB, denominator: perTick * (PPB - fee) }
    : { numerator: (cost + collateral) * PPB, denominator: perTick * (PPB + fee) };
}

/**
 * The worst tick at which the collateral (units) still pays for the close: the exact price rounded up for a long, down
 * for a short. Null if there is none above zero: for a long that is covered at every price, or a short with less than
 * nothing.
 */
export function bankruptcyPrice(position: Position, collateral: bigint, closePpb: number): number | null {
  const { numerator, denominator } = exactBankruptcyPrice(position, collateral, closePpb);
  const ticks = position.side === 'long' ? ceilOf(numerator, denominator) : floorOf(numerator, denominator);
  return ticks > 0n ? Number(ticks) : null;
}
