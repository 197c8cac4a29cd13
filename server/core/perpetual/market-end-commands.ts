/** The end of a perpetual market: announced by staff, carried out at its time by what the core owes. */

export interface EndPerpetualMarket {
  type: 'EndPerpetualMarket';
  market: string;
  reason: string;
  /** Milliseconds. */
  endsAt: number;
}
export interface CallOffPerpetualEnd {
  type: 'CallOffPerpetualEnd';
  market: string;
  reason: string;
}
export interface FixSettlement {
  type: 'FixSettlement';
  market: string;
}
export interface SettleMarket {
  type: 'SettleMarket';
  market: string;
}

export type MarketEndCommand = EndPerpetualMarket | CallOffPerpetualEnd | FixSettlement | SettleMarket;
