/** What members of staff moved by hand in the last 24 hours, as one who proposed it or who confirmed it. */
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { isOnePerson } from './standing';

const DAY_MS = 86_400_000;

/** Null when this much more is within what one of them moves in a day; an amount without a price is refused. */
export function refuseAboveDay(view: CoreView, by: number, worth: bigint | null, at: number): Rejection | null {
  const { byHand, rules } = view.staff;
  let left = rules.byHandDayMax;
  for (const one of byHand) if (one.at > at - DAY_MS && isOnePerson(view, one.by, by)) left -= one.worth;
  if (worth !== null && worth <= left) return null;
  return reject('staff.day.exceeded', { left: `${left > 0n ? left : 0n}` });
}
