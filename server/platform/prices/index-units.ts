/** Converts prices of sources to the integer units of the journal. */
import Big from 'big.js';

/** Rounded to the nearest unit of 10^−decimals; null for a value that is no valid index. */
export function indexUnits(price: string, decimals: number): number | null {
  const units = Number(new Big(price).times(new Big(10).pow(decimals)).round(0, Big.roundHalfUp).toFixed());
  return Number.isSafeInteger(units) && units > 0 ? units : null;
}

/** The canonical decimal. */
export function indexDecimal(units: number, decimals: number): string {
  return new Big(units).div(new Big(10).pow(decimals)).toFixed();
}
