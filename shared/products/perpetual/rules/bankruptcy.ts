/**
 * The bankruptcy price: closing there at the market's highest fee pays that fee and leaves nothing. With a closing fee of 0 it is
 * the entry price less (a short: plus) what covers each coin, as public exchanges state it.
 */
import { ceilOf, floorOf, PPB } from '../../../rules/rounding';
import type { Position } from './position';

/** A price in ticks as a fraction; `under` is above zero. */
export interface ExactTicks {
  over: bigint;
  under: bigint;
}

/** The price itself, between two ticks as a rule: (s × cost − collateral) ÷ (size × (s − fee)), s being +1 for a long, −1 for a short. */
export function exactBankruptcyPrice(
  { side, perTick, cost }: Position,
  collateral: bigint,
  closePpb: number,
): ExactTicks {
  const fee = BigInt(closePpb);
  return side === 'long'
    ? { over: (cost - collateral) * PPB, under: perTick * (PPB - fee) }
    : { over: (cost + collateral) * PPB, under: perTick * (PPB + fee) };
}

/**
 * The worst tick at which the collateral (units) still pays for closing: the exact price up for a long, down for a short. Null
 * when there is none above zero: a long that is covered whatever the price becomes, or a short with less than nothing.
 */
export function bankruptcyPrice(position: Position, collateral: bigint, closePpb: number): number | null {
  const { over, under } = exactBankruptcyPrice(position, collateral, closePpb);
  const ticks = position.side === 'long' ? ceilOf(over, under) : floorOf(over, under);
  return ticks > 0n ? Number(ticks) : null;
}
