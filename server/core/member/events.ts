/** What happens to members. */

export interface MemberRegistered {
  type: 'MemberRegistered';
  user: number;
  /** Names the row of the relational store that this member is; absent from journals of before. */
  registration?: string;
  /** Who invited them; absent from journals of before, which name inviters by themselves. */
  inviter?: number;
}
export interface MemberVerified {
  type: 'MemberVerified';
  user: number;
  /** Keyed hash of their document, hex digits; absent from journals of before. */
  document?: string;
}
export interface InviterNamed {
  type: 'InviterNamed';
  user: number;
  inviter: number;
}
export interface DocumentNamed {
  type: 'DocumentNamed';
  user: number;
  document: string;
}
export interface AccountFrozen {
  type: 'AccountFrozen';
  user: number;
  reason: string;
  /** Of a member of staff whom another froze: the other of the two, who is frozen with them until a third decides. */
  with?: number;
}
export interface AccountUnfrozen {
  type: 'AccountUnfrozen';
  user: number;
  reason: string;
}
export interface AccountRecovered {
  type: 'AccountRecovered';
  user: number;
  request: number;
}
export interface MemberErased {
  type: 'MemberErased';
  user: number;
}
export interface FeeTierAssigned {
  type: 'FeeTierAssigned';
  user: number;
  /** The least level of fees; 0 for none. */
  tier: number;
  /** Milliseconds; absent for ever, as all were in journals of before. */
  until?: number;
}

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
