/** What happens in the liquidation of an account whose positions stand for one another. Prices are ticks, amounts units of the asset. */
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

export const ofAccount = {
  liquidation: id,
  user: id,
  asset: word,
};

export const CrossLiquidationStarted = message('CrossLiquidationStarted', {
  ...ofAccount,
  /** Available, what cross orders hold, and what cross positions have locked. */
  wallet: amount,
  /** What all cross positions have won at their marks; below zero: lost. */
  profit: amount,
  requirement: amount,
});
export type CrossLiquidationStarted = MessageOf<typeof CrossLiquidationStarted>;

export const LegsNetted = message('LegsNetted', {
  ...ofAccount,
  market: word,
  mark: ticks,
  lots,
  long: id,
  longReleased: amount,
  short: id,
  shortReleased: amount,
  /** Of both together. */
  profit: amount,
  entries,
});
export type LegsNetted = MessageOf<typeof LegsNetted>;

export const CrossPositionReduced = message('CrossPositionReduced', {
  ...ofAccount,
  market: word,
  position: id,
  side: positionSide,
  mark: ticks,
  /** The price at which its share of what the account is worth is gone: beyond it nothing was sold. */
  limit: ticks,
  /** Lots asked for, and sold. */
  lots,
  filled: lots,
  fee: amount,
  next: choice('take', 'reduce'),
  entries,
});
export type CrossPositionReduced = MessageOf<typeof CrossPositionReduced>;

export const CrossShareSet = message('CrossShareSet', {
  ...ofAccount,
  market: word,
  position: id,
  side: positionSide,
  mark: ticks,
  equity: amount,
  requirement: amount,
  /** Of all of the account's positions. */
  requirements: amount,
  /** What it had won, or 0. */
  profit: amount,
  /** What is locked for it now. */
  cover: amount,
  entries,
});
export type CrossShareSet = MessageOf<typeof CrossShareSet>;

export const CrossLiquidationFinished = message('CrossLiquidationFinished', {
  ...ofAccount,
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
