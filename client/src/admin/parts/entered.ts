import type { AuditedWithdrawal } from '../../../../shared/wire/staff';

/** Time at which a withdrawal reached its status; from the start of payout until its end, the time of that start. */
export function enteredAt(
  withdrawal: Pick<AuditedWithdrawal, 'status' | 'appliedAt' | 'approvedAt' | 'payingAt' | 'endedAt'>,
): number {
  const { status, appliedAt, approvedAt, payingAt, endedAt } = withdrawal;
  switch (status) {
    case 'applied':
      return appliedAt;
    case 'approved':
      return approvedAt ?? appliedAt;
    case 'paying':
    case 'submitted':
    case 'failed':
      return payingAt ?? appliedAt;
    case 'withdrawn':
    case 'rejected':
    case 'cancelled':
      return endedAt ?? appliedAt;
  }
}
