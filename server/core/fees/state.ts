/** State from which the core derives a member's fee level. */
import { createOrderedIds, type OrderedIds } from './ordered-ids';

/** Each product has its own volumes, levels and table. Items due at the same time are settled in this order. */
export const FEE_PRODUCTS = ['spot', 'perpetual'] as const;
export type FeeProduct = (typeof FEE_PRODUCTS)[number];

/** Creates the same value for each product. */
export function byFeeProduct<V>(create: (product: FeeProduct) => V): Record<FeeProduct, V> {
  return { spot: create('spot'), perpetual: create('perpetual') };
}

/** Minimum volume of each level from a time on; 0 for the first level. */
export interface FeeTable {
  from: number;
  volumes: bigint[];
}

export interface ProductFees {
  /** Ordered by start: the current table and scheduled ones. */
  tables: FeeTable[];
  /** The next GMT+8 day to close; null before the first table is set, and then no volume is counted. */
  open: number | null;
  /** The last closed day whose levels are all calculated. */
  reckoned: number;
  /** For the day after `reckoned`: the last user id that was calculated. */
  through: number;
  /** USDT units of scale 8 for one BTC at the end of each closed day that may still count. */
  prices: Map<number, bigint>;
  /** Members with volumes or levels to calculate. Derived from the members, so snapshots exclude it. */
  active: OrderedIds;
}

export type FeesState = Record<FeeProduct, ProductFees>;

export function createFeesState(): FeesState {
  return byFeeProduct(() => {
    const prices = new Map<number, bigint>();
    return { tables: [], open: null, reckoned: 0, through: 0, prices, active: createOrderedIds() };
  });
}

/** One member's traded volume and the resulting level. */
export interface MemberFees {
  level: number;
  /** BTC units of scale 8. */
  volume: bigint;
  /** The outcome of the last closed day; takes effect at `from`. */
  next: { level: number; volume: bigint; from: number } | null;
  /** Days with trades, oldest first, and the volume of each in USDT units. */
  days: number[];
  traded: bigint[];
}

export function createMemberFees(): MemberFees {
  return { level: 0, volume: 0n, next: null, days: [], traded: [] };
}
