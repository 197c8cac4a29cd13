/** How long a withdrawal may wait in each status: whoever waits longer than that waits because somebody forgot them. */
import type { Limits } from '../../platform/limits';
import type { WithdrawalRow } from '../../views/stored/tables';

const HOUR_MS = 3_600_000;

type Times = Pick<WithdrawalRow, 'status' | 'appliedAt' | 'notBefore' | 'approvedAt' | 'payingAt'>;

export function isOverdue(times: Times, limits: Limits, now: number): boolean {
  const { status, appliedAt, notBefore, approvedAt, payingAt } = times;
  const { withdrawalAppliedHoursMax, withdrawalApprovedHoursMax, withdrawalPayingHoursMax } = limits;
  switch (status) {
    case 'applied':
      return now - (notBefore ?? appliedAt) > withdrawalAppliedHoursMax * HOUR_MS;
    case 'approved':
      return now - (approvedAt ?? appliedAt) > withdrawalApprovedHoursMax * HOUR_MS;
    case 'paying':
    case 'submitted':
    case 'failed':
      return now - (payingAt ?? appliedAt) > withdrawalPayingHoursMax * HOUR_MS;
    case 'withdrawn':
    case 'rejected':
    case 'cancelled':
      return false;
  }
}
