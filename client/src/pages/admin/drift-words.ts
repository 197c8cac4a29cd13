/** What the ledger is compared with, in words. */
import type { Texts } from '../../shared/i18n/use-texts';

const COMPARISONS = [
  'ledger.sum',
  'ledger.hold',
  'live.balance',
  'live.house',
  'live.order',
  'live.position',
  'stored.balance',
  'stored.order',
  'stored.position',
  'stored.withdrawal',
  'stored.frozen',
  'records.balance',
  'chain.custody',
  'chain.holdings',
] as const;

export function comparedWith(say: Texts['say'], comparison: string): string {
  const known = COMPARISONS.find((one) => one === comparison);
  return known ? say(`staff.drift.with.${known}`) : comparison;
}
