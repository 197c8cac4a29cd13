/**
 * Funding: what longs pay shorts (below zero: shorts pay longs) at a fixed hour, so that a contract without an end stays near its
 * index. As on public exchanges: a premium sampled from the book, its mean over the interval, and interest that a clamp pulls it to.
 *
 * Rates are parts per billion, times milliseconds, prices ticks.
 */
import { dayOf, dayStart } from '../../../rules/days';
import { ceilOf, PPB } from '../../../rules/rounding';
import type { Impact } from './mark';
import { signOf, type Position } from './position';

/** Rates are for this time; a market with another interval pays in proportion. */
export const FUNDING_BASE_MS = 8 * 3_600_000;
/** 0.01 %: what the quote asset costs more to lend than the base. */
export const INTEREST_PPB = 100_000;
/** 0.05 %: so far a premium is pulled to the interest. */
const CLAMP_PPB = 500_000;

/** The first time after `at` at which funding is fixed: whole intervals from 00:00 GMT+8, of which a day has a whole number. */
export function fundingDue(at: number, intervalMs: number): number {
  const midnight = dayStart(dayOf(at));
  return midnight + (Math.floor((at - midnight) / intervalMs) + 1) * intervalMs;
}

/** The highest rate of either sign: three quarters of the first tier's maintenance rate, down. */
export function fundingCap(firstTierPpb: number): number {
  return Math.floor((firstTierPpb * 3) / 4);
}

/**
 * How far a book lies off the index, by what an order of the impact notional would get: above it by its bids, below it by its asks,
 * else nothing. Parts per billion of the index, toward zero.
 */
export function premiumOf(index: number, bid: Impact, ask: Impact): number {
  return part(bid, index, 1n) - part(ask, index, -1n);
}

/** max(0, ± (price − index)) ÷ index. */
function part({ over, under }: Impact, index: number, sign: 1n | -1n): number {
  const base = BigInt(index) * under;
  const away = sign * (over - base);
  return away > 0n ? Number((away * PPB) / base) : 0;
}

/** The mean of samples (their sum times the time each stands for) over an interval, toward zero: nothing when less than half of it was sampled. */
export function meanPremium(sum: bigint, sampledMs: number, intervalMs: number): number {
  if (sampledMs === 0 || sampledMs * 2 < intervalMs) return 0;
  return Number(sum / BigInt(sampledMs));
}

/**
 * premium + clamp(interest − premium, ± 0.05 %), times interval ÷ 8 h toward zero, then within ± cap: the cap is of what is owed at
 * once, so it is that of one interval, however long that is.
 */
export function fundingRate(premiumPpb: number, capPpb: number, intervalMs: number): number {
  const rate = premiumPpb + clamp(INTEREST_PPB - premiumPpb, CLAMP_PPB);
  return clamp(Number((BigInt(rate) * BigInt(intervalMs)) / BigInt(FUNDING_BASE_MS)), capPpb);
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

/** What a long owes for each tick-worth of its size: parts per billion × ticks, exact. Sums of these are how much is owed since. */
export function fundingPerTick(ratePpb: number, mark: number): bigint {
  return BigInt(ratePpb) * BigInt(mark);
}

/**
 * What a position pays (above zero) or receives (below zero) for what the market's sum grew by: units. Who pays pays up, who receives
 * receives down: the rest, less than a unit for each position, is the house's.
 */
export function fundingOwed({ side, perTick }: Pick<Position, 'side' | 'perTick'>, grown: bigint): bigint {
  return ceilOf(signOf(side) * perTick * grown, PPB);
}
