/** A purchase of a financial product or mining as a record, from the state or from stored rows. */
import { dayOf } from '../../../../shared/rules/days';
import { allocationStartsAt, financialIncome } from '../../../../shared/products/earn/rules/income';
import { decimalOf } from '../../../../shared/rules/units';
import type {
  FinancialHolding,
  FinancialStatus,
  MiningHolding,
  MiningStatus,
} from '../../../../shared/products/earn/wire';
import type { FinancialEnded } from '../core/events';
import { nextIncomeAt, type FinancialPurchase, type MiningPurchase } from '../core/state';

/** Facts of a purchase known from its beginning. */
export type FinancialRecordInput = Readonly<Omit<FinancialPurchase, 'user' | 'hold' | 'renew'>> & {
  readonly name: string;
  readonly scale: number;
  readonly renew: boolean;
};
export interface PurchaseEnd {
  end: FinancialEnded['end'];
  at: number;
}

/** `ended`: null while it is held. */
export function toWireFinancial(facts: FinancialRecordInput, ended: PurchaseEnd | null, now: number): FinancialHolding {
  const { id, product, name, asset, scale, amount, termDays, annualRatePpb, renew } = facts;
  const { boughtAt, startsAt, expiresAt, income } = facts;
  return {
    purchase: String(id),
    product,
    name,
    asset,
    amount: decimalOf(amount, scale),
    termDays,
    annualRatePpb,
    renew,
    boughtAt,
    startsAt,
    expiresAt,
    expected: decimalOf(income, scale),
    generated: decimalOf(accruedIncomeOf(facts, ended, now), scale),
    status: statusOf(facts, ended, now),
    endedAt: ended && ended.at,
  };
}

/** A purchase left early was returned too, but without income. */
function statusOf({ startsAt }: FinancialRecordInput, ended: PurchaseEnd | null, now: number): FinancialStatus {
  if (ended) return ended.end === 'cancelled' ? 'cancelled' : 'settled';
  return now < startsAt ? 'buying' : 'earning';
}

/** Whole days, rounded down: never more than the payment at the end. */
function accruedIncomeOf(facts: FinancialRecordInput, ended: PurchaseEnd | null, now: number): bigint {
  const { amount, annualRatePpb, startsAt, expiresAt, income } = facts;
  if (ended) return ended.end === 'settled' ? income : 0n;
  const days = dayOf(Math.min(now, expiresAt)) - dayOf(startsAt);
  return days > 0 ? financialIncome(amount, annualRatePpb, days) : 0n;
}

/** Facts of mining known from its beginning, and the number of paid incomes. */
export type MiningRecordInput = Readonly<Omit<MiningPurchase, 'user' | 'hold' | 'inviter' | 'rebatePpb'>> & {
  readonly name: string;
  readonly scale: number;
  readonly incomeScale: number;
};

/** `isOver`: the principal was returned. */
export function toWireMining(facts: MiningRecordInput, isOver: boolean, now: number): MiningHolding {
  const { id, product, name, asset, scale, amount, incomeAsset, incomeScale, termDays, dailyRatePpb, payout } = facts;
  const { income, paid, boughtAt, startsAt, expiresAt } = facts;
  const times = (count: number): string => decimalOf(income * BigInt(count), incomeScale);
  return {
    purchase: String(id),
    product,
    name,
    asset,
    amount: decimalOf(amount, scale),
    incomeAsset,
    termDays,
    dailyRatePpb,
    payout,
    incomeADay: times(1),
    boughtAt,
    allocatingFrom: allocationStartsAt(boughtAt),
    startsAt,
    expiresAt,
    nextPayoutAt: isOver ? null : nextIncomeAt(facts),
    expected: times(termDays),
    generated: times(isOver ? termDays : paid),
    status: isOver ? 'ended' : miningStatusOf(facts, now),
  };
}

function miningStatusOf({ boughtAt, startsAt }: MiningRecordInput, now: number): MiningStatus {
  if (now >= startsAt) return 'mining';
  return now >= allocationStartsAt(boughtAt) ? 'allocating' : 'participated';
}
