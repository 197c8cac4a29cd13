/** Follow-ups of funding: never from outside. */

/** A funding hour has come: fixes what a lot owes for the interval, or says why nothing is. */
export interface FixFunding {
  type: 'FixFunding';
  market: string;
}
/** What was fixed is settled with some of the positions that owe or get it. */
export interface SettleFunding {
  type: 'SettleFunding';
  market: string;
}
/** What an account has not settled of it, in all its positions of one asset: ahead of what touches one of them. */
export interface SettleAccountFunding {
  type: 'SettleAccountFunding';
  user: number;
  asset: string;
}

export type FundingCommand = FixFunding | SettleFunding | SettleAccountFunding;
