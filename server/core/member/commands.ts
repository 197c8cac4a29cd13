/** What may be asked about members. */

/** The row of the relational store comes first; this makes its user known here, once. */
export interface RegisterMember {
  type: 'RegisterMember';
  user: number;
  /** Names the row: what came before and names another one belongs to somebody else. */
  registration?: string;
}
export interface VerifyMember {
  type: 'VerifyMember';
  user: number;
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
export interface AssignFeeTier {
  type: 'AssignFeeTier';
  user: number;
  tier: number;
}

export type MemberCommand = RegisterMember | VerifyMember | FreezeAccount | UnfreezeAccount | AssignFeeTier;
