/** What is kept of financial products. */
import { createRanked, type Ranked } from '../ranked';
import type { FinancialSale, FinancialTerms, Renewal } from './commands';

export interface FinancialProduct {
  terms: FinancialTerms;
  state: FinancialSale;
  /** Bought of the quota, less what was cancelled. */
  sold: bigint;
  /** What is held of it, by user. Follows from the purchases. */
  held: Map<number, bigint>;
}

export interface FinancialPurchase {
  id: number;
  user: number;
  product: string;
  asset: string;
  amount: bigint;
  termDays: number;
  annualRatePpb: number;
  boughtAt: number;
  startsAt: number;
  expiresAt: number;
  income: bigint;
  renew: Renewal;
  hold: number;
}

/** How often a user has cancelled purchases of a product on a day (GMT+8), and how much in all. */
export interface Cancels {
  day: number;
  count: number;
  amount: bigint;
}

export interface FinancialState {
  /** The next number of a purchase, from 1. */
  next: number;
  products: Map<string, FinancialProduct>;
  /** What one of staff has proposed, and nobody has seconded. */
  proposed: Map<string, { terms: FinancialTerms; by: number }>;
  /** Those that are held. */
  purchases: Map<number, FinancialPurchase>;
  /** By `<user>/<product>`. */
  cancels: Map<string, Cancels>;
  /** By when they expire. Follows from the purchases. */
  expiring: Ranked;
  /** Incomes that the house has promised, by asset. Follows from the purchases. */
  promised: Map<string, bigint>;
}

export function createFinancialState(): FinancialState {
  return {
    next: 1,
    products: new Map(),
    proposed: new Map(),
    purchases: new Map(),
    cancels: new Map(),
    expiring: createRanked(),
    promised: new Map(),
  };
}

export function createFinancialProduct(terms: FinancialTerms): FinancialProduct {
  return { terms, state: 'closed', sold: 0n, held: new Map() };
}

export function cancelsKey(user: number, product: string): string {
  return `${user}/${product}`;
}
