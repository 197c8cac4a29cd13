/** Value and gain of a robot for display, cut to the places of quote. */
import type { Robot } from '../../../../../shared/products/robot/wire';
import { scaleOf } from '../../../../../shared/rules/units';
import { cutTo, differenceOf, productOf, quotientOf, sumOf } from '../../../kit/lib/numbers/exact';

const PERCENT_PLACES = 6;

type Worth = Pick<Robot, 'amount' | 'quoteHeld' | 'baseHeld' | 'status' | 'returnedQuote' | 'returnedBase'>;

/** Value of quote and base at `price`, in quote. Null if the price is unknown. For an ended robot the returned amounts count. */
export function worthOf(robot: Worth, price: string | null): string | null {
  const quote = robot.returnedQuote ?? robot.quoteHeld;
  const base = robot.returnedBase ?? robot.baseHeld;
  const places = Math.max(scaleOf(robot.amount), scaleOf(quote));
  if (/^[0.]*$/.test(base)) return quote;
  return price === null ? null : sumOf([quote, cutTo(productOf(base, price), places)]);
}

/** Value minus stake, in quote; null if the value is unknown. */
export function gainOf(robot: Worth, price: string | null): string | null {
  const value = worthOf(robot, price);
  return value === null ? null : differenceOf(value, robot.amount);
}

/** Gain as a fraction of the stake. */
export function partOf(gain: string, amount: string): string {
  return quotientOf(gain, amount, PERCENT_PLACES);
}
