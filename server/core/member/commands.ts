/** Commands about members. */
import { type MessageOf, id, integer, message, millis, optional, server, text, word } from '../messages/message';

export const RegisterMember = message('RegisterMember', {
  user: id,
  /** Identifies the row: a repeated id with another registration belongs to another member. */
  registration: optional(text),
  /** The inviting member. */
  inviter: optional(id),
});
export type RegisterMember = MessageOf<typeof RegisterMember>;

export const VerifyMember = message('VerifyMember', {
  user: id,
  /** Keyed hash of the identity document, hex digits; equal for two accounts of one person. */
  document: server(optional(word)),
});
export type VerifyMember = MessageOf<typeof VerifyMember>;

export const NameInviter = message('NameInviter', { user: id, inviter: id });
export type NameInviter = MessageOf<typeof NameInviter>;

export const NameDocument = message('NameDocument', { user: id, document: word });
export type NameDocument = MessageOf<typeof NameDocument>;

export const FreezeAccount = message('FreezeAccount', { user: id, reason: text });
export type FreezeAccount = MessageOf<typeof FreezeAccount>;

export const UnfreezeAccount = message('UnfreezeAccount', { user: id, reason: text });
export type UnfreezeAccount = MessageOf<typeof UnfreezeAccount>;

export const RecoverAccount = message('RecoverAccount', { user: id, request: id });
export type RecoverAccount = MessageOf<typeof RecoverAccount>;

export const EraseMember = message('EraseMember', { user: id });
export type EraseMember = MessageOf<typeof EraseMember>;

export const AssignFeeTier = message('AssignFeeTier', {
  user: id,
  /** Minimum fee level regardless of volume; 0 removes it. */
  tier: integer,
  /** Milliseconds; absent: without end. */
  until: optional(millis),
});
export type AssignFeeTier = MessageOf<typeof AssignFeeTier>;

export type MemberCommand =
  | RegisterMember
  | VerifyMember
  | NameInviter
  | NameDocument
  | FreezeAccount
  | UnfreezeAccount
  | RecoverAccount
  | EraseMember
  | AssignFeeTier;
