/** Events of members. */
import { type MessageOf, id, integer, message, millis, optional, text, word } from '../messages/message';

export const MemberRegistered = message('MemberRegistered', {
  user: id,
  /** Identifies the member's row in the relational store; absent in older journals. */
  registration: optional(text),
  /** The inviting member; absent in older journals, which name inviters in separate events. */
  inviter: optional(id),
});
export type MemberRegistered = MessageOf<typeof MemberRegistered>;

export const MemberVerified = message('MemberVerified', {
  user: id,
  /** Keyed hash of their document, hex digits; absent in older journals. */
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
  /** The staff member who froze another one; both stay frozen until a third person decides. */
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
  /** Minimum fee level; 0 for none. */
  tier: integer,
  /** Milliseconds; absent: without end, as in older journals. */
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
