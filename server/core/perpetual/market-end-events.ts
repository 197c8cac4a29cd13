/** What happens at the end of a perpetual market. Prices are ticks. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';

export interface PerpetualMarketEnding {
  type: 'PerpetualMarketEnding';
  market: string;
  reason: string;
  endsAt: number;
}
export interface PerpetualEndCalledOff {
  type: 'PerpetualEndCalledOff';
  market: string;
  reason: string;
}
export interface SettlementFixed {
  type: 'SettlementFixed';
  market: string;
  endsAt: number;
  price: number;
}
export interface PositionSettled {
  type: 'PositionSettled';
  market: string;
  position: number;
  user: number;
  side: PositionSide;
  lots: number;
  price: number;
  /** The cost that its lots release: its profit is what they are worth at the price, less this, for a long. */
  released: bigint;
  fee: bigint;
  entries: Entry[];
}
export interface PerpetualMarketEnded {
  type: 'PerpetualMarketEnded';
  market: string;
}

export type MarketEndEvent =
  PerpetualMarketEnding | PerpetualEndCalledOff | SettlementFixed | PositionSettled | PerpetualMarketEnded;
