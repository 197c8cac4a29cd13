/** What two agree on is about things as they stood then: what was tightened since stays as it is. */
import type { CoreView } from '../state';
import type { StaffLapsed } from './events';

/** An unfreezing of an account that somebody freezes, or would freeze if it were not so already: they knew of more. */
export function unfreezingsOf({ staff }: CoreView, user: number): StaffLapsed[] {
  return [...staff.proposals.values()]
    .filter((proposal) => proposal.command === 'UnfreezeAccount' && proposal.user === user)
    .map(({ id }) => ({ type: 'StaffLapsed', proposal: id, why: 'impossible' }));
}
