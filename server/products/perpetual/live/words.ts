/** What the views of perpetuals share. */
import { decimalOf } from '../../../../shared/rules/units';
import type { EventOf } from '../../../core/event';

type Traded = EventOf<'PerpetualTraded'>;

/** Whether a side of a trade made its position larger: what is closed releases its cost. */
export function opens(event: Traded, role: 'maker' | 'taker'): boolean {
  return (role === 'maker' ? event.makerReleased : event.takerReleased) === undefined;
}

const PPB_SCALE = 9;
/** Parts of 10^9 as a decimal of 1. */
export function rateText(ppb: number): string {
  return decimalOf(BigInt(ppb), PPB_SCALE);
}
