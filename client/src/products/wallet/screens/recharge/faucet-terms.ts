import { scaleOf } from '../../../../../../shared/rules/units';
import { compare, quotientOf } from '../../../../shared/lib/numbers/exact';

const TIMES_A_DAY = '10';

/** What the form begins with: a tenth of a day's coins, or all of them where a tenth would be too little to be credited. */
export function faucetSuggestion(maximum: string, minimum: string, decimals: number): string {
  const digits = Math.min(decimals, scaleOf(maximum) + 1);
  const tenth = quotientOf(maximum, TIMES_A_DAY, digits);
  return compare(tenth, minimum) < 0 ? maximum : tenth;
}
