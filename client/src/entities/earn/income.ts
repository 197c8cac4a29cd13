/** What a purchase would bring and when, before it is made: reckoned as the exchange does, in decimal strings. */
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { decimalOf } from '../../../../shared/rules/units';
import { cutTo, exact, floorTo, productOf, quotientOf } from '../../shared/lib/exact';

const PPB_SCALE = 9;
const DAYS_A_YEAR = '365';
const HOUR_MS = 3_600_000;
/** More than any index price has: what is cut behind them moves no unit that is shown. */
const RATIO_PLACES = 24;

export function ratioOf(ppb: number): string {
  return decimalOf(BigInt(ppb), PPB_SCALE);
}

/** Of a whole term at a rate a year of 365 days; in the asset of `amount` with `scale` places, rounded down, once. */
export function financialIncome(amount: string, annualRatePpb: number, termDays: number, scale: number): string {
  const ofAYear = productOf(productOf(amount, ratioOf(annualRatePpb)), String(termDays));
  return quotientOf(ofAYear, DAYS_A_YEAR, scale);
}

/**
 * Of one day, with `scale` places of the income's asset, rounded down. `price`: what one of the amount's asset is in the income's,
 * as two prices of an index; null where both are one.
 */
export function miningIncome(
  amount: string,
  dailyRatePpb: number,
  scale: number,
  price: { of: string; by: string } | null,
): string {
  const ofADay = productOf(amount, ratioOf(dailyRatePpb));
  if (price === null) return cutTo(ofADay, scale);
  return cutTo(quotientOf(productOf(ofADay, price.of), price.by, RATIO_PLACES), scale);
}

export function timesOf(amount: string, times: number): string {
  return productOf(amount, String(times));
}

/** Of a purchase now: from when it earns, and when it is paid back. */
export function termFrom(now: number, termDays: number): { startsAt: number; expiresAt: number } {
  const first = dayOf(now) + 1;
  return { startsAt: dayStart(first), expiresAt: dayStart(first + termDays) };
}

/** The next full hour, when the allocation begins; at a full hour the one after it. */
export function allocationFrom(now: number): number {
  return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS;
}

/** The first income of one that pays daily: an hour into its first day. */
export function firstIncomeAt(startsAt: number): number {
  return startsAt + HOUR_MS;
}

/** How much of `all` is gone, from 0 to 1, for a bar. */
export function soldPart(all: string, left: string): number {
  const scale = 8;
  const whole = exact(cutTo(all, scale), scale);
  if (whole === 0n) return 1;
  const gone = whole - exact(cutTo(left, scale), scale);
  return Math.min(1, Math.max(0, Number((gone * 10_000n) / whole) / 10_000));
}

/** At most this much may be bought: by what is left, by the user's own bound and by the balance; down to the step of the asset. */
export function mostOf(bounds: readonly string[], scale: number): string {
  const least = bounds.reduce((one, other) => (exact(one, 30) > exact(other, 30) ? other : one));
  return least.startsWith('-') ? '0' : floorTo(least, decimalOf(1n, scale));
}
