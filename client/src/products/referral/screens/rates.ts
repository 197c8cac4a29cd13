/** Rebate rates with all digits. */
import { decimalOf } from '../../../../../shared/rules/units';
import type { ReferralRates } from '../../../../../shared/products/referral/wire';
import type { Texts } from '../../../kit/i18n/use-texts';

const PPB_SCALE = 9;

export function rateShown(numbers: Texts['numbers'], ppb: number): string {
  return numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
}

/** Rates of both levels, by the parameter names of the texts. */
export function ratesShown(
  numbers: Texts['numbers'],
  { level1Ppb, level2Ppb }: Pick<ReferralRates, 'level1Ppb' | 'level2Ppb'>,
): { level1: string; level2: string } {
  return { level1: rateShown(numbers, level1Ppb), level2: rateShown(numbers, level2Ppb) };
}
