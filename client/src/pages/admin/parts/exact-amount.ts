import type { NumberFormats } from '../../../shared/lib/numbers/format';

/** Every digit of it, in the figures of the language: what is ordered or promised to the last unit. */
export function exactAmount(numbers: NumberFormats, amount: string, asset: string): string {
  return `${numbers.exact(amount)} ${asset}`;
}
