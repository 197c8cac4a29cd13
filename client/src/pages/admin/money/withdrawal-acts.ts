/** What this member of staff can do about a withdrawal as it stands. The exchange judges it again. */
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';

export type WithdrawalAct = 'approve' | 'startPayout' | 'pay' | 'reject' | 'proposeRejection' | 'confirmRejection';

export interface Possible {
  acts: readonly WithdrawalAct[];
  /** The next step is another's: this one has taken theirs. */
  waitsForAnother: boolean;
}

type Standing = Pick<StaffWithdrawalRecord, 'status' | 'approvals' | 'proposedBy' | 'userId' | 'frozen' | 'card'>;

export function possible(withdrawal: Standing, staff: number): Possible {
  const { status, approvals, proposedBy, userId, frozen, card } = withdrawal;
  if (userId === staff) return { acts: [], waitsForAnother: true };
  /** What takes it further, which a freeze of its owner's account does not allow. */
  const further = (act: WithdrawalAct): WithdrawalAct[] => (frozen ? [] : [act]);
  switch (status) {
    case 'applied': {
      const hasApproved = approvals.includes(staff);
      return { acts: [...(hasApproved ? [] : further('approve')), 'reject'], waitsForAnother: hasApproved };
    }
    // What its chain has proven never to pay is started again, or goes back.
    case 'failed':
    case 'approved': {
      const acts = [...further('startPayout'), ...rejection(proposedBy, staff)];
      return { acts, waitsForAnother: proposedBy === staff };
    }
    case 'paying': {
      // What has left a chain shows there, whatever was frozen since; what a bank has paid waits.
      const acts = [...(card === null ? ['pay' as const] : further('pay')), ...rejection(proposedBy, staff)];
      return { acts, waitsForAnother: proposedBy === staff };
    }
    case 'submitted':
      // With its chain, which alone says what became of it.
      return { acts: ['pay'], waitsForAnother: false };
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
