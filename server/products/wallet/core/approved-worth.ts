/**
 * What was approved in the last 24 hours: many small withdrawals of one user, or by one member of staff, are looked at like the
 * large one that they come to.
 */
import { isOnePerson } from '../../../core/staff/standing';
import type { CoreView } from '../../../core/state';
import type { ApprovedWorth } from './state';

const DAY_MS = 86_400_000;

/**
 * What counts when `by` approves this withdrawal, USDT units of scale 8: its worth with that of all that its owner had approved
 * within 24 hours before, or with all that `by` approved, whichever is more. Null where nothing prices it.
 */
export function worthOfDay(
  view: CoreView,
  { id, user }: { readonly id: number; readonly user: number },
  by: number,
  worth: bigint | null,
  at: number,
): bigint | null {
  if (worth === null) return null;
  const owners = new Map<number, bigint>();
  let ofStaff = 0n;
  for (const one of view.wallet.approved) {
    if (one.at <= at - DAY_MS || one.withdrawal === id) continue;
    // Two approvals of one withdrawal are one amount of its owner's.
    if (isOnePerson(view, one.user, user)) owners.set(one.withdrawal, one.worth);
    if (isOnePerson(view, one.by, by)) ofStaff += one.worth;
  }
  let ofOwner = 0n;
  for (const one of owners.values()) ofOwner += one;
  return worth + (ofOwner > ofStaff ? ofOwner : ofStaff);
}

export function noteApproved(approved: ApprovedWorth[], one: ApprovedWorth): void {
  while (approved.length > 0 && approved[0].at <= one.at - DAY_MS) approved.shift();
  approved.push(one);
}
