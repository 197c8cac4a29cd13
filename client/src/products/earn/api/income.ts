/** What a purchase would bring, before it is made: by the same rules as the exchange's own, in decimal strings. */
import * as rules from '../../../../../shared/products/earn/rules/income';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { cutTo, exact, floorTo, isAbove, productOf } from '../../../shared/lib/numbers/exact';

const PPB_SCALE = 9;

export function ratioOf(ppb: number): string {
  return decimalOf(BigInt(ppb), PPB_SCALE);
}

/** Of a whole term, in the asset of `amount`, which has `scale` places. */
export function financialIncome(amount: string, annualRatePpb: number, termDays: number, scale: number): string {
  return decimalOf(rules.financialIncome(exact(cutTo(amount, scale), scale), annualRatePpb, termDays), scale);
}

interface Staked {
  scale: number;
  incomeScale: number;
  dailyRatePpb: number;
}

/** Of one day. `price`: of the asset and of its income's by the index; null where both are one. */
export function miningIncome(amount: string, staked: Staked, price: { of: string; by: string } | null): string {
  const { scale, incomeScale, dailyRatePpb } = staked;
  return decimalOf(
    rules.miningIncome(
      exact(cutTo(amount, scale), scale),
      dailyRatePpb,
      price && conversionOf(price, scale, incomeScale),
    ),
    incomeScale,
  );
}

function conversionOf(price: { of: string; by: string }, scale: number, incomeScale: number): rules.Conversion {
  const places = Math.max(scaleOf(price.of), scaleOf(price.by));
  return { of: exact(price.of, places), by: exact(price.by, places), scaleOf: scale, scaleBy: incomeScale };
}

export function timesOf(amount: string, times: number): string {
  return productOf(amount, String(times));
}

/** How much of `all` is gone, from 0 to 1, for a bar. */
export function soldPart(all: string, left: string): number {
  const scale = Math.max(scaleOf(all), scaleOf(left));
  const whole = exact(all, scale);
  if (whole === 0n) return 1;
  const gone = whole - exact(left, scale);
  return Math.min(1, Math.max(0, Number((gone * 10_000n) / whole) / 10_000));
}

/** At most this much may be bought: the least of the bounds, down to the step of the asset, never below nothing. */
export function mostOf(bounds: readonly string[], scale: number): string {
  const least = bounds.reduce((one, other) => (isAbove(one, other) ? other : one));
  return least.startsWith('-') ? '0' : floorTo(least, decimalOf(1n, scale));
}
