/**
 * Risk tiers: the larger a position, the lower its highest leverage and the higher the fraction of its value that must
 * stay covered (the maintenance margin). As on public exchanges, a tier's rate applies to the whole value, and an
 * *amount* is subtracted so that the requirement has no step between tiers.
 */
import { PPB } from '../../../rules/arithmetic/rounding';

/** A tier as listed. The first starts at zero, each other one at the end of the previous one. */
export interface Tier {
  /** The largest value of the tier in units, inclusive. */
  cap: bigint;
  /** A whole number from 1. */
  leverageMax: number;
  /** Maintenance rate in parts per billion. */
  ratePpb: number;
}

/** With values derived from the tiers before it. */
export interface RiskTier extends Tier {
  /** The tier starts above this value, units. */
  floor: bigint;
  /** Subtracted from rate × value, units. */
  amount: bigint;
}

/** A market's tiers: at least one, in order. */
export type RiskTiers = readonly RiskTier[];

/**
 * The amount of a tier is that of the previous one + its floor × the difference of their rates, rounded down to a unit,
 * so that no requirement is too small.
 */
export function riskTiers(tiers: readonly Tier[]): RiskTier[] {
  const result: RiskTier[] = [];
  for (const tier of tiers) {
    const before = result.at(-1) ?? { cap: 0n, amount: 0n, ratePpb: tier.ratePpb };
    const amount = before.amount + (before.cap * BigInt(tier.ratePpb - before.ratePpb)) / PPB;
    result.push({ ...tier, floor: before.cap, amount });
  }
  return result;
}

/**
 * Caps and rates must rise, and leverage must not. The requirement must be below the initial margin at the highest
 * leverage.
 */
export function areTiersValid(tiers: readonly Tier[], closePpb: number): boolean {
  if (tiers.length === 0) return false;
  return tiers.every(({ cap, leverageMax, ratePpb }, place) => {
    const before = place === 0 ? null : tiers[place - 1];
    return (
      cap > (before?.cap ?? 0n) &&
      Number.isSafeInteger(leverageMax) &&
      leverageMax >= 1 &&
      leverageMax <= (before?.leverageMax ?? LEVERAGE_MAX) &&
      Number.isSafeInteger(ratePpb) &&
      ratePpb > (before?.ratePpb ?? 0) &&
      (BigInt(ratePpb) + BigInt(closePpb)) * BigInt(leverageMax) < PPB
    );
  });
}

const LEVERAGE_MAX = 1_000;

/** The tier of a value (units, not negative); beyond the last cap the last tier. */
export function tierAt(tiers: RiskTiers, value: bigint): RiskTier {
  for (const tier of tiers) if (value <= tier.cap) return tier;
  return tiers[tiers.length - 1];
}

/** The highest leverage for a position and its opening orders of this value (units), a whole number. */
export function leverageMaxAt(tiers: RiskTiers, value: bigint): number {
  return tierAt(tiers, value).leverageMax;
}

/**
 * Comparison of tiers with the previous ones. Tighter tiers require at least as much cover and allow at most as much
 * leverage and size at any value, looser ones the reverse. Mixed tiers are neither.
 */
export type TiersChange = 'same' | 'tighter' | 'looser' | 'mixed';

export function changeOfTiers(before: RiskTiers, after: RiskTiers): TiersChange {
  // Between two tier ends the requirement is linear, and beyond the last one the last rate applies.
  const comparedValues = [...before, ...after].flatMap(({ cap }) => [cap, cap + 1n]);
  const differences = comparedValues.flatMap((value) => {
    const [one, other] = [tierAt(before, value), tierAt(after, value)];
    return [requirementIn(other, value) - requirementIn(one, value), BigInt(one.leverageMax - other.leverageMax)];
  });
  const [last, next] = [before[before.length - 1], after[after.length - 1]];
  const tighter = [...differences, BigInt(next.ratePpb - last.ratePpb), last.cap - next.cap];
  const isTighter = tighter.every((difference) => difference >= 0n);
  const isLooser = tighter.every((difference) => difference <= 0n);
  if (isTighter) return isLooser ? 'same' : 'tighter';
  return isLooser ? 'looser' : 'mixed';
}

/** Parts per billion of units. */
function requirementIn({ ratePpb, amount }: RiskTier, value: bigint): bigint {
  return value * BigInt(ratePpb) - amount * PPB;
}
