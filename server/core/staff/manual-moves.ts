/** Money that staff moved by hand in the last 24 hours, counted for its proposer and for its confirmer. */
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import { isSamePerson } from './eligibility';

const DAY_MS = 86_400_000;

/** Null if the additional amount is within the person's daily maximum; amounts without a price are rejected. */
export function refuseAboveDailyMax(view: CoreView, by: number, value: bigint | null, at: number): Rejection | null {
  const { byHand, rules } = view.staff;
  let remaining = rules.byHandDayMax;
  for (const one of byHand) if (one.at > at - DAY_MS && isSamePerson(view, one.by, by)) remaining -= one.worth;
  if (value !== null && value <= remaining) return null;
  return reject('staff.day.exceeded', { left: `${remaining > 0n ? remaining : 0n}` });
}
