/** Result and value of a robot: sold − average cost − fees, and its stop price. Amounts are integers of an asset's smallest unit. */
import { PPB } from '../../../rules/arithmetic/rounding';

/** A robot's base, and its purchase cost in quote. */
export interface Position {
  base: bigint;
  cost: bigint;
}

/**
 * Average cost of the `soldBase` units: cost × soldBase / base, rounded up, so that no intermediate result is too high. Selling everything takes
 * the whole cost.
 */
export function costOfSold({ base, cost }: Position, soldBase: bigint): bigint {
  if (soldBase >= base) return cost;
  return (cost * soldBase + base - 1n) / base;
}

/** Units of quote per unit of base and tick of the price: `numerator` / `denominator`. */
export interface Measure {
  numerator: bigint;
  denominator: bigint;
}

/** Value of `base` units in units of quote at a price, rounded down. */
export function worthOf(base: bigint, price: number, { numerator, denominator }: Measure): bigint {
  return (base * BigInt(price) * numerator) / denominator;
}

/** The value at or below which the robot stops: stake × (1 − limit), units of quote, rounded up. */
export function stopValue(stake: bigint, lossLimitPpb: number): bigint {
  return (stake * (PPB - BigInt(lossLimitPpb)) + PPB - 1n) / PPB;
}

/** `NEVER`: no price is low enough. `ALWAYS`: every price is. */
export const NEVER = -1;
export const ALWAYS = Number.MAX_SAFE_INTEGER;

/** The highest price at which quote + base × price, rounded down, is at or below the value. */
export function stopPrice(quote: bigint, { base }: Pick<Position, 'base'>, value: bigint, measure: Measure): number {
  const baseValue = value - quote;
  if (baseValue < 0n) return NEVER;
  if (base === 0n) return ALWAYS;
  const price = ((baseValue + 1n) * measure.denominator - 1n) / (base * measure.numerator);
  return price < BigInt(ALWAYS) ? Number(price) : ALWAYS;
}
