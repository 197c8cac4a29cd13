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

export type FundingCommand = FixFunding | SettleFunding;
