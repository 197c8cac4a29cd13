/** State of second contracts. */
import type {
  EntryPublication,
  OptionDirection,
  OptionRule,
} from '../../../../shared/products/option/rules/settlement';
import type { Publication as QuotedPublication } from '../../../core/index-price/state';
import { createRanked, type Ranked } from '../../../core/indexes/ranked-ids';
import type { OptionState as SaleState, OptionTerms } from './commands';
import type { Publication } from './events';

/** The publication at which a contract began, its effective price, and its sources. */
export type OptionEntry = Publication & EntryPublication;

export interface OptionContract {
  id: number;
  user: number;
  symbol: string;
  direction: OptionDirection;
  asset: string;
  stake: bigint;
  durationMs: number;
  payoutPpb: number;
  fee: bigint;
  rule: OptionRule;
  from: number;
  startsAt: number | null;
  takeProfit?: number;
  stopLoss?: number;
  staleMs: number;
  /** 0 under rule 1, which has no minimum. */
  sourcesMin: number;
  hold: number;
  /** Time of purchase, and the batches of the purchase and of the entry, if any. */
  boughtAt: number;
  boughtBatch: number;
  enteredBatch: number | null;
  /** Null while it waits for its entry. */
  entry: OptionEntry | null;
  /** The publication that reached a level before the end; null if none has. */
  hit: Publication | null;
}

/** Open stakes in units. */
export interface OpenStakes {
  all: bigint;
  /** With take-profit or stop-loss. */
  withLevels: bigint;
}

/** Contracts with levels whose entries have the same sources: a publication has one price for all of them. */
export interface LevelIndexes {
  basis: readonly number[];
  /** Ordered by the levels that a rising and, negated, a falling price reaches. */
  rising: Ranked;
  falling: Ranked;
}

export interface OptionProduct {
  terms: OptionTerms;
  state: SaleState;
  /** Publications that an open contract may still need, ascending, and the latest one. */
  published: QuotedPublication[];
  /**
   * The following are derived from the contracts. Contracts waiting for their entry, separate by rule, ordered by the
   * time from which quotes count.
   */
  waiting: Readonly<Record<OptionRule, Ranked>>;
  /** Ordered by their ends. */
  running: Ranked;
  /**
   * Contracts with levels, keyed by the source numbers of their entries; under rule 1, which has no sources, by the
   * empty key.
   */
  levels: Map<string, LevelIndexes>;
  open: { up: bigint; down: bigint; byUser: Map<number, OpenStakes> };
}

/** A user's own daily limit and the amount staked. */
export interface OwnLimit {
  /** Null: no limit. */
  amount: bigint | null;
  /** Limit in effect from a later day on. */
  next: { amount: bigint | null; day: number } | null;
  day: number;
  staked: bigint;
}

export interface OptionsState {
  /** Next contract number, from 1. */
  next: number;
  products: Map<string, OptionProduct>;
  /** Terms proposed by one staff member and awaiting a second. */
  proposed: Map<string, { terms: OptionTerms; by: number }>;
  /** Open contracts. */
  contracts: Map<number, OptionContract>;
  /** Contracts with a reached level, in that order; symbol by contract. */
  hits: Map<number, string>;
  /** Keyed `<user>/<asset>`. */
  limits: Map<string, OwnLimit>;
  /** Maximum payout of the house, by asset. Derived from the contracts. */
  reserved: Map<string, bigint>;
}

export function createOptionsState(): OptionsState {
  return {
    next: 1,
    products: new Map(),
    proposed: new Map(),
    contracts: new Map(),
    hits: new Map(),
    limits: new Map(),
    reserved: new Map(),
  };
}

export function createProduct(terms: OptionTerms): OptionProduct {
  return {
    terms,
    state: 'closed',
    published: [],
    waiting: { 1: createRanked(), 2: createRanked() },
    running: createRanked(),
    levels: new Map(),
    open: { up: 0n, down: 0n, byUser: new Map() },
  };
}

export function limitKey(user: number, asset: string): string {
  return `${user}/${asset}`;
}

declare module '../../../core/state' {
  interface ProductStates {
    options: OptionsState;
  }
}
