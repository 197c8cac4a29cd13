/** Current trigger of a trailing stop: the best price seen less its callback, on a tick. */
import type { StopState } from '../../../../../shared/products/perpetual/stream';
import { compare, differenceOf, floorTo, isAbove, productOf, sumOf } from '../../../kit/lib/numbers/exact';

type Trailing = Pick<StopState, 'position' | 'trigger' | 'callback' | 'callbackRate' | 'extreme'>;

/** Null if the stop does not trail. `currentPrice` is the price it watches, perhaps better than the best one published. */
export function trailedPrice(stop: Trailing, currentPrice: string | null, tick: string): string | null {
  const { position, callback, callbackRate, extreme } = stop;
  if (stop.trigger !== null || extreme === null) return null;
  const isUp = position === 'long';
  const best =
    currentPrice !== null && (isUp ? isAbove(currentPrice, extreme) : isAbove(extreme, currentPrice))
      ? currentPrice
      : extreme;
  const distance = callback ?? productOf(best, callbackRate ?? '0');
  if (isUp) return isAbove(best, distance) ? floorTo(differenceOf(best, distance), tick) : null;
  const price = sumOf([best, distance]);
  const below = floorTo(price, tick);
  return compare(below, price) === 0 ? below : sumOf([below, tick]);
}
