/** Whom a rebate goes to. */
import { known } from '../folding';
import type { CoreView } from '../state';

/** Null where nobody invited them, and where the inviter is the same verified person. */
export function inviterOf({ members }: CoreView, user: number): number | null {
  const buyer = known(members, user);
  if (buyer.inviter === null) return null;
  const inviter = known(members, buyer.inviter);
  const isSamePerson = inviter.document !== null && inviter.document === buyer.document;
  return isSamePerson ? null : inviter.user;
}
