/** Whether two accounts may have the same owner: trades between them count for no level. */
import type { Member } from '../member/member';

type RelatedMember = Readonly<Pick<Member, 'user' | 'inviter' | 'document'>>;

/** One invited the other, directly or through one other account, or both were verified with the same document. */
export function areRelated(
  members: ReadonlyMap<number, RelatedMember>,
  one: RelatedMember,
  other: RelatedMember,
): boolean {
  if (one.document !== null && one.document === other.document) return true;
  return isInviter(members, one.user, other) || isInviter(members, other.user, one);
}

function isInviter(
  members: ReadonlyMap<number, RelatedMember>,
  inviter: number,
  { inviter: first }: RelatedMember,
): boolean {
  if (first === null) return false;
  return first === inviter || members.get(first)?.inviter === inviter;
}
