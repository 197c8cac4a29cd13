/** State of financial products and mining: one product of two kinds. */
import { firstIncomeAt, rebateOf } from '../../../../shared/products/earn/rules/income';
import { createRanked, type Ranked } from '../../../core/indexes/ranked';
import type { EarnCommand, EarnSale, EarnTerms, FinancialTerms, MiningPayout, MiningTerms, Renewal } from './commands';
import type { EarnEvent } from './events';

export type EarnKind = 'financial' | 'mining';

/** By the type of one of the product's own commands or events. */
export function kindOf({ type }: Pick<EarnCommand | EarnEvent, 'type'>): EarnKind {
  return type.includes('Mining') ? 'mining' : 'financial';
}

export interface EarnProduct<Terms = EarnTerms> {
  terms: Terms;
  state: EarnSale;
  /** Bought of the quota, less what was cancelled. */
  sold: bigint;
  /** Amounts held, by user. Follows from the purchases. */
  held: Map<number, bigint>;
}

interface Purchase {
  id: number;
  user: number;
  product: string;
  asset: string;
  amount: bigint;
  termDays: number;
  boughtAt: number;
  startsAt: number;
  expiresAt: number;
  hold: number;
}

export interface FinancialPurchase extends Purchase {
  annualRatePpb: number;
  /** For the whole term. */
  income: bigint;
  renew: Renewal;
}

export interface MiningPurchase extends Purchase {
  incomeAsset: string;
  dailyRatePpb: number;
  payout: MiningPayout;
  /** Units of `incomeAsset` a day. */
  income: bigint;
  /** Incomes that were paid; 0 to the end where they are paid at the end. */
  paid: number;
  /** Gets a part of each income; null: no rebate. */
  inviter: number | null;
  rebatePpb: number;
}

export type EarnPurchase = FinancialPurchase | MiningPurchase;

export interface EarnState<Terms = EarnTerms, Bought = EarnPurchase> {
  /** The next number of a purchase, from 1. */
  next: number;
  products: Map<string, EarnProduct<Terms>>;
  /** Terms that one of staff has proposed and nobody has seconded. */
  proposed: Map<string, { terms: Terms; by: number }>;
  /** Those that are held. */
  purchases: Map<number, Bought>;
  /** By when something of them is due. Follows from the purchases. */
  due: Ranked;
  /** Incomes and rebates that the house has promised, by asset. Follows from the purchases. */
  promised: Map<string, bigint>;
}

/** How often a user has cancelled purchases of a product on a day (GMT+8), and how much in all. */
export interface Cancels {
  day: number;
  count: number;
  amount: bigint;
}

export interface FinancialState extends EarnState<FinancialTerms, FinancialPurchase> {
  /** By `<user>/<product>`. */
  cancels: Map<string, Cancels>;
}
export type MiningState = EarnState<MiningTerms, MiningPurchase>;

export function createFinancialState(): FinancialState {
  return { ...createEarnState<FinancialTerms, FinancialPurchase>(), cancels: new Map() };
}

export function createMiningState(): MiningState {
  return createEarnState();
}

function createEarnState<Terms, Bought>(): EarnState<Terms, Bought> {
  return {
    next: 1,
    products: new Map(),
    proposed: new Map(),
    purchases: new Map(),
    due: createRanked(),
    promised: new Map(),
  };
}

export function cancelsKey(user: number, product: string): string {
  return `${user}/${product}`;
}

/** The asset of the principal and that of the income, which may be one. */
export function coinsOf({ asset, incomeAsset = asset }: { asset: string; incomeAsset?: string }): [string, string] {
  return [asset, incomeAsset];
}

const DAY_MS = 86_400_000;

type Timed = Readonly<Pick<MiningPurchase, 'payout' | 'paid' | 'termDays' | 'startsAt' | 'expiresAt'>>;

/** When the next income of mining is due: 01:00 of each day, or when the term is over. Null when all have been paid. */
export function nextIncomeAt({ payout, paid, termDays, startsAt, expiresAt }: Timed): number | null {
  if (payout === 'end') return expiresAt;
  return paid < termDays ? firstIncomeAt(startsAt) + paid * DAY_MS : null;
}

/** When something of a purchase is due: an income, or the principal. */
export function nextDueAt(purchase: EarnPurchase): number {
  return ('payout' in purchase ? nextIncomeAt(purchase) : null) ?? purchase.expiresAt;
}

type Promising = Readonly<Pick<MiningPurchase, 'payout' | 'paid' | 'termDays' | 'income' | 'inviter' | 'rebatePpb'>>;

/** Incomes and rebates of them that the house still has to pay for a purchase, units of the income's asset. */
export function promisedOf(purchase: Readonly<Pick<FinancialPurchase, 'income' | 'renew'>> | Promising): bigint {
  if (!('payout' in purchase)) return purchase.income;
  const { payout, paid, termDays, income, inviter, rebatePpb } = purchase;
  const left = BigInt(termDays - paid);
  const [one, times] = payout === 'daily' ? [income, left] : [income * left, 1n];
  const rebate = inviter === null ? 0n : rebateOf(one, rebatePpb);
  return (one + rebate) * times;
}

declare module '../../../core/state' {
  interface ProductStates {
    financial: FinancialState;
    mining: MiningState;
  }
}
