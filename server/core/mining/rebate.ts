/** What whoever invited a buyer gets of it. */
import { PPB } from '../../../shared/rules/rounding';
import type { CoreView } from '../state';

/** Of the principal or of one income: turnover × ratio, rounded down. */
export function rebateOf(turnover: bigint, ratioPpb: number): bigint {
  return (turnover * BigInt(ratioPpb)) / PPB;
}

/** Null where nobody invited them, and where the inviter is the same verified person. */
export function inviterOf({ members }: CoreView, user: number): number | null {
  const buyer = members.get(user);
  const inviter = buyer?.inviter == null ? undefined : members.get(buyer.inviter);
  if (!buyer || !inviter) return null;
  const isSamePerson = inviter.document !== null && inviter.document === buyer.document;
  return isSamePerson ? null : inviter.user;
}
