/** Texts of the comparisons with the ledger. */
import { COMPARISONS } from '../../../../shared/wire/audit/comparisons';
import type { Texts } from '../../kit/i18n/use-texts';

export function comparedWith(t: Texts['t'], comparison: string): string {
  const comparisonName = COMPARISONS.find((one) => one === comparison);
  return comparisonName ? t(`staff.drift.with.${comparisonName}`) : comparison;
}
