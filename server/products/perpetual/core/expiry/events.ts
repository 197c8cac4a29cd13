/** Events of a perpetual market's expiry. Prices are ticks. */
import { positionSide } from '../../../../core/market/order';
import {
  type MessageOf,
  amount,
  entries,
  id,
  lots,
  message,
  millis,
  text,
  ticks,
  word,
} from '../../../../core/messages/message';

export const PerpetualMarketEnding = message('PerpetualMarketEnding', { market: word, reason: text, endsAt: millis });
export type PerpetualMarketEnding = MessageOf<typeof PerpetualMarketEnding>;

export const PerpetualEndCalledOff = message('PerpetualEndCalledOff', { market: word, reason: text });
export type PerpetualEndCalledOff = MessageOf<typeof PerpetualEndCalledOff>;

export const SettlementFixed = message('SettlementFixed', { market: word, endsAt: millis, price: ticks });
export type SettlementFixed = MessageOf<typeof SettlementFixed>;

export const PositionSettled = message('PositionSettled', {
  market: word,
  position: id,
  user: id,
  side: positionSide,
  lots,
  price: ticks,
  /** Cost released by the lots: for a long, the profit is the lots' value at the price minus this cost. */
  released: amount,
  fee: amount,
  entries,
});
export type PositionSettled = MessageOf<typeof PositionSettled>;

export const PerpetualMarketEnded = message('PerpetualMarketEnded', { market: word });
export type PerpetualMarketEnded = MessageOf<typeof PerpetualMarketEnded>;

export type MarketEndEvent =
  PerpetualMarketEnding | PerpetualEndCalledOff | SettlementFixed | PositionSettled | PerpetualMarketEnded;

declare module '../../../../core/event' {
  interface Events {
    expiry: MarketEndEvent;
  }
}
