/** Proposals that later changes invalidate: values tightened since then stay. */
import type { CoreView } from '../state';
import type { StaffLapsed } from './events';

/** Proposals to unfreeze an account lapse when somebody freezes it again, even while frozen: that person knew more. */
export function lapsedUnfreezeProposals({ staff }: CoreView, user: number): StaffLapsed[] {
  return [...staff.proposals.values()]
    .filter((proposal) => proposal.command === 'UnfreezeAccount' && proposal.user === user)
    .map(({ id }) => ({ type: 'StaffLapsed', proposal: id, why: 'impossible' }));
}
