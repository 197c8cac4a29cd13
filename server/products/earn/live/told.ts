/** A purchase of a financial product or of mining as it is told: from the state, or from what is stored of it. */
import { dayOf } from '../../../../shared/rules/days';
import { allocationFrom, financialIncome } from '../../../../shared/products/earn/rules/income';
import { decimalOf } from '../../../../shared/rules/units';
import type {
  FinancialHolding,
  FinancialStatus,
  MiningHolding,
  MiningStatus,
} from '../../../../shared/products/earn/wire';
import type { FinancialEnded } from '../core/events';
import { nextIncomeAt, type FinancialPurchase, type MiningPurchase } from '../core/state';

/** Facts of a purchase that are known from its beginning on. */
export type FinancialFacts = Readonly<Omit<FinancialPurchase, 'user' | 'hold' | 'renew'>> & {
  readonly name: string;
  readonly scale: number;
  readonly renew: boolean;
};
export interface Outcome {
  end: FinancialEnded['end'];
  at: number;
}

/** `ended`: null as long as it is held. */
export function toldFinancial(facts: FinancialFacts, ended: Outcome | null, now: number): FinancialHolding {
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
    generated: decimalOf(generatedOf(facts, ended, now), scale),
    status: statusOf(facts, ended, now),
    endedAt: ended && ended.at,
  };
}

/** One that was left went back as well, only without income. */
function statusOf({ startsAt }: FinancialFacts, ended: Outcome | null, now: number): FinancialStatus {
  if (ended) return ended.end === 'cancelled' ? 'cancelled' : 'settled';
  return now < startsAt ? 'buying' : 'earning';
}

/** By whole days, rounded down: never more than is paid at the end. */
function generatedOf(facts: FinancialFacts, ended: Outcome | null, now: number): bigint {
  const { amount, annualRatePpb, startsAt, expiresAt, income } = facts;
  if (ended) return ended.end === 'settled' ? income : 0n;
  const days = dayOf(Math.min(now, expiresAt)) - dayOf(startsAt);
  return days > 0 ? financialIncome(amount, annualRatePpb, days) : 0n;
}

/** Facts of mining that are known from the beginning on, and the number of paid incomes. */
export type MiningFacts = Readonly<Omit<MiningPurchase, 'user' | 'hold' | 'inviter' | 'rebatePpb'>> & {
  readonly name: string;
  readonly scale: number;
  readonly incomeScale: number;
};

/** `isOver`: its principal went back. */
export function toldMining(facts: MiningFacts, isOver: boolean, now: number): MiningHolding {
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
    allocatingFrom: allocationFrom(boughtAt),
    startsAt,
    expiresAt,
    nextPayoutAt: isOver ? null : nextIncomeAt(facts),
    expected: times(termDays),
    generated: times(isOver ? termDays : paid),
    status: isOver ? 'ended' : miningStatusOf(facts, now),
  };
}

function miningStatusOf({ boughtAt, startsAt }: MiningFacts, now: number): MiningStatus {
  if (now >= startsAt) return 'mining';
  return now >= allocationFrom(boughtAt) ? 'allocating' : 'participated';
}
