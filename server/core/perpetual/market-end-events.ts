/** What happens at the end of a perpetual market. Prices are ticks. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';

/** Half an hour before `endsAt` positions only become smaller, and the mark is the mean of the index since then. */
export interface PerpetualMarketEnding {
  type: 'PerpetualMarketEnding';
  market: string;
  reason: string;
  endsAt: number;
}
/** The market is closed for ever; every position that is left is settled at this price. */
export interface SettlementFixed {
  type: 'SettlementFixed';
  market: string;
  endsAt: number;
  price: number;
}
/** A position is closed at the last price. What it owes and does not have is paid into it by the insurance fund, then by the treasury. */
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
/** No order and no position is left, and nothing in `clearing`. */
export interface PerpetualMarketEnded {
  type: 'PerpetualMarketEnded';
  market: string;
}

export type MarketEndEvent = PerpetualMarketEnding | SettlementFixed | PositionSettled | PerpetualMarketEnded;
