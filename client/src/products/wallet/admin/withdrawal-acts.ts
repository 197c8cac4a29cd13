/** Acts that this member of staff can take on a withdrawal now. The server checks again. */
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';

export type WithdrawalAct = 'approve' | 'startPayout' | 'pay' | 'reject' | 'proposeRejection' | 'confirmRejection';

export interface PossibleActs {
  acts: readonly WithdrawalAct[];
  /** The next step needs another person, as this one has acted already. */
  waitsForAnother: boolean;
}

type Standing = Pick<StaffWithdrawalRecord, 'status' | 'approvals' | 'proposedBy' | 'userId' | 'frozen' | 'card'>;

export function possibleActs(withdrawal: Standing, staff: number): PossibleActs {
  const { status, approvals, proposedBy, userId, frozen, card } = withdrawal;
  if (userId === staff) return { acts: [], waitsForAnother: true };
  /** Acts that advance the payout; not allowed while the owner's account is frozen. */
  const further = (act: WithdrawalAct): WithdrawalAct[] => (frozen ? [] : [act]);
  switch (status) {
    case 'applied': {
      const hasApproved = approvals.includes(staff);
      return { acts: [...(hasApproved ? [] : further('approve')), 'reject'], waitsForAnother: hasApproved };
    }
    // A payout that its chain has proven never to pay is restarted or refunded.
    case 'failed':
    case 'approved': {
      const acts = [...further('startPayout'), ...rejectionActs(proposedBy, staff)];
      return { acts, waitsForAnother: proposedBy === staff };
    }
    case 'paying': {
      // A coin payout is visible on its chain even if the account was frozen since; a bank payout waits.
      const acts = [...(card === null ? ['pay' as const] : further('pay')), ...rejectionActs(proposedBy, staff)];
      return { acts, waitsForAnother: proposedBy === staff };
    }
    case 'submitted':
      // Already on its chain, which alone determines the outcome.
      return { acts: ['pay'], waitsForAnother: false };
    case 'withdrawn':
    case 'rejected':
    case 'cancelled':
      return { acts: [], waitsForAnother: false };
  }
}

/** Money may be in transit, so two people must state that it is not. */
function rejectionActs(proposedBy: number | null, staff: number): WithdrawalAct[] {
  if (proposedBy === null) return ['proposeRejection'];
  return proposedBy === staff ? [] : ['confirmRejection'];
}
