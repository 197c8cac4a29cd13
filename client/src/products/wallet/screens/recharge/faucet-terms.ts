import { scaleOf } from '../../../../../../shared/rules/units';
import { compare, quotientOf } from '../../../../kit/lib/numbers/exact';

const TIMES_A_DAY = '10';

/** Initial amount: a tenth of the daily maximum, or all of it if a tenth is below the minimum to be credited. */
export function faucetSuggestion(maximum: string, minimum: string, decimals: number): string {
  const digits = Math.min(decimals, scaleOf(maximum) + 1);
  const tenth = quotientOf(maximum, TIMES_A_DAY, digits);
  return compare(tenth, minimum) < 0 ? maximum : tenth;
}
