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
export function toWireFinancial(
  details: FinancialRecordInput,
  ending: PurchaseEnd | null,
  now: number,
): FinancialHolding {
  const { id, product, name, asset, scale, amount, termDays, annualRatePpb, renew } = details;
  const { boughtAt, startsAt, expiresAt, income } = details;
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
    generated: decimalOf(accruedIncomeOf(details, ending, now), scale),
    status: statusOf(details, ending, now),
    endedAt: ending && ending.at,
  };
}

/** A purchase left early was returned too, but without income. */
function statusOf({ startsAt }: FinancialRecordInput, ending: PurchaseEnd | null, now: number): FinancialStatus {
  if (ending) return ending.end === 'cancelled' ? 'cancelled' : 'settled';
  return now < startsAt ? 'buying' : 'earning';
}

/** Whole days, rounded down: never more than the payment at the end. */
function accruedIncomeOf(details: FinancialRecordInput, ending: PurchaseEnd | null, now: number): bigint {
  const { amount, annualRatePpb, startsAt, expiresAt, income } = details;
  if (ending) return ending.end === 'settled' ? income : 0n;
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
export function toWireMining(details: MiningRecordInput, isOver: boolean, now: number): MiningHolding {
  const { id, product, name, asset, scale, amount, incomeAsset, incomeScale, termDays, dailyRatePpb, payout } = details;
  const { income, paid, boughtAt, startsAt, expiresAt } = details;
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
    nextPayoutAt: isOver ? null : nextIncomeAt(details),
    expected: times(termDays),
    generated: times(isOver ? termDays : paid),
    status: isOver ? 'ended' : miningStatusOf(details, now),
  };
}

function miningStatusOf({ boughtAt, startsAt }: MiningRecordInput, now: number): MiningStatus {
  if (now >= startsAt) return 'mining';
  return now >= allocationStartsAt(boughtAt) ? 'allocating' : 'participated';
}
