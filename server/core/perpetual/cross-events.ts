/** What happens to accounts whose positions stand for one another. Prices are ticks, amounts units of the quote asset. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';
import type { PerpetualOrderCancelled } from './events';

export interface ProfitSettled {
  type: 'ProfitSettled';
  user: number;
  market: string;
  position: number;
  side: PositionSide;
  /** The worse of mark and index. */
  price: number;
  profit: bigint;
  entries: Entry[];
}
export interface MarginDrawn {
  type: 'MarginDrawn';
  user: number;
  market: string;
  position: number;
  side: PositionSide;
  amount: bigint;
  entries: Entry[];
}

/** Makes money of an account available for one of its positions. */
export type RaisedEvent = CrossEvent | PerpetualOrderCancelled;
export type CrossEvent = ProfitSettled | MarginDrawn;
