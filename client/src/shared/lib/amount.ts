/** How amounts are shown where no market says how. */
export const AMOUNT_DIGITS = 4;

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
