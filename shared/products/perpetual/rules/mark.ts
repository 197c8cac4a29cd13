/**
 * The mark: the price at which positions are valued, so that nobody is liquidated by one odd trade. As on public exchanges it is the
 * median of three: the index carried on to the next funding (P1), the index with what the book has lately stood away from it (P2),
 * and what was lately paid. It stays so near to the index that what is done in the book alone liquidates no position that was opened
 * at the mark.
 *
 * Prices are ticks, times milliseconds, rates parts per billion.
 */
import { nearestOf, PPB } from '../../../rules/rounding';
import { scaleOf, unitsOf } from '../../../rules/units';
import type { Tier } from './tiers';

/** How far back what the book stood away from the index counts. */
export const BASIS_WINDOW_MS = 150_000;
/** A publication older than this is no price to act on; nor does a sample of the book stand for more than this. */
export const STALE_MS = 15_000;
/** Both sides of the book must show the impact notional within this part of its middle, a hundredth, for a sample of it. */
const NEAR_PARTS = 100n;
/** A sample counts as no further from the index than a two-hundredth, 0.5 %: in half ticks a hundredth of it. */
const AWAY_PARTS = 100;

/** A published index (units of 10^−decimals) on a market's tick: the nearest, half-way down, and at least one. */
export function indexInTicks(price: number, decimals: number, tick: string): number {
  const scale = scaleOf(tick);
  const over = BigInt(price) * 10n ** BigInt(scale);
  const under = (unitsOf(tick, scale) as bigint) * 10n ** BigInt(decimals);
  return atLeastOne(nearestOf(over, under));
}

/** P1: index × (1 + last funding rate × time to the next funding ÷ interval), the nearest tick, half-way down, and at least one. */
export function fundingPrice(index: number, ratePpb: number, leftMs: number, intervalMs: number): number {
  const whole = PPB * BigInt(intervalMs);
  return atLeastOne(nearestOf(BigInt(index) * (whole + BigInt(ratePpb) * BigInt(leftMs)), whole));
}

/** What the book's middle stood away from the index, and for how long that is taken to have been so. */
export interface BasisSample {
  /** When it was taken. */
  at: number;
  /** The time before that it stands for. */
  ms: number;
  /** Half ticks, below zero when the book lies below the index. */
  basis: number;
}

/** Best bid + best ask − 2 × index, in half ticks, no further from nothing than 0.5 % of the index (whole half ticks, toward zero). */
export function basisOf(bid: number, ask: number, index: number): number {
  const most = Math.floor(index / AWAY_PARTS);
  // There is no zero below zero in what is stored.
  return Math.min(most, Math.max(-most, bid + ask - 2 * index)) + 0;
}

/** What a sample stands for: the time since the publication before it, or since `from` if that is later, and at most 15 s. */
export function sampledMs(at: number, before: number, from = 0): number {
  return Math.min(STALE_MS, Math.max(0, at - Math.max(before, from)));
}

/** Samples with their weights at a moment: what of each lies in the 150 s before it. */
export interface BasisMean {
  /** Half ticks × milliseconds. */
  sum: number;
  /** 0 when there is no sample. */
  ms: number;
}

export function meanBasis(samples: readonly Readonly<BasisSample>[], now: number): BasisMean {
  let [sum, all] = [0, 0];
  for (const { at, ms, basis } of samples) {
    const counted = Math.max(0, Math.min(ms, at - (now - BASIS_WINDOW_MS)));
    sum += basis * counted;
    all += counted;
  }
  return { sum, ms: all };
}

/** P2: index + the mean of the samples, the nearest tick, half-way down, and at least one; without samples the index. */
export function basisPrice(index: number, { sum, ms }: BasisMean): number {
  if (ms === 0) return index;
  const under = 2n * BigInt(ms);
  return atLeastOne(nearestOf(BigInt(index) * under + BigInt(sum), under));
}

/** What trades of some time come to. */
export interface TradedSums {
  lots: bigint;
  /** Units of the quote asset. */
  notional: bigint;
}

