/**
 * Approvals of the last 24 hours, so that many small withdrawals of one user, or by one staff member, are reviewed like one large one.
 */
import { isSamePerson } from '../../../core/staff/eligibility';
import type { CoreView } from '../../../core/state';
import type { ApprovedWorth } from './state';

const DAY_MS = 86_400_000;

/**
 * Returns the value that counts when `by` approves this withdrawal, USDT units of scale 8. It is the larger of two sums within 24 hours,
 * each with this withdrawal: all approved for its owner, and all approved by `by`. Null without a price.
 */
export function approvedWorthOfDay(
  view: CoreView,
  { id, user }: { readonly id: number; readonly user: number },
  staffId: number,
  value: bigint | null,
  at: number,
): bigint | null {
  if (value === null) return null;
  const owners = new Map<number, bigint>();
  let staffValue = 0n;
  for (const one of view.wallet.approved) {
    if (one.at <= at - DAY_MS || one.withdrawal === id) continue;
    // Two approvals of one withdrawal are one amount of its owner's.
    if (isSamePerson(view, one.user, user)) owners.set(one.withdrawal, one.worth);
    if (isSamePerson(view, one.by, staffId)) staffValue += one.worth;
  }
  let ownerValue = 0n;
  for (const one of owners.values()) ownerValue += one;
  return value + (ownerValue > staffValue ? ownerValue : staffValue);
}

export function noteApproved(approved: ApprovedWorth[], one: ApprovedWorth): void {
  while (approved.length > 0 && approved[0].at <= one.at - DAY_MS) approved.shift();
  approved.push(one);
}
