/**
 * The only conversion of the API's decimals to the core's integers. Each fault has its own code; nothing is rounded,
 * and user input causes only typed refusals.
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

/** Price and quantity steps are few and used by every order. */
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

/** The id of an order, withdrawal or hold in the API. The schema allows 15 digits, so it is exact. */
export function idOf(id: string): number {
  return Number(id);
}

function wholeStepsOf(decimal: string, step: string, misalignedCode: EdgeCode, tooLargeCode: RejectionCode): number {
  const { units: stepUnits, scale } = stepOf(step);
  const units = unitsOf(decimal, scale);
  if (typeof units !== 'bigint' || units % stepUnits !== 0n) throw new Refusal(misalignedCode, { step });
  const count = units / stepUnits;
  if (count > BigInt(Number.MAX_SAFE_INTEGER)) throw new Refusal(tooLargeCode);
  return Number(count);
}

/** `step` is a canonical positive decimal, as in every listed market. */
function stepOf(step: string): Step {
  let cached = steps.get(step);
  if (!cached) {
    const scale = scaleOf(step);
    cached = { units: unitsOf(step, scale) as bigint, scale };
    if (steps.size < STEPS_MAX) steps.set(step, cached);
  }
  return cached;
}

/** An absent field stays absent. */
export function mapIfPresent<T, U>(value: T | undefined, convert: (value: T) => U): U | undefined {
  return value === undefined ? undefined : convert(value);
}