/** What was paid on average by size: the nearest tick, half-way down, and at least one; the index where less than `least` was traded. */
export function tradedPrice(
  index: number,
  traded: Readonly<TradedSums> | null,
  perTickLot: bigint,
  least: bigint,
): number {
  if (!traded || traded.notional < least) return index;
  return atLeastOne(nearestOf(traded.notional, traded.lots * perTickLot));
}

/** The middle one of three. */
export function middleOf(p1: number, p2: number, last: number): number {
  return Math.max(Math.min(p1, p2), Math.min(Math.max(p1, p2), last));
}

/**
 * How far the mark may be from the index, in ticks, down: 0.45 × (1 ÷ highest leverage − rate of the first tier) of it. From one end to
 * the other that is nine tenths of what a position at the highest leverage can lose before it is liquidated.
 */
export function boundOf(
  index: number,
  { leverageMax, ratePpb }: Readonly<Pick<Tier, 'leverageMax' | 'ratePpb'>>,
): number {
  const times = BigInt(leverageMax);
  return Number((BigInt(index) * 45n * (PPB - times * BigInt(ratePpb))) / (100n * times * PPB));
}

/** The middle one of three, as near to the index as it must be; marks of the first rule have no bound. */
export function markOf(
  { p1, p2, last, index }: Readonly<Record<'p1' | 'p2' | 'last' | 'index', number>>,
  bound: number | null,
): number {
  const median = middleOf(p1, p2, last);
  return bound === null ? median : Math.max(index - bound, Math.min(index + bound, median));
}

export interface Level {
  ticks: number;
  lots: number;
}

/** What a market order of a given value would get on one side of a book. */
export interface Impact {
  /** The mean price by size: ticks, as a fraction. */
  over: bigint;
  under: bigint;
  /** The best and the worst price it would trade at. */
  best: number;
  worst: number;
}

/**
 * Walks a side of the book, best price first, until lots of this value (units, above zero) are met; of the last level it takes as much as
 * it needs, be it a part of a lot. Null when the side does not have that much.
 */
export function impactOf(levels: Iterable<Level>, perTickLot: bigint, notional: bigint): Impact | null {
  let [lots, value, best] = [0n, 0n, 0];
  for (const level of levels) {
    best ||= level.ticks;
    const worth = BigInt(level.ticks) * BigInt(level.lots) * perTickLot;
    if (value + worth < notional) {
      lots += BigInt(level.lots);
      value += worth;
      continue;
    }
    // notional ÷ (lots + the rest ÷ what a lot costs here), both times what a lot costs here; then from units to ticks.
    const lotWorth = BigInt(level.ticks) * perTickLot;
    return {
      over: notional * BigInt(level.ticks),
      under: lots * lotWorth + notional - value,
      best,
      worst: level.ticks,
    };
  }
  return null;
}

/** Whether both sides have what they show within a hundredth of the middle between the best bid and the best ask. */
export function isNear(bids: Impact, asks: Impact): boolean {
  const twice = BigInt(bids.best) + BigInt(asks.best);
  const away = (worst: number): bigint => {
    const distance = 2n * BigInt(worst) - twice;
    return distance < 0n ? -distance : distance;
  };
  return [bids, asks].every(({ worst }) => away(worst) * NEAR_PARTS <= twice);
}

function atLeastOne(ticks: bigint): number {
  return ticks < 1n ? 1 : Number(ticks);
}

/** So long before its end positions in a market only become smaller, and the mark is the mean of the index of that time. */
export const CLOSING_MS = 30 * 60_000;

/** Ticks × milliseconds that they stood, and how many those are. */
export interface IndexMean {
  indexSum: bigint;
  indexMs: number;
}

/** What is published stands for the time since the publication before. */
export function addToMean(mean: IndexMean, index: number, ms: number): void {
  mean.indexSum += BigInt(index) * BigInt(ms);
  mean.indexMs += ms;
}

/** The mean with one more: the nearest tick, half-way down, and at least one; the index where nothing has stood for any time. */
export function closingMark({ indexSum, indexMs }: Readonly<IndexMean>, index: number, ms: number): number {
  const whole = BigInt(indexMs + ms);
  if (whole === 0n) return index;
  return atLeastOne(nearestOf(indexSum + BigInt(index) * BigInt(ms), whole));
}
