/** State of financial products and mining: one product of two kinds. */
import { firstIncomeAt, rebateOf } from '../../../../shared/products/earn/rules/income';
import { createRanked, type Ranked } from '../../../core/indexes/ranked-ids';
import type { EarnCommand, EarnSale, EarnTerms, FinancialTerms, MiningPayout, MiningTerms, Renewal } from './commands';
import type { EarnEvent } from './events';

export type EarnKind = 'financial' | 'mining';

/** Kind of one of the product's own commands or events. */
export function kindOf({ type }: Pick<EarnCommand | EarnEvent, 'type'>): EarnKind {
  return type.includes('Mining') ? 'mining' : 'financial';
}

export interface EarnProduct<Terms = EarnTerms> {
  terms: Terms;
  state: EarnSale;
  /** Sold part of the quota, minus cancelled purchases. */
  sold: bigint;
  /** Held amounts by user. Derived from the purchases. */
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
  /** Income of the whole term. */
  income: bigint;
  renew: Renewal;
}

export interface MiningPurchase extends Purchase {
  incomeAsset: string;
  dailyRatePpb: number;
  payout: MiningPayout;
  /** Units of `incomeAsset` per day. */
  income: bigint;
  /** Number of paid incomes; stays 0 if they are paid at the end. */
  paid: number;
  /** Recipient of a part of each income; null: no rebate. */
  inviter: number | null;
  rebatePpb: number;
}

export type EarnPurchase = FinancialPurchase | MiningPurchase;

export interface EarnState<Terms = EarnTerms, Bought = EarnPurchase> {
  /** Next purchase number, from 1. */
  next: number;
  products: Map<string, EarnProduct<Terms>>;
  /** Terms proposed by one staff member and awaiting a second. */
  proposed: Map<string, { terms: Terms; by: number }>;
  /** Held purchases. */
  purchases: Map<number, Bought>;
  /** Ordered by their next due time. Derived from the purchases. */
  due: Ranked;
  /** Reserved incomes and rebates of the house by asset. Derived from the purchases. */
  promised: Map<string, bigint>;
}

/** A user's cancellations of a product on a day (GMT+8): number and total amount. */
export interface Cancels {
  day: number;
  count: number;
  amount: bigint;
}

export interface FinancialState extends EarnState<FinancialTerms, FinancialPurchase> {
  /** Keyed `<user>/<product>`. */
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

/** Assets of principal and income, which may be equal. */
export function principalAndIncomeAsset({
  asset,
  incomeAsset = asset,
}: {
  asset: string;
  incomeAsset?: string;
}): [string, string] {
  return [asset, incomeAsset];
}

const DAY_MS = 86_400_000;

type PayoutSchedule = Readonly<Pick<MiningPurchase, 'payout' | 'paid' | 'termDays' | 'startsAt' | 'expiresAt'>>;

/** Due time of the next mining income: 01:00 of each day, or the end of the term. Null when all are paid. */
export function nextIncomeAt({ payout, paid, termDays, startsAt, expiresAt }: PayoutSchedule): number | null {
  if (payout === 'end') return expiresAt;
  return paid < termDays ? firstIncomeAt(startsAt) + paid * DAY_MS : null;
}

/** Next due time of a purchase: an income, or the principal. */
export function nextDueAt(purchase: EarnPurchase): number {
  return ('payout' in purchase ? nextIncomeAt(purchase) : null) ?? purchase.expiresAt;
}

type PromisedIncomeInput = Readonly<
  Pick<MiningPurchase, 'payout' | 'paid' | 'termDays' | 'income' | 'inviter' | 'rebatePpb'>
>;

/** Incomes and their rebates that the house still owes for a purchase, units of the income's asset. */
export function promisedIncomeOf(
  purchase: Readonly<Pick<FinancialPurchase, 'income' | 'renew'>> | PromisedIncomeInput,
): bigint {
  if (!('payout' in purchase)) return purchase.income;
  const { payout, paid, termDays, income, inviter, rebatePpb } = purchase;
  const remainingDays = BigInt(termDays - paid);
  const [one, times] = payout === 'daily' ? [income, remainingDays] : [income * remainingDays, 1n];
  const rebate = inviter === null ? 0n : rebateOf(one, rebatePpb);
  return (one + rebate) * times;
}

declare module '../../../core/state' {
  interface ProductStates {
    financial: FinancialState;
    mining: MiningState;
  }
}
