import { quotientOf } from '../../../kit/lib/numbers/exact';

/** Decimals of the quotient before shortening. */
const PLACES = 18;
const DIGITS_SHOWN = 8;

/** Amount of `b` per unit of `a`, cut to about eight significant digits. The integer part is never cut. */
export function rateOf(a: string, b: string): string {
  const [whole = '0', places = ''] = quotientOf(b, a, PLACES).split('.');
  const zeros = whole === '0' ? (/^0*/.exec(places)?.[0].length ?? 0) : 0;
  const digits = whole === '0' ? zeros + DIGITS_SHOWN : Math.max(2, DIGITS_SHOWN - whole.length);
  const kept = places.slice(0, digits).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
