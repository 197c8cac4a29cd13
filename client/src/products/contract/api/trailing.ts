/** Where a trailing stop stands: as far behind the best price that it has seen as it says, on a tick. */
import type { StopState } from '../../../../../shared/products/perpetual/stream';
import { compare, differenceOf, floorTo, isAbove, productOf, sumOf } from '../../../shared/lib/numbers/exact';

type Trailing = Pick<StopState, 'position' | 'trigger' | 'callback' | 'callbackRate' | 'extreme'>;

/** Null of what follows nothing. `now`: the price that it looks at, which may be the best since the exchange told of it. */
export function trailedPrice(stop: Trailing, now: string | null, tick: string): string | null {
  const { position, callback, callbackRate, extreme } = stop;
  if (stop.trigger !== null || extreme === null) return null;
  const isUp = position === 'long';
  const best = now !== null && (isUp ? isAbove(now, extreme) : isAbove(extreme, now)) ? now : extreme;
  const away = callback ?? productOf(best, callbackRate ?? '0');
  if (isUp) return isAbove(best, away) ? floorTo(differenceOf(best, away), tick) : null;
  const price = sumOf([best, away]);
  const below = floorTo(price, tick);
  return compare(below, price) === 0 ? below : sumOf([below, tick]);
}
