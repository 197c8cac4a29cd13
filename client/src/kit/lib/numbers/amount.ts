/** Decimals of an amount in an overview; in a full amount, those shown at full contrast even if zero. */
export const AMOUNT_DIGITS = 4;

/** Number of trailing zeros after the fourth decimal, in a text with `digits` decimals. */
export function mutedZeros(text: string, digits: number): number {
  const zeros = /0*$/.exec(text)?.[0].length ?? 0;
  return Math.max(0, Math.min(zeros, digits - AMOUNT_DIGITS));
}

/** True if a nonzero amount would be shown as zero with this many decimals. */
export function isLostAt(amount: string, digits: number): boolean {
  const [integer = '', fraction = ''] = amount.split('.');
  return /^-?0$/.test(integer) && /[1-9]/.test(fraction) && /^0*$/.test(fraction.slice(0, digits));
}

/** Direction of a change. */
export function signOf(amount: string): 'up' | 'down' | 'level' {
  if (!/[1-9]/.test(amount)) return 'level';
  return amount.startsWith('-') ? 'down' : 'up';
}
