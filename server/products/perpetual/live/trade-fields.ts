/** Helpers shared by the views of perpetuals. */
import { decimalOf } from '../../../../shared/rules/units';
import type { EventOf } from '../../../core/event';

type Traded = EventOf<'PerpetualTraded'>;

/** Whether a side of a trade opened lots: closed lots release their cost. */
export function opensPosition(event: Traded, role: 'maker' | 'taker'): boolean {
  return (role === 'maker' ? event.makerReleased : event.takerReleased) === undefined;
}

const PPB_SCALE = 9;
/** Parts of 10^9 as a decimal, where 1 is 100 %. */
export function rateText(ppb: number): string {
  return decimalOf(BigInt(ppb), PPB_SCALE);
}
