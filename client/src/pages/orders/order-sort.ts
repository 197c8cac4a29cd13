import { compareDecimals } from '../../../../shared/wire/market-data';

/** What there is none of comes first. Canonical non-negative decimals. */
export function compareShown(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareDecimals(a, b);
}
