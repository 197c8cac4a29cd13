/** Whom a rebate goes to. */
import { known } from '../folding';
import { canBeRebated } from '../member/rebated';
import type { CoreView } from '../state';

/** Null where nobody invited them, and where the inviter is erased, or no document shows that they are somebody else. */
export function inviterOf({ members }: CoreView, user: number): number | null {
  const buyer = known(members, user);
  if (buyer.inviter === null) return null;
  const inviter = known(members, buyer.inviter);
  return canBeRebated(inviter, buyer) ? inviter.user : null;
}
