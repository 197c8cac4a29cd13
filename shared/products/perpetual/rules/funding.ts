/**
 * Funding: the payment of longs to shorts (below zero: of shorts to longs) at fixed hours, which keeps a contract
 * without an end near its index. As on public exchanges, it uses a premium sampled from the book, its mean over the
 * interval, and an interest rate toward which a clamp pulls it.
 *
 * Rates are parts per billion, times milliseconds, prices ticks.
 */
import { dayOf, dayStart } from '../../../rules/days';
import { ceilOf, PPB } from '../../../rules/arithmetic/rounding';
import type { Impact } from './mark';
import { signOf, type Position } from './position';

/** Rates apply to this period. A market with another interval pays in proportion. */
export const FUNDING_BASE_MS = 8 * 3_600_000;
/** 0.01 %: the higher lending cost of the quote asset over the base asset. */
export const INTEREST_PPB = 100_000;
/** 0.05 %: maximum pull of a premium toward the interest. */
const CLAMP_PPB = 500_000;

/**
 * The first time after `at` at which funding is fixed, in whole intervals from 00:00 GMT+8. A day has a whole number of
 * intervals.
 */
export function fundingDue(at: number, intervalMs: number): number {
  const midnight = dayStart(dayOf(at));
  return midnight + (Math.floor((at - midnight) / intervalMs) + 1) * intervalMs;
}

/** The highest rate of either sign: three quarters of the first tier's maintenance rate, rounded down. */
export function fundingCap(firstTierPpb: number): number {
  return Math.floor((firstTierPpb * 3) / 4);
}

/**
 * Distance of a book from the index, at the prices of an order of the impact notional: above the index by its bids,
 * below it by its asks, else zero. Parts per billion of the index, rounded toward zero.
 */
export function premiumOf(index: number, bid: Impact, ask: Impact): number {
  return premiumPart(bid, index, 1n) - premiumPart(ask, index, -1n);
}

/** max(0, ± (price − index)) ÷ index. */
function premiumPart({ numerator, denominator }: Impact, index: number, sign: 1n | -1n): number {
  const base = BigInt(index) * denominator;
  const difference = sign * (numerator - base);
  return difference > 0n ? Number((difference * PPB) / base) : 0;
}

/**
 * The mean of samples (the sum of each times its duration) over an interval, rounded toward zero. Zero if less than
 * half of the interval was sampled.
 */
export function meanPremium(sum: bigint, sampledMs: number, intervalMs: number): number {
  if (sampledMs === 0 || sampledMs * 2 < intervalMs) return 0;
  return Number(sum / BigInt(sampledMs));
}

/**
 * premium + clamp(interest − premium, ± 0.05 %), times interval ÷ 8 h rounded toward zero, then within ± cap. The cap
 * applies to one payment, so it is that of one interval of any length.
 */
export function fundingRate(premiumPpb: number, capPpb: number, intervalMs: number): number {
  const rate = premiumPpb + clamp(INTEREST_PPB - premiumPpb, CLAMP_PPB);
  return clamp(Number((BigInt(rate) * BigInt(intervalMs)) / BigInt(FUNDING_BASE_MS)), capPpb);
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(-max, value));
}

/**
 * Funding of a long per unit of `perTick`: parts per billion × ticks, exact. The market accumulates these, so a difference of sums is the
 * amount owed since.
 */
export function fundingPerTick(ratePpb: number, mark: number): bigint {
  return BigInt(ratePpb) * BigInt(mark);
}

/**
 * Units that a position pays (above zero) or receives (below zero) for the growth of the market's sum. Payments are
 * rounded up and receipts down. The house keeps the rest, less than a unit per position.
 */
export function fundingOwed({ side, perTick }: Pick<Position, 'side' | 'perTick'>, grown: bigint): bigint {
  return ceilOf(signOf(side) * perTick * grown, PPB);
}
