/** What may be asked about members. */
import { type MessageOf, id, integer, message, millis, optional, server, text, word } from '../messages/message';

export const RegisterMember = message('RegisterMember', {
  user: id,
  /** Names the row: what came before and names another one belongs to somebody else. */
  registration: optional(text),
  /** Who invited them, a member. */
  inviter: optional(id),
});
export type RegisterMember = MessageOf<typeof RegisterMember>;

export const VerifyMember = message('VerifyMember', {
  user: id,
  /** Keyed hash of the document that says who they are, hex digits: two accounts of one person have the same. */
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
  /** The least level of fees whatever is traded; 0 ends it. */
  tier: integer,
  /** Milliseconds; absent for ever. */
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
