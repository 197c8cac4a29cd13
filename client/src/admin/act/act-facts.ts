/** Formats of the facts of staff actions. */
import { ratioOfPpb } from '../../kit/entities/fee/rates';
import type { Texts } from '../../kit/i18n/use-texts';

const RATE_PLACES = 2;

/** Splits a list into its values. */
export function splitList(value: string | number | undefined): string[] {
  return String(value ?? '')
    .split(/ · | /)
    .filter(Boolean);
}

/** Formats each value of a list and keeps its decimals. */
export function amountsText({ numbers }: Texts, value: string): string {
  return splitList(value)
    .map((item) => numbers.exact(item))
    .join(' · ');
}

export function rateText({ numbers }: Texts, ppb = '0'): string {
  return numbers.exactPercent(ratioOfPpb(Number(ppb)), RATE_PLACES);
}

export function yesOrNo({ t }: Texts, value: string): string {
  return t(value === '1' ? 'staff.yes' : 'staff.no');
}

/** Shows `old → new` if they differ. */
export function changeText(oldText: string, newText: string): string {
  return oldText === newText ? newText : `${oldText || '—'} → ${newText || '—'}`;
}
