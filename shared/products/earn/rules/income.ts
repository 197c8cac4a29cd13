/**
 * Incomes of financial products and mining, and their times, shared by the exchange and its screens. Amounts are
 * integers in an asset's smallest unit, rates parts per billion, times epoch milliseconds, days those of GMT+8.
 */
import { dayOf, dayStart } from '../../../rules/days';
import { PPB } from '../../../rules/arithmetic/rounding';

/** The same for every year. */
const DAYS_A_YEAR = 365n;
const HOUR_MS = 3_600_000;

/** Income of a whole term, in units of `amount`'s asset: amount × annual rate × days / 365, rounded down, once. */
export function financialIncome(amount: bigint, annualRatePpb: number, termDays: number): bigint {
  return (amount * BigInt(annualRatePpb) * BigInt(termDays)) / (DAYS_A_YEAR * PPB);
}

/** Two prices in the same currency and scale, and the scales of the two assets. */
export interface Conversion {
  /** Index prices of the staked asset and of the income's asset; above zero. */
  assetPrice: bigint;
  incomeAssetPrice: bigint;
  assetScale: number;
  incomeAssetScale: number;
}

/**
 * Income of one day, in units of the income's asset: amount × daily rate, converted by the index if the assets differ, else `conversion` is
 * null. Rounded down, once.
 */
export function miningIncome(amount: bigint, dailyRatePpb: number, conversion: Conversion | null): bigint {
  const ofADay = amount * BigInt(dailyRatePpb);
  if (conversion === null) return ofADay / PPB;
  const { assetPrice, incomeAssetPrice, assetScale, incomeAssetScale } = conversion;
  return (ofADay * assetPrice * 10n ** BigInt(incomeAssetScale)) / (PPB * incomeAssetPrice * 10n ** BigInt(assetScale));
}

/**
 * Maximum rebate of a mining purchase: half of the incomes of its term (`income` a day), in units of the staked asset, at the prices that
 * fixed the income. Rounded down, once.
 */
export function rebateMaxOf(income: bigint, termDays: number, conversion: Conversion | null): bigint {
  const incomes = income * BigInt(termDays);
  if (conversion === null) return incomes / 2n;
  const { assetPrice, incomeAssetPrice, assetScale, incomeAssetScale } = conversion;
  return (incomes * incomeAssetPrice * 10n ** BigInt(assetScale)) / (2n * assetPrice * 10n ** BigInt(incomeAssetScale));
}

/** For a purchase at this time: when it starts to earn, and when its principal is returned. */
export function termOf(boughtAt: number, termDays: number): { startsAt: number; expiresAt: number } {
  const first = dayOf(boughtAt) + 1;
  return { startsAt: dayStart(first), expiresAt: dayStart(first + termDays) };
}

/** The next full hour, from which mining is being allocated; of a purchase at a full hour the one after it. */
export function allocationStartsAt(boughtAt: number): number {
  return (Math.floor(boughtAt / HOUR_MS) + 1) * HOUR_MS;
}

/** Time of the first income of daily mining: an hour into its first day. */
export function firstIncomeAt(startsAt: number): number {
  return startsAt + HOUR_MS;
}

/** Rebate to the buyer's inviter, on the principal or on one mining income: turnover × ratio, rounded down. */
export function rebateOf(turnover: bigint, ratioPpb: number): bigint {
  return (turnover * BigInt(ratioPpb)) / PPB;
}
