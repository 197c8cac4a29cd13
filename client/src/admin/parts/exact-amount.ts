import type { NumberFormats } from '../../kit/lib/numbers/format';

/** Unrounded amount in the language's format, for amounts ordered or promised exactly. */
export function exactAmount(numbers: NumberFormats, amount: string, asset: string): string {
  return `${numbers.exact(amount)} ${asset}`;
}
