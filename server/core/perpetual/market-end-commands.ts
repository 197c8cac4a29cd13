/** The end of a perpetual market: announced by staff, carried out at its time by what the core owes. */

export interface EndPerpetualMarket {
  type: 'EndPerpetualMarket';
  market: string;
  reason: string;
  /** Milliseconds. */
  endsAt: number;
}
/** A follow-up: the end has come; fixes the last price. Never from outside. */
export interface FixSettlement {
  type: 'FixSettlement';
  market: string;
}
/** A follow-up: settles some of what is left. Never from outside. */
export interface SettleMarket {
  type: 'SettleMarket';
  market: string;
}

export type MarketEndCommand = EndPerpetualMarket | FixSettlement | SettleMarket;
