/** What is kept of robots. */
import type { GridMarket, RobotRule } from '../../../../shared/products/robot/rules/grid';
import type { Measure } from '../../../../shared/products/robot/rules/result';
import { createRanked, type Ranked } from '../../../core/indexes/ranked';
import type { RobotTerms } from './commands';
import type { RobotCounts, RobotStop } from './events';

export interface RobotKey {
  number: number;
  hash: string;
  /** Who issued it, and when. */
  by: number;
  issuedAt: number;
}

/** What one step owns, units, its open order included. */
export interface RobotStep {
  quote: bigint;
  base: bigint;
  /** Its open order. */
  order: number | null;
}

/** It trades; it sells what base it has; it gives back what there is. */
export type RobotPhase = 'running' | 'selling' | 'returning';

export interface Robot {
  id: number;
  user: number;
  market: string;
  amount: bigint;
  lower: number;
  upper: number;
  lines: number;
  lossLimitPpb: number;
  rule: RobotRule;
  startedAt: number;
  /** Names the batch of the start. */
  startedBatch: number;
  quoteHold: number;
  baseHold: number;
  phase: RobotPhase;
  reason: RobotStop | null;
  /** The publication of the index by which its loss was reached; null: none was. */
  reachedAt: number | null;
  steps: RobotStep[];
  /** What its base was bought for, units of quote. */
  cost: bigint;
  /** The cycle that runs, from 1, and when it is over. */
  cycle: number;
  cycleEndsAt: number;
  /** When it has something to do. */
  nextAt: number;
  /** Of this cycle, and of all before it. */
  counts: RobotCounts;
  before: RobotCounts;
}

export interface RobotsState {
  /** The next numbers of a robot and of a key, from 1. */
  next: number;
  nextKey: number;
  terms: Map<string, RobotTerms>;
  /** By user: the one that is good. */
  keys: Map<number, RobotKey>;
  /** Those that are not over. */
  running: Map<number, Robot>;
  /** The same by user and by market. Follows from the robots. */
  byUser: Map<number, Set<Robot>>;
  byMarket: Map<string, Set<Robot>>;
  /** By when they have something to do. Follows from the robots. */
  due: Ranked;
  /** By market: robots by the price of the index at which each stops, below zero, so that the highest comes first. Follows from the robots. */
  stops: Map<string, Ranked>;
}

export function createRobotsState(): RobotsState {
  return {
    next: 1,
    nextKey: 1,
    terms: new Map(),
    keys: new Map(),
    running: new Map(),
    byUser: new Map(),
    byMarket: new Map(),
    due: createRanked(),
    stops: new Map(),
  };
}

export function noCounts(): RobotCounts {
  return { trades: 0, bought: 0n, paid: 0n, sold: 0n, received: 0n, feesBase: 0n, feesQuote: 0n, realised: 0n };
}

export function countsOf(counts: Readonly<RobotCounts>): RobotCounts {
  const { trades, bought, paid, sold, received, feesBase, feesQuote, realised } = counts;
  return { trades, bought, paid, sold, received, feesBase, feesQuote, realised };
}

export function addCounts(one: Readonly<RobotCounts>, other: Readonly<RobotCounts>): RobotCounts {
  return {
    trades: one.trades + other.trades,
    bought: one.bought + other.bought,
    paid: one.paid + other.paid,
    sold: one.sold + other.sold,
    received: one.received + other.received,
    feesBase: one.feesBase + other.feesBase,
    feesQuote: one.feesQuote + other.feesQuote,
    realised: one.realised + other.realised,
  };
}

type Steps = { readonly steps: readonly Readonly<RobotStep>[] };

/** All that it has of either, in orders and beside them. */
export function hasOf({ steps }: Steps): { quote: bigint; base: bigint } {
  let [quote, base] = [0n, 0n];
  for (const step of steps) {
    quote += step.quote;
    base += step.base;
  }
  return { quote, base };
}

/** Of a price of the index with so many decimals. */
export function indexMeasure(decimals: number, baseScale: number, quoteScale: number): Measure {
  return { over: 10n ** BigInt(quoteScale), under: 10n ** BigInt(decimals + baseScale) };
}

interface MarketUnits {
  readonly basePerLot: bigint;
  readonly quotePerTickLot: bigint;
}
type MarketLimits = Pick<GridMarket, 'quantityMin' | 'quantityMax' | 'notionalMin'>;

export function gridMarket({ basePerLot, quotePerTickLot }: MarketUnits, terms: Readonly<MarketLimits>): GridMarket {
  const { quantityMin, quantityMax, notionalMin } = terms;
  return { basePerLot, quotePerTickLot, quantityMin, quantityMax, notionalMin };
}

declare module '../../../core/state' {
  interface ProductStates {
    robots: RobotsState;
  }
}
