/** Follow-ups of funding: never from outside. */

export interface FixFunding {
  type: 'FixFunding';
  market: string;
}
export interface SettleFunding {
  type: 'SettleFunding';
  market: string;
}
export interface SettleAccountFunding {
  type: 'SettleAccountFunding';
  user: number;
  asset: string;
}

export type FundingCommand = FixFunding | SettleFunding | SettleAccountFunding;
