/**
 * Risk tiers: the larger a position, the lower its highest leverage and the higher the part of its value that must stay covered
 * (its maintenance margin). As on public exchanges a tier's rate counts for the whole value, and an *amount* is taken off so that
 * nothing jumps where one tier meets the next.
 */
import { PPB } from '../../../rules/rounding';

/** A tier as it is listed; the first begins at nothing, each other one where the one before ends. */
export interface Tier {
  /** The largest value in it, units; the cap itself belongs to it. */
  cap: bigint;
  /** Whole times, from 1. */
  leverageMax: number;
  /** Maintenance rate in parts per billion. */
  ratePpb: number;
}

/** With what follows from those before it. */
export interface RiskTier extends Tier {
  /** The value that it begins above, units. */
  floor: bigint;
  /** Taken off rate × value, units. */
  amount: bigint;
}

/** A market's tiers: at least one, in order. */
export type RiskTiers = readonly RiskTier[];

/**
 * The amount of a tier is that of the one before + its floor × the difference of their rates, down to a unit: a requirement is
 * never too small for it.
 */
export function riskTiers(tiers: readonly Tier[]): RiskTier[] {
  const made: RiskTier[] = [];
  for (const tier of tiers) {
    const before = made.at(-1) ?? { cap: 0n, amount: 0n, ratePpb: tier.ratePpb };
    const amount = before.amount + (before.cap * BigInt(tier.ratePpb - before.ratePpb)) / PPB;
    made.push({ ...tier, floor: before.cap, amount });
  }
  return made;
}

/** Caps and rates rise, leverage does not, and what must stay covered is less than what had to be paid in at the highest leverage. */
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

/** The tier that a value (units, not negative) falls into; beyond the last cap the last one rules. */
export function tierAt(tiers: RiskTiers, value: bigint): RiskTier {
  for (const tier of tiers) if (value <= tier.cap) return tier;
  return tiers[tiers.length - 1];
}

/** The highest leverage for a position and its opening orders of this value (units), whole times. */
export function leverageMaxAt(tiers: RiskTiers, value: bigint): number {
  return tierAt(tiers, value).leverageMax;
}

/**
 * How tiers stand to those before them: tighter ones ask for no less cover and allow no more leverage and size at any value, looser
 * ones the other way round; mixed ones are neither.
 */
export type TiersChange = 'same' | 'tighter' | 'looser' | 'mixed';

export function changeOfTiers(before: RiskTiers, after: RiskTiers): TiersChange {
  // Between two ends of tiers what is asked for is a line, and beyond the last the last rate rules.
  const ends = [...before, ...after].flatMap(({ cap }) => [cap, cap + 1n]);
  const pairs = ends.flatMap((value) => {
    const [one, other] = [tierAt(before, value), tierAt(after, value)];
    return [coverIn(other, value) - coverIn(one, value), BigInt(one.leverageMax - other.leverageMax)];
  });
  const [last, next] = [before[before.length - 1], after[after.length - 1]];
  const tighter = [...pairs, BigInt(next.ratePpb - last.ratePpb), last.cap - next.cap];
  const isTighter = tighter.every((more) => more >= 0n);
  const isLooser = tighter.every((more) => more <= 0n);
  if (isTighter) return isLooser ? 'same' : 'tighter';
  return isLooser ? 'looser' : 'mixed';
}

/** Parts per billion of units. */
function coverIn({ ratePpb, amount }: RiskTier, value: bigint): bigint {
  return value * BigInt(ratePpb) - amount * PPB;
}
