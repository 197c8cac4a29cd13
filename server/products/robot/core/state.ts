/** State of robots. */
import type { GridMarket, RobotRule } from '../../../../shared/products/robot/rules/grid';
import type { Measure } from '../../../../shared/products/robot/rules/result';
import { createRanked, type Ranked } from '../../../core/indexes/ranked-ids';
import type { RobotTerms } from './commands';
import type { RobotCounts, RobotStop } from './events';

export interface RobotKey {
  number: number;
  hash: string;
  /** Staff member who issued it, and the time. */
  by: number;
  issuedAt: number;
}

/** Funds of one step, units, including its open order. */
export interface RobotStep {
  quote: bigint;
  base: bigint;
  /** Its open order. */
  order: number | null;
}

/** running: trades; selling: sells its base; returning: returns its funds. */
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
  /** Batch position of its start. */
  startedBatch: number;
  quoteHold: number;
  baseHold: number;
  phase: RobotPhase;
  reason: RobotStop | null;
  /** Batch of the publication that reached its loss limit; null: none. */
  reachedAt: number | null;
  steps: RobotStep[];
  /** Cost of its base, units of quote. */
  cost: bigint;
  /** Number of the current cycle, from 1, and its end. */
  cycle: number;
  cycleEndsAt: number;
  /** Time of its next action. */
  nextAt: number;
  /** Totals of this cycle, and of all earlier ones. */
  counts: RobotCounts;
  before: RobotCounts;
}

export interface RobotsState {
  /** Next robot number and next key number, from 1. */
  next: number;
  nextKey: number;
  terms: Map<string, RobotTerms>;
  /** The valid key by user. */
  keys: Map<number, RobotKey>;
  /** Robots that have not ended. */
  running: Map<number, Robot>;
  /** The same by user and by market. Derived from the robots. */
  byUser: Map<number, Set<Robot>>;
  byMarket: Map<string, Set<Robot>>;
  /** Ordered by their next action. Derived from the robots. */
  due: Ranked;
  /** By market: robots by the negated index price at which each stops, highest price first. Derived from the robots. */
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
export function fundsOf({ steps }: Steps): { quote: bigint; base: bigint } {
  let [quote, base] = [0n, 0n];
  for (const step of steps) {
    quote += step.quote;
    base += step.base;
  }
  return { quote, base };
}

/** Measure for index prices with these decimals. */
export function indexMeasure(decimals: number, baseScale: number, quoteScale: number): Measure {
  return { numerator: 10n ** BigInt(quoteScale), denominator: 10n ** BigInt(decimals + baseScale) };
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
