/**
 * The mark price values positions, so that one odd trade liquidates nobody. As on public exchanges it is the median of three: the index
 * carried forward to the next funding (P1), the index plus the book's recent basis (P2), and the recent trade price. It is bounded around
 * the index, so that activity in the book alone cannot liquidate a position opened at the mark.
 *
 * Prices are ticks, times milliseconds, rates parts per billion.
 */
import { nearestOf, PPB } from '../../../rules/arithmetic/rounding';
import { scaleOf, unitsOf } from '../../../rules/units';
import type { Tier } from './tiers';

/** Time window of the book's basis. */
export const BASIS_WINDOW_MS = 150_000;
/** Publications older than this are not used. A book sample also counts for at most this long. */
export const STALE_MS = 15_000;
/**
 * For a sample, both sides of the book must have the impact notional within this fraction of its middle price: one
 * hundredth.
 */
const NEAR_PARTS = 100n;
/** A sample counts at most as 0.5 % away from the index, which is a hundredth of it in half ticks. */
const AWAY_PARTS = 100;

/**
 * A published index (units of 10^−decimals) in ticks of a market: the nearest tick, half rounded down, and at least
 * one.
 */
export function indexInTicks(price: number, decimals: number, tick: string): number {
  const scale = scaleOf(tick);
  const numerator = BigInt(price) * 10n ** BigInt(scale);
  const denominator = (unitsOf(tick, scale) as bigint) * 10n ** BigInt(decimals);
  return atLeastOne(nearestOf(numerator, denominator));
}

/**
 * P1: index × (1 + last funding rate × time to the next funding ÷ interval), the nearest tick, half rounded down, and
 * at least one.
 */
export function fundingPrice(index: number, ratePpb: number, leftMs: number, intervalMs: number): number {
  const denominator = PPB * BigInt(intervalMs);
  return atLeastOne(nearestOf(BigInt(index) * (denominator + BigInt(ratePpb) * BigInt(leftMs)), denominator));
}

/** A sample of the book's mid price less the index, and its duration. */
export interface BasisSample {
  /** Time of the sample. */
  at: number;
  /** Duration before that time. */
  ms: number;
  /** Half ticks; below zero if the book is below the index. */
  basis: number;
}

/**
 * Best bid + best ask − 2 × index, in half ticks, within ± 0.5 % of the index (whole half ticks, rounded toward zero).
 */
export function basisOf(bid: number, ask: number, index: number): number {
  const max = Math.floor(index / AWAY_PARTS);
  // Avoids −0, which stored state does not have.
  return Math.min(max, Math.max(-max, bid + ask - 2 * index)) + 0;
}

/** Duration of a sample: since the previous publication, or since `from` if that is later; at most 15 s. */
export function sampledMs(at: number, before: number, from = 0): number {
  return Math.min(STALE_MS, Math.max(0, at - Math.max(before, from)));
}

/** Samples with their weights at a moment: the part of each that is in the last 150 s. */
export interface BasisMean {
  /** Half ticks × milliseconds. */
  sum: number;
  /** 0 without samples. */
  ms: number;
}

export function meanBasis(samples: readonly Readonly<BasisSample>[], now: number): BasisMean {
  let [sum, totalMs] = [0, 0];
  for (const { at, ms, basis } of samples) {
    const countedMs = Math.max(0, Math.min(ms, at - (now - BASIS_WINDOW_MS)));
    sum += basis * countedMs;
    totalMs += countedMs;
  }
  return { sum, ms: totalMs };
}

/**
 * P2: index + the mean of the samples, the nearest tick, half rounded down, and at least one. Without samples, the
 * index.
 */
export function basisPrice(index: number, { sum, ms }: BasisMean): number {
  if (ms === 0) return index;
  const denominator = 2n * BigInt(ms);
  return atLeastOne(nearestOf(BigInt(index) * denominator + BigInt(sum), denominator));
}

/** Totals of the trades in a period. */
export interface TradedSums {
  lots: bigint;
  /** Units of the quote asset. */
  notional: bigint;
}

/** Volume-weighted average price: the nearest tick, half rounded down, at least one; the index if less than `min` was traded. */
export function tradedPrice(
  index: number,
  traded: Readonly<TradedSums> | null,
  perTickLot: bigint,
  min: bigint,
): number {
  if (!traded || traded.notional < min) return index;
  return atLeastOne(nearestOf(traded.notional, traded.lots * perTickLot));
}

