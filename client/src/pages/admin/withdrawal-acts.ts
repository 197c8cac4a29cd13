/** What this member of staff can do about a withdrawal as it stands. The exchange judges it again. */
import type { StaffWithdrawalRecord } from '../../../../shared/wire/admin';

export type WithdrawalAct = 'approve' | 'startPayout' | 'pay' | 'reject' | 'proposeRejection' | 'confirmRejection';

export interface Possible {
  acts: readonly WithdrawalAct[];
  /** The next step is another's: this one has taken theirs. */
  waitsForAnother: boolean;
}

type Standing = Pick<StaffWithdrawalRecord, 'status' | 'approvals' | 'proposedBy' | 'userId'>;

export function possible({ status, approvals, proposedBy, userId }: Standing, staff: number): Possible {
  if (userId === staff) return { acts: [], waitsForAnother: true };
  switch (status) {
    case 'applied': {
      const hasApproved = approvals.includes(staff);
      return { acts: hasApproved ? ['reject'] : ['approve', 'reject'], waitsForAnother: hasApproved };
    }
    case 'approved':
      return { acts: ['startPayout', ...rejection(proposedBy, staff)], waitsForAnother: proposedBy === staff };
    case 'paying':
      return { acts: ['pay', ...rejection(proposedBy, staff)], waitsForAnother: proposedBy === staff };
    case 'withdrawn':
    case 'rejected':
    case 'cancelled':
      return { acts: [], waitsForAnother: false };
  }
}

/** Money may be on its way: two must state that it is not. */
function rejection(proposedBy: number | null, staff: number): WithdrawalAct[] {
  if (proposedBy === null) return ['proposeRejection'];
  return proposedBy === staff ? [] : ['confirmRejection'];
}
