/** What is kept of mining. */
import { firstIncomeAt, rebateOf } from '../../../shared/rules/earn/income';
import type { FinancialSale } from '../earn/commands';
import { createRanked, type Ranked } from '../ranked';
import type { MiningPayout, MiningTerms } from './commands';

export interface MiningProduct {
  terms: MiningTerms;
  state: FinancialSale;
  /** Bought of the quota. */
  sold: bigint;
  /** What is held of it, by user. Follows from the purchases. */
  held: Map<number, bigint>;
}

export interface MiningPurchase {
  id: number;
  user: number;
  product: string;
  asset: string;
  amount: bigint;
  incomeAsset: string;
  termDays: number;
  dailyRatePpb: number;
  payout: MiningPayout;
  boughtAt: number;
  startsAt: number;
  expiresAt: number;
  /** Units of `incomeAsset` a day. */
  income: bigint;
  /** Incomes that were paid; 0 to the end where they are paid at the end. */
  paid: number;
  /** Who gets a part of each income; null: nobody. */
  inviter: number | null;
  rebatePpb: number;
  hold: number;
}

export interface MiningState {
  /** The next number of a purchase, from 1. */
  next: number;
  products: Map<string, MiningProduct>;
  /** What one of staff has proposed, and nobody has seconded. */
  proposed: Map<string, { terms: MiningTerms; by: number }>;
  /** Those that are held. */
  purchases: Map<number, MiningPurchase>;
  /** By when something of them is due. Follows from the purchases. */
  due: Ranked;
  /** Incomes and rebates that the house has promised, by asset. Follows from the purchases. */
  promised: Map<string, bigint>;
}

export function createMiningState(): MiningState {
  return {
    next: 1,
    products: new Map(),
    proposed: new Map(),
    purchases: new Map(),
    due: createRanked(),
    promised: new Map(),
  };
}

export function createMiningProduct(terms: MiningTerms): MiningProduct {
  return { terms, state: 'closed', sold: 0n, held: new Map() };
}

const DAY_MS = 86_400_000;

type Timed = Readonly<Pick<MiningPurchase, 'payout' | 'paid' | 'termDays' | 'startsAt' | 'expiresAt'>>;

/** When the next income is due: 01:00 of each day, or when the term is over. Null when all have been paid. */
export function nextIncomeAt({ payout, paid, termDays, startsAt, expiresAt }: Timed): number | null {
  if (payout === 'end') return expiresAt;
  return paid < termDays ? firstIncomeAt(startsAt) + paid * DAY_MS : null;
}

/** When something of it is due: an income, or the principal. */
export function nextDueAt(purchase: Timed): number {
  return nextIncomeAt(purchase) ?? purchase.expiresAt;
}

type Promising = Readonly<Pick<MiningPurchase, 'payout' | 'paid' | 'termDays' | 'income' | 'inviter' | 'rebatePpb'>>;

/** What the house still has to pay for it, units of its income's asset: incomes, and rebates of them. */
export function promisedOf({ payout, paid, termDays, income, inviter, rebatePpb }: Promising): bigint {
  const left = BigInt(termDays - paid);
  const [one, times] = payout === 'daily' ? [income, left] : [income * left, 1n];
  const rebate = inviter === null ? 0n : rebateOf(one, rebatePpb);
  return (one + rebate) * times;
}
