import { quotientOf } from '../../../kit/lib/numbers/exact';

/** Decimals of the quotient before shortening. */
const PLACES = 18;
const DIGITS_SHOWN = 8;

/** Amount of `b` per unit of `a`, cut to about eight significant digits. The integer part is never cut. */
export function rateOf(a: string, b: string): string {
  const [integerPart = '0', fraction = ''] = quotientOf(b, a, PLACES).split('.');
  const zeros = integerPart === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const digits = integerPart === '0' ? zeros + DIGITS_SHOWN : Math.max(2, DIGITS_SHOWN - integerPart.length);
  const shownFraction = fraction.slice(0, digits).replace(/0+$/, '');
  return shownFraction === '' ? integerPart : `${integerPart}.${shownFraction}`;
}
