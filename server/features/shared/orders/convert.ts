/**
 * The one place where the interface's decimals become the core's integers. A value that does not fit has a code of its
 * own; nothing is rounded and nothing throws for what a user typed but a typed refusal.
 */
import { decimalOf, scaleOf, unitsOf } from '../../../../shared/rules/units';
import type { EdgeCode, RejectionCode } from '../../../../shared/rules/codes';
import { Refusal } from '../../../platform/errors/refusal';

/** The core's bound of an amount, 2^63 − 1 units. */
const AMOUNT_MAX = 2n ** 63n - 1n;

interface Step {
  units: bigint;
  scale: number;
}

/** Price and quantity steps are few and asked for with every order. */
const steps = new Map<string, Step>();
const STEPS_MAX = 10_000;

/** Ticks of a price. Exact. Refuses `price.off.tick`, and above 2^53 − 1 ticks `price.out.of.range`. */
export function ticksOf(price: string, tick: string, above: RejectionCode = 'price.out.of.range'): number {
  return wholeStepsOf(price, tick, 'price.off.tick', above);
}

/** Lots of a quantity. Exact. Refuses `quantity.off.lot`, and above 2^53 − 1 lots `quantity.too.large`. */
export function lotsOf(quantity: string, lot: string): number {
  return wholeStepsOf(quantity, lot, 'quantity.off.lot', 'quantity.too.large');
}

/** Units of an amount of an asset of this scale. Exact. Refuses `amount.too.precise` and `amount.above.maximum`. */
export function amountOf(amount: string, scale: number, asset: string): bigint {
  const units = unitsOf(amount, scale);
  if (typeof units !== 'bigint') throw new Refusal('amount.too.precise', { digits: scale });
  if (units > AMOUNT_MAX)
    throw new Refusal('amount.above.maximum', { asset, digits: scale, maximum: decimalOf(AMOUNT_MAX, scale) });
  return units;
}

/** The order, withdrawal or hold behind an id of the interface. The schema allows 15 digits, so it is exact. */
export function idOf(id: string): number {
  return Number(id);
}

function wholeStepsOf(decimal: string, step: string, off: EdgeCode, above: RejectionCode): number {
  const { units: stepUnits, scale } = stepOf(step);
  const units = unitsOf(decimal, scale);
  if (typeof units !== 'bigint' || units % stepUnits !== 0n) throw new Refusal(off, { step });
  const count = units / stepUnits;
  if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal(above);
  return Number(count);
}

/** `step` is a canonical positive decimal, as every listed market's are. */
function stepOf(step: string): Step {
  let known = steps.get(step);
  if (!known) {
    const scale = scaleOf(step);
    known = { units: unitsOf(step, scale) as bigint, scale };
    if (steps.size < STEPS_MAX) steps.set(step, known);
  }
  return known;
}

/** A field that is left out stays so. */
export function given<T, U>(value: T | undefined, convert: (value: T) => U): U | undefined {
  return value === undefined ? undefined : convert(value);
}
