/** What happens to members. */

export interface MemberRegistered {
  type: 'MemberRegistered';
  user: number;
  /** Names the row of the relational store that this member is; absent from journals of before. */
  registration?: string;
}
export interface MemberVerified {
  type: 'MemberVerified';
  user: number;
}
export interface AccountFrozen {
  type: 'AccountFrozen';
  user: number;
  reason: string;
}
export interface AccountUnfrozen {
  type: 'AccountUnfrozen';
  user: number;
  reason: string;
}
export interface FeeTierAssigned {
  type: 'FeeTierAssigned';
  user: number;
  tier: number;
}

export type MemberEvent = MemberRegistered | MemberVerified | AccountFrozen | AccountUnfrozen | FeeTierAssigned;
