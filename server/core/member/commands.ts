/** What may be asked about members. */

export interface RegisterMember {
  type: 'RegisterMember';
  user: number;
  /** Names the row: what came before and names another one belongs to somebody else. */
  registration?: string;
  /** Who invited them, a member. */
  inviter?: number;
}
export interface VerifyMember {
  type: 'VerifyMember';
  user: number;
  /** Keyed hash of the document that says who they are, hex digits: two accounts of one person have the same. */
  document?: string;
}
export interface NameInviter {
  type: 'NameInviter';
  user: number;
  inviter: number;
}
export interface NameDocument {
  type: 'NameDocument';
  user: number;
  document: string;
}
export interface FreezeAccount {
  type: 'FreezeAccount';
  user: number;
  reason: string;
}
export interface UnfreezeAccount {
  type: 'UnfreezeAccount';
  user: number;
  reason: string;
}
export interface RecoverAccount {
  type: 'RecoverAccount';
  user: number;
  request: number;
}
export interface EraseMember {
  type: 'EraseMember';
  user: number;
}
export interface AssignFeeTier {
  type: 'AssignFeeTier';
  user: number;
  /** The least level of fees whatever is traded; 0 ends it. */
  tier: number;
  /** Milliseconds; absent for ever. */
  until?: number;
}

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
