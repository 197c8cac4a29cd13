/** What happens to members. */
import { type MessageOf, id, integer, message, millis, optional, text, word } from '../messages/message';

export const MemberRegistered = message('MemberRegistered', {
  user: id,
  /** Names the row of the relational store that this member is; absent from journals of before. */
  registration: optional(text),
  /** Who invited them; absent from journals of before, which name inviters by themselves. */
  inviter: optional(id),
});
export type MemberRegistered = MessageOf<typeof MemberRegistered>;

export const MemberVerified = message('MemberVerified', {
  user: id,
  /** Keyed hash of their document, hex digits; absent from journals of before. */
  document: optional(word),
});
export type MemberVerified = MessageOf<typeof MemberVerified>;

export const InviterNamed = message('InviterNamed', { user: id, inviter: id });
export type InviterNamed = MessageOf<typeof InviterNamed>;

export const DocumentNamed = message('DocumentNamed', { user: id, document: word });
export type DocumentNamed = MessageOf<typeof DocumentNamed>;

export const AccountFrozen = message('AccountFrozen', {
  user: id,
  reason: text,
  /** Of a member of staff whom another froze: the other of the two, who is frozen with them until a third decides. */
  with: optional(id),
});
export type AccountFrozen = MessageOf<typeof AccountFrozen>;

export const AccountUnfrozen = message('AccountUnfrozen', { user: id, reason: text });
export type AccountUnfrozen = MessageOf<typeof AccountUnfrozen>;

export const AccountRecovered = message('AccountRecovered', { user: id, request: id });
export type AccountRecovered = MessageOf<typeof AccountRecovered>;

export const MemberErased = message('MemberErased', { user: id });
export type MemberErased = MessageOf<typeof MemberErased>;

export const FeeTierAssigned = message('FeeTierAssigned', {
  user: id,
  /** The least level of fees; 0 for none. */
  tier: integer,
  /** Milliseconds; absent for ever, as all were in journals of before. */
  until: optional(millis),
});
export type FeeTierAssigned = MessageOf<typeof FeeTierAssigned>;

export type MemberEvent =
  | MemberRegistered
  | MemberVerified
  | InviterNamed
  | DocumentNamed
  | AccountFrozen
  | AccountUnfrozen
  | AccountRecovered
  | MemberErased
  | FeeTierAssigned;
