/** Places of an amount in an overview; of a whole amount, those that are as strong when they are zero. */
export const AMOUNT_DIGITS = 4;

/** How many zeros at the end of a text with `digits` places stand behind the fourth place. */
export function mutedZeros(text: string, digits: number): number {
  const zeros = /0*$/.exec(text)?.[0].length ?? 0;
  return Math.max(0, Math.min(zeros, digits - AMOUNT_DIGITS));
}

/** Whether an amount that is something would read as nothing with so many places. */
export function isLostAt(amount: string, digits: number): boolean {
  const [whole = '', fraction = ''] = amount.split('.');
  return /^-?0$/.test(whole) && /[1-9]/.test(fraction) && /^0*$/.test(fraction.slice(0, digits));
}

/** Which way a change goes. */
export function signOf(amount: string): 'up' | 'down' | 'level' {
  if (!/[1-9]/.test(amount)) return 'level';
  return amount.startsWith('-') ? 'down' : 'up';
}
