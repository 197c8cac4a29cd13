/** Events in the liquidation of a cross-margin account. Prices are ticks, amounts units of the asset. */
import { positionSide } from '../../../../core/market/order';
import {
  type MessageOf,
  amount,
  choice,
  entries,
  id,
  lots,
  message,
  ticks,
  word,
} from '../../../../core/messages/message';

export const accountFields = {
  liquidation: id,
  user: id,
  asset: word,
};

export const CrossLiquidationStarted = message('CrossLiquidationStarted', {
  ...accountFields,
  /** Available balance, holds of cross orders, and locked margins of cross positions. */
  wallet: amount,
  /** Unrealized profit of all cross positions at their marks; negative for a loss. */
  profit: amount,
  requirement: amount,
});
export type CrossLiquidationStarted = MessageOf<typeof CrossLiquidationStarted>;

export const LegsNetted = message('LegsNetted', {
  ...accountFields,
  market: word,
  mark: ticks,
  lots,
  long: id,
  longReleased: amount,
  short: id,
  shortReleased: amount,
  /** Profit of both sides together. */
  profit: amount,
  entries,
});
export type LegsNetted = MessageOf<typeof LegsNetted>;

export const CrossPositionReduced = message('CrossPositionReduced', {
  ...accountFields,
  market: word,
  position: id,
  side: positionSide,
  mark: ticks,
  /** Price at which the position's share of the account's equity is used up; lots are sold only up to it. */
  limit: ticks,
  /** Requested lots, and sold lots. */
  lots,
  filled: lots,
  fee: amount,
  next: choice('take', 'reduce'),
  entries,
});
export type CrossPositionReduced = MessageOf<typeof CrossPositionReduced>;

export const CrossShareSet = message('CrossShareSet', {
  ...accountFields,
  market: word,
  position: id,
  side: positionSide,
  mark: ticks,
  equity: amount,
  requirement: amount,
  /** Requirements of all of the account's positions. */
  requirements: amount,
  /** The position's unrealized profit, or 0. */
  profit: amount,
  /** Amount now locked for the position. */
  cover: amount,
  entries,
});
export type CrossShareSet = MessageOf<typeof CrossShareSet>;

export const CrossLiquidationFinished = message('CrossLiquidationFinished', {
  ...accountFields,
  reason: choice('recovered', 'closed'),
});
export type CrossLiquidationFinished = MessageOf<typeof CrossLiquidationFinished>;

export type CrossLiquidationEvent =
  CrossLiquidationStarted | LegsNetted | CrossPositionReduced | CrossShareSet | CrossLiquidationFinished;

declare module '../../../../core/event' {
  interface Events {
    crossLiquidation: CrossLiquidationEvent;
  }
}
