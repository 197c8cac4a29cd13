/** What is kept of second contracts. */
import type { Begun, OptionDirection, OptionRule } from '../../../../shared/products/option/rules/settlement';
import type { Publication as QuotedPublication } from '../../../core/index-price/state';
import { createRanked, type Ranked } from '../../../core/indexes/ranked';
import type { OptionState as SaleState, OptionTerms } from './commands';
import type { Publication } from './events';

/** The publication that a contract began by, at the price at which it did, and the sources that made it. */
export type OptionEntry = Publication & Begun;

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
  /** 0 by rule 1, which does not count them. */
  sourcesMin: number;
  hold: number;
  /** When it was bought, and the batches that have the purchase and, once there is one, the entry. */
  boughtAt: number;
  boughtBatch: number;
  enteredBatch: number | null;
  /** Null as long as it waits for it. */
  entry: OptionEntry | null;
  /** The publication that reached a level, before the end; null as long as none has. */
  hit: Publication | null;
}

/** Stakes that are open, units. */
export interface OpenStakes {
  all: bigint;
  /** With take-profit or stop-loss. */
  withLevels: bigint;
}

/** Contracts with levels whose entries were made by the same sources: for them a publication has one price. */
export interface LevelIndexes {
  basis: readonly number[];
  /** By levels that a rising and, negative, a falling price reaches. */
  rising: Ranked;
  falling: Ranked;
}

export interface OptionProduct {
  terms: OptionTerms;
  state: SaleState;
  /** Publications that an open contract may still need, ascending, and the latest one. */
  published: QuotedPublication[];
  /**
   * The following follow from the contracts. Those that wait for their entry, each rule's apart, in the order of the times from which
   * quotes count for it.
   */
  waiting: Readonly<Record<OptionRule, Ranked>>;
  /** By their ends. */
  running: Ranked;
  /** Those with levels, by the numbers of the sources of their entries; by rule 1, which asks for none, under no number. */
  levels: Map<string, LevelIndexes>;
  open: { up: bigint; down: bigint; byUser: Map<number, OpenStakes> };
}

/** The most that a user wants to stake in a day, and what they have staked. */
export interface OwnLimit {
  /** Null: none. */
  amount: bigint | null;
  /** What counts from a later day on. */
  next: { amount: bigint | null; day: number } | null;
  day: number;
  staked: bigint;
}

export interface OptionsState {
  /** The next number of a contract, from 1. */
  next: number;
  products: Map<string, OptionProduct>;
  /** What one of staff has proposed, and nobody has seconded. */
  proposed: Map<string, { terms: OptionTerms; by: number }>;
  /** Those that are open. */
  contracts: Map<number, OptionContract>;
  /** Reached a level, in that order; symbol by contract. */
  hits: Map<number, string>;
  /** By `<user>/<asset>`. */
  limits: Map<string, OwnLimit>;
  /** What the house may have to pay at most, by asset. Follows from the contracts. */
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
