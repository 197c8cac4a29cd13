/** What happens to accounts whose positions stand for one another. Prices are ticks, amounts units of the quote asset. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';
import type { PerpetualOrderCancelled } from './events';

/** What a cross position has won became money, to pay for another: it goes on as if it had been opened at that price. */
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
/** Out of the margin of a cross position, to pay for another. */
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
