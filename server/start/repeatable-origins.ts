/**
 * Origins of messages that may repeat with another meaning after a journal was truncated. Numbers and positions above
 * the end are assigned again, and a state reached only in the lost part may be reached once more. While the origin is
 * taken, the new message would be dropped as a duplicate.
 */
import { dayOf } from '../../shared/rules/days';
import type { CoreState } from '../core/state';

type JournalState = Pick<CoreState, 'at' | 'counters' | 'wallet' | 'staff' | 'referral' | 'stops'>;

const HOUR_MS = 3_600_000;
const DECIMAL = /^\d+$/;

/** `agreed` is the last position common to the journal and the messages sent, −1 for none. */
export function isOriginRepeatable(origin: string, state: JournalState, agreed: number): boolean {
  const [family, ...segments] = origin.split('/');
  const isAbove = (position: string | undefined): boolean => numberIn(position) > agreed;
  switch (family) {
    case 'journal':
      // `journal/<position>`, followed by the recipient if there are several.
      return isAbove(segments[0]);
    case 'margin':
      return isAbove(segments.at(-1));
    case 'orders':
    case 'options':
    case 'earn':
    case 'robots':
      // By the journal's hour. Messages of the last hour may be sent twice, rather than never.
      return agreed < 0 || numberIn(segments[0]) >= Math.floor(state.at / HOUR_MS);
    case 'overdue':
      return isOverdueRepeatable(segments, state, agreed);
    case 'referral':
      return agreed < 0 || numberIn(segments[1]) >= Math.min(dayOf(state.at), ...state.referral.days.keys());
    case 'stop':
      return agreed < 0 || isStopRepeatable(segments, state);
    default:
      // By ids of the relational database, which was not truncated.
      return false;
  }
}

/** `overdue/<queue>/<item>/<state>/<user>`. */
function isOverdueRepeatable(
  [queue, item, status]: string[],
  { wallet, staff }: JournalState,
  agreed: number,
): boolean {
  const number = numberIn(item);
  if (queue === 'recharge') return agreed < 0 || number >= wallet.counters.recharge;
  if (queue === 'proposal') return agreed < 0 || number >= staff.next;
  if (queue !== 'withdrawal') return false;
  if (agreed < 0 || number >= wallet.counters.withdrawal) return true;
  const open = wallet.withdrawals.get(number);
  return open !== undefined && status !== 'applied' && status !== open.status;
}

/** `stop/<stop>/<trigger>`; stops share the number sequence of orders. */
function isStopRepeatable([stop, trigger]: string[], { counters, stops }: JournalState): boolean {
  const open = stops.stops.get(numberIn(stop));
  return numberIn(stop) >= counters.order || (open !== undefined && open.trigger !== numberIn(trigger));
}

/** −1 if the part is no number. */
function numberIn(segment: string | undefined): number {
  return segment !== undefined && DECIMAL.test(segment) ? Number(segment) : -1;
}
