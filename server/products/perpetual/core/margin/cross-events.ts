/** Events of cross-margin accounts. Prices are ticks, amounts units of the quote asset. */
import { positionSide } from '../../../../core/market/order';
import { type MessageOf, amount, entries, id, message, ticks, word } from '../../../../core/messages/message';
import type { PerpetualOrderCancelled } from '../events';

export const ProfitSettled = message('ProfitSettled', {
  user: id,
  market: word,
  position: id,
  side: positionSide,
  /** The worse of mark and index. */
  price: ticks,
  profit: amount,
  entries,
});
export type ProfitSettled = MessageOf<typeof ProfitSettled>;

export const MarginDrawn = message('MarginDrawn', {
  user: id,
  market: word,
  position: id,
  side: positionSide,
  amount,
  entries,
});
export type MarginDrawn = MessageOf<typeof MarginDrawn>;

/** Makes money of an account available for one of its positions. */
export type FundsRaisedEvent = CrossEvent | PerpetualOrderCancelled;
export type CrossEvent = ProfitSettled | MarginDrawn;

declare module '../../../../core/event' {
  interface Events {
    cross: CrossEvent;
  }
}
