/**
 * What financial products and mining bring, and when: the one rule for the exchange and for its screens. Amounts are integers of
 * an asset's smallest unit, rates parts per billion, times epoch milliseconds, days those of GMT+8.
 */
import { dayOf, dayStart } from '../../../rules/days';
import { PPB } from '../../../rules/rounding';

/** In every year. */
const DAYS_A_YEAR = 365n;
const HOUR_MS = 3_600_000;

/** Of a whole term, in units of `amount`'s own asset: amount × annual rate × days / 365, rounded down, once. */
export function financialIncome(amount: bigint, annualRatePpb: number, termDays: number): bigint {
  return (amount * BigInt(annualRatePpb) * BigInt(termDays)) / (DAYS_A_YEAR * PPB);
}

/** Two prices of one measure and one scale, and the scales of the two assets. */
export interface Conversion {
  /** Of the asset that is staked, and of the one that income is paid in; above zero. */
  of: bigint;
  by: bigint;
  scaleOf: number;
  scaleBy: number;
}

/**
 * Of one day, in units of the asset that income is paid in: amount × daily rate, by the index where that is another asset;
 * null where it is the same. Rounded down, once.
 */
export function miningIncome(amount: bigint, dailyRatePpb: number, conversion: Conversion | null): bigint {
  const ofADay = amount * BigInt(dailyRatePpb);
  if (conversion === null) return ofADay / PPB;
  const { of, by, scaleOf, scaleBy } = conversion;
  return (ofADay * of * 10n ** BigInt(scaleBy)) / (PPB * by * 10n ** BigInt(scaleOf));
}

/**
 * What a rebate of a purchase of mining is at most: half of the incomes of its term (`income` a day), in units of the asset that is
 * staked, by the prices that fixed the income. Rounded down, once.
 */
export function rebateMaxOf(income: bigint, termDays: number, conversion: Conversion | null): bigint {
  const incomes = income * BigInt(termDays);
  if (conversion === null) return incomes / 2n;
  const { of, by, scaleOf, scaleBy } = conversion;
  return (incomes * by * 10n ** BigInt(scaleOf)) / (2n * of * 10n ** BigInt(scaleBy));
}

/** Of a purchase at this time: from when it earns, and when its principal goes back. */
export function termFrom(boughtAt: number, termDays: number): { startsAt: number; expiresAt: number } {
  const first = dayOf(boughtAt) + 1;
  return { startsAt: dayStart(first), expiresAt: dayStart(first + termDays) };
}

/** The next full hour, from which mining is being allocated; of a purchase at a full hour the one after it. */
export function allocationFrom(boughtAt: number): number {
  return (Math.floor(boughtAt / HOUR_MS) + 1) * HOUR_MS;
}

/** The first income of mining that pays daily: an hour into its first day. */
export function firstIncomeAt(startsAt: number): number {
  return startsAt + HOUR_MS;
}

/** Of the principal or of one income of mining, to who invited the buyer: turnover × ratio, rounded down. */
export function rebateOf(turnover: bigint, ratioPpb: number): bigint {
  return (turnover * BigInt(ratioPpb)) / PPB;
}
