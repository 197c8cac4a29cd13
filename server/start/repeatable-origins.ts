/**
 * Of a journal that was cut: which origins of messages may come again and mean something else. Numbers and places above the end are given
 * out anew, and what stood in a state that only the part that is gone led to may reach it once more. Nobody would hear of either as long
 * as the origin is taken.
 */
import { dayOf } from '../../shared/rules/days';
import type { CoreState } from '../core/state';

type Known = Pick<CoreState, 'at' | 'counters' | 'wallet' | 'staff' | 'referral' | 'stops'>;

const HOUR_MS = 3_600_000;
const DECIMAL = /^\d+$/;

/** `agreed` is the last position that the journal and what was told have in common, −1 for none. */
export function canComeAgain(origin: string, state: Known, agreed: number): boolean {
  const [first, ...parts] = origin.split('/');
  const isAbove = (position: string | undefined): boolean => numberIn(position) > agreed;
  switch (first) {
    case 'journal':
      // `journal/<position>`, and behind it whom it tells where it tells several.
      return isAbove(parts[0]);
    case 'margin':
      return isAbove(parts.at(-1));
    case 'orders':
    case 'options':
    case 'earn':
    case 'robots':
      // By the journal's hour: of the one that the end lies in some may be told twice rather than none.
      return agreed < 0 || numberIn(parts[0]) >= Math.floor(state.at / HOUR_MS);
    case 'overdue':
      return canBeOverdueAgain(parts, state, agreed);
    case 'referral':
      return agreed < 0 || numberIn(parts[1]) >= Math.min(dayOf(state.at), ...state.referral.days.keys());
    case 'stop':
      return agreed < 0 || canStayAgain(parts, state);
    default:
      // By numbers of the relational database, which nobody has cut.
      return false;
  }
}

/** `overdue/<queue>/<item>/<state>/<user>`. */
function canBeOverdueAgain([queue, item, status]: string[], { wallet, staff }: Known, agreed: number): boolean {
  const number = numberIn(item);
  if (queue === 'recharge') return agreed < 0 || number >= wallet.counters.recharge;
  if (queue === 'proposal') return agreed < 0 || number >= staff.next;
  if (queue !== 'withdrawal') return false;
  if (agreed < 0 || number >= wallet.counters.withdrawal) return true;
  const open = wallet.withdrawals.get(number);
  return open !== undefined && status !== 'applied' && status !== open.status;
}

/** `stop/<stop>/<trigger>`, where stops have their numbers from orders. */
function canStayAgain([stop, trigger]: string[], { counters, stops }: Known): boolean {
  const open = stops.stops.get(numberIn(stop));
  return numberIn(stop) >= counters.order || (open !== undefined && open.trigger !== numberIn(trigger));
}

/** −1 where there is none. */
function numberIn(part: string | undefined): number {
  return part !== undefined && DECIMAL.test(part) ? Number(part) : -1;
}
