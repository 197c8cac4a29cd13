/** What the core keeps to know by which level of fees a member trades. */
import { createOrderedIds, type OrderedIds } from './ordered-ids';

/** Each has volumes, levels and a table of its own. What is due of several at one moment is paid in this order. */
export const FEE_PRODUCTS = ['spot', 'perpetual'] as const;
export type FeeProduct = (typeof FEE_PRODUCTS)[number];

/** The same of each product, as long as nothing is known of any. */
export function byFeeProduct<V>(of: (product: FeeProduct) => V): Record<FeeProduct, V> {
  return { spot: of('spot'), perpetual: of('perpetual') };
}

/** From a time on: which volume each level needs, the first of them 0. */
export interface FeeTable {
  from: number;
  volumes: bigint[];
}

export interface ProductFees {
  /** By the time from which they are in effect: the present one and those to come. */
  tables: FeeTable[];
  /** The GMT+8 day that is to be closed next; null as long as no levels were ever set, and then nothing is counted. */
  open: number | null;
  /** The last day closed from which all levels follow. */
  reckoned: number;
  /** Of the day behind it: up to which user they do. */
  through: number;
  /** USDT units of scale 8 for one BTC at the end of each day closed that may still count. */
  prices: Map<number, bigint>;
  /** Members of whom there is something to reckon. Follows from them, so it is not told in snapshots. */
  active: OrderedIds;
}

export type FeesState = Record<FeeProduct, ProductFees>;

export function createFeesState(): FeesState {
  return byFeeProduct(() => {
    const prices = new Map<number, bigint>();
    return { tables: [], open: null, reckoned: 0, through: 0, prices, active: createOrderedIds() };
  });
}

/** What one member traded and which level follows from it. */
export interface MemberFees {
  level: number;
  /** BTC units of scale 8. */
  volume: bigint;
  /** The outcome of the last day closed, in effect by the time of a batch. */
  next: { level: number; volume: bigint; from: number } | null;
  /** Days on which they traded, oldest first, and how much on each: units of USDT. */
  days: number[];
  traded: bigint[];
}

export function createMemberFees(): MemberFees {
  return { level: 0, volume: 0n, next: null, days: [], traded: [] };
}
