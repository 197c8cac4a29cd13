/** Maximum wait of a withdrawal in each status; longer waits are overdue for staff. */
import { WITHDRAWAL_WAITS, type OverdueWait } from '../../../../shared/rules/overdue-hours';
import type { WithdrawalRow } from '../../../views/stored/tables';

const HOUR_MS = 3_600_000;

type Times = Pick<WithdrawalRow, 'status' | 'appliedAt' | 'notBefore' | 'approvedAt' | 'payingAt'>;

export function isOverdue(times: Times, hoursOf: (wait: OverdueWait) => number, now: number): boolean {
  const { status, appliedAt, notBefore, approvedAt, payingAt } = times;
  switch (status) {
    case 'applied':
      return now - (notBefore ?? appliedAt) > hoursOf(WITHDRAWAL_WAITS[status]) * HOUR_MS;
    case 'approved':
      return now - (approvedAt ?? appliedAt) > hoursOf(WITHDRAWAL_WAITS[status]) * HOUR_MS;
    case 'paying':
    case 'submitted':
    case 'failed':
      return now - (payingAt ?? appliedAt) > hoursOf(WITHDRAWAL_WAITS[status]) * HOUR_MS;
    case 'withdrawn':
    case 'rejected':
    case 'cancelled':
      return false;
  }
}