/** The middle one of three. */
export function middleOfThree(p1: number, p2: number, last: number): number {
  return Math.max(Math.min(p1, p2), Math.min(Math.max(p1, p2), last));
}

/**
 * Maximum distance of the mark from the index, in ticks, rounded down: 0.45 × (1 ÷ highest leverage − rate of the first tier) of the index.
 * The whole range is nine tenths of the loss that liquidates a position at the highest leverage.
 */
export function markDistanceMax(
  index: number,
  { leverageMax, ratePpb }: Readonly<Pick<Tier, 'leverageMax' | 'ratePpb'>>,
): number {
  const times = BigInt(leverageMax);
  return Number((BigInt(index) * 45n * (PPB - times * BigInt(ratePpb))) / (100n * times * PPB));
}

/** The median of three, limited to the bound around the index. Marks of the first rule version have no bound. */
export function markOf(
  { p1, p2, last, index }: Readonly<Record<'p1' | 'p2' | 'last' | 'index', number>>,
  bound: number | null,
): number {
  const median = middleOfThree(p1, p2, last);
  return bound === null ? median : Math.max(index - bound, Math.min(index + bound, median));
}

export interface Level {
  ticks: number;
  lots: number;
}

/** Execution of a market order of a given value on one side of a book. */
export interface Impact {
  /** Mean price weighted by size, as a fraction in ticks. */
  numerator: bigint;
  denominator: bigint;
  /** The best and the worst price of its fills. */
  bestTicks: number;
  worstTicks: number;
}

/**
 * Walks one side of a book, best price first, until lots of this value (units, above zero) are matched. The last level
 * may be used in part, including a part of a lot. Null if the side does not have that much.
 */
export function impactOf(levels: Iterable<Level>, perTickLot: bigint, notional: bigint): Impact | null {
  let [lots, value, bestTicks] = [0n, 0n, 0];
  for (const level of levels) {
    bestTicks ||= level.ticks;
    const levelValue = BigInt(level.ticks) * BigInt(level.lots) * perTickLot;
    if (value + levelValue < notional) {
      lots += BigInt(level.lots);
      value += levelValue;
      continue;
    }
    // notional ÷ (lots + rest ÷ lot value here), both multiplied by the lot value here; then from units to ticks.
    const lotValue = BigInt(level.ticks) * perTickLot;
    return {
      numerator: notional * BigInt(level.ticks),
      denominator: lots * lotValue + notional - value,
      bestTicks,
      worstTicks: level.ticks,
    };
  }
  return null;
}

/**
 * Whether both sides have their impact notional within a hundredth of the middle between the best bid and the best ask.
 */
export function isNear(bids: Impact, asks: Impact): boolean {
  const doubleMiddle = BigInt(bids.bestTicks) + BigInt(asks.bestTicks);
  const doubleDistance = (worstTicks: number): bigint => {
    const distance = 2n * BigInt(worstTicks) - doubleMiddle;
    return distance < 0n ? -distance : distance;
  };
  return [bids, asks].every(({ worstTicks }) => doubleDistance(worstTicks) * NEAR_PARTS <= doubleMiddle);
}

function atLeastOne(ticks: bigint): number {
  return ticks < 1n ? 1 : Number(ticks);
}

/** Closing period before a market's end: positions can only be reduced, and the mark is the mean index of the period. */
export const CLOSING_MS = 30 * 60_000;

/** Sum of ticks × milliseconds, and the sum of milliseconds. */
export interface IndexMean {
  indexSum: bigint;
  indexMs: number;
}

/** A publication counts for the time since the previous one. */
export function addToMean(mean: IndexMean, index: number, ms: number): void {
  mean.indexSum += BigInt(index) * BigInt(ms);
  mean.indexMs += ms;
}

/**
 * The mean including one more publication: the nearest tick, half rounded down, and at least one. Without any duration,
 * the index.
 */
export function closingMark({ indexSum, indexMs }: Readonly<IndexMean>, index: number, ms: number): number {
  const totalMs = BigInt(indexMs + ms);
  if (totalMs === 0n) return index;
  return atLeastOne(nearestOf(indexSum + BigInt(index) * BigInt(ms), totalMs));
}
