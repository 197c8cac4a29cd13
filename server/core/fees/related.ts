/** Whether two accounts may be of one purse: what they trade with each other counts for nobody's level. */
import type { Member } from '../member/member';

type Known = Readonly<Pick<Member, 'user' | 'inviter' | 'document'>>;

/** One invited the other, directly or over one step, or both were verified by one document. */
export function areRelated(members: ReadonlyMap<number, Known>, one: Known, other: Known): boolean {
  if (one.document !== null && one.document === other.document) return true;
  return isInviter(members, one.user, other) || isInviter(members, other.user, one);
}

function isInviter(members: ReadonlyMap<number, Known>, inviter: number, { inviter: first }: Known): boolean {
  if (first === null) return false;
  return first === inviter || members.get(first)?.inviter === inviter;
}
