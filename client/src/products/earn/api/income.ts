/** Projected income before a purchase, by the server's rules, in decimal strings. */
import * as rules from '../../../../../shared/products/earn/rules/income';
import { decimalOf, scaleOf } from '../../../../../shared/rules/units';
import { cutTo, exact, floorTo, isAbove, productOf } from '../../../kit/lib/numbers/exact';

const PPB_SCALE = 9;

export function ratioOf(ppb: number): string {
  return decimalOf(BigInt(ppb), PPB_SCALE);
}

/** Income of a whole term, in the asset of `amount`. `amount` is cut to `scale` decimals; the annual rate is in parts per billion. */
export function financialIncome(amount: string, annualRatePpb: number, termDays: number, scale: number): string {
  return decimalOf(rules.financialIncome(exact(cutTo(amount, scale), scale), annualRatePpb, termDays), scale);
}

interface Staked {
  scale: number;
  incomeScale: number;
  dailyRatePpb: number;
}

/**
 * Income of one day, in the income asset. `prices` holds the index prices of the asset (`assetPrice`) and of the income asset (`incomePrice`); null if they
 * are the same asset.
 */
export function miningIncome(
  amount: string,
  staked: Staked,
  prices: { assetPrice: string; incomePrice: string } | null,
): string {
  const { scale, incomeScale, dailyRatePpb } = staked;
  return decimalOf(
    rules.miningIncome(
      exact(cutTo(amount, scale), scale),
      dailyRatePpb,
      prices && conversionOf(prices, scale, incomeScale),
    ),
    incomeScale,
  );
}

function conversionOf(
  prices: { assetPrice: string; incomePrice: string },
  scale: number,
  incomeScale: number,
): rules.Conversion {
  const places = Math.max(scaleOf(prices.assetPrice), scaleOf(prices.incomePrice));
  return {
    assetPrice: exact(prices.assetPrice, places),
    incomeAssetPrice: exact(prices.incomePrice, places),
    assetScale: scale,
    incomeAssetScale: incomeScale,
  };
}

export function timesOf(amount: string, times: number): string {
  return productOf(amount, String(times));
}

/** Sold share of `quota`, from 0 to 1, for a bar. */
export function soldShare(quota: string, remaining: string): number {
  const scale = Math.max(scaleOf(quota), scaleOf(remaining));
  const total = exact(quota, scale);
  if (total === 0n) return 1;
  const soldAmount = total - exact(remaining, scale);
  return Math.min(1, Math.max(0, Number((soldAmount * 10_000n) / total) / 10_000));
}

/** Largest possible purchase: the smallest bound, rounded down to `scale` decimals, at least 0. */
export function smallestBound(bounds: readonly string[], scale: number): string {
  const min = bounds.reduce((one, other) => (isAbove(one, other) ? other : one));
  return min.startsWith('-') ? '0' : floorTo(min, decimalOf(1n, scale));
}
