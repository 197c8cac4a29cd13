/** What a robot is worth and has made, for the eye: cut to the places of quote. */
import type { Robot } from '../../../../../shared/products/robot/wire';
import { scaleOf } from '../../../../../shared/rules/units';
import { cutTo, differenceOf, productOf, quotientOf, sumOf } from '../../../shared/lib/numbers/exact';

const PERCENT_PLACES = 6;

type Worth = Pick<Robot, 'amount' | 'quoteHeld' | 'baseHeld' | 'status' | 'returnedQuote' | 'returnedBase'>;

/** Quote and base at a price; null where the price is not known. What is over is told by what came back. */
export function worthOf(robot: Worth, price: string | null): string | null {
  const quote = robot.returnedQuote ?? robot.quoteHeld;
  const base = robot.returnedBase ?? robot.baseHeld;
  const places = Math.max(scaleOf(robot.amount), scaleOf(quote));
  if (/^[0.]*$/.test(base)) return quote;
  return price === null ? null : sumOf([quote, cutTo(productOf(base, price), places)]);
}

/** Worth less stake; null where the worth is not known. */
export function gainOf(robot: Worth, price: string | null): string | null {
  const worth = worthOf(robot, price);
  return worth === null ? null : differenceOf(worth, robot.amount);
}

/** A gain as a part of the stake. */
export function partOf(gain: string, amount: string): string {
  return quotientOf(gain, amount, PERCENT_PLACES);
}
