/** What the ledger is compared with, in words. */
import { COMPARISONS } from '../../../../../shared/wire/comparisons';
import type { Texts } from '../../../shared/i18n/use-texts';

export function comparedWith(say: Texts['say'], comparison: string): string {
  const known = COMPARISONS.find((one) => one === comparison);
  return known ? say(`staff.drift.with.${known}`) : comparison;
}
