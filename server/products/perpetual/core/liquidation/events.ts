/** Events of a liquidation, one per step, each with its inputs. Prices are ticks, amounts units of the quote asset. */
import { positionSide } from '../../../../core/market/order';
import {
  type MessageOf,
  amount,
  choice,
  entries,
  id,
  integer,
  lots,
  message,
  ppb,
  text,
  ticks,
  word,
} from '../../../../core/messages/message';
import { liquidationStep } from './state';

export const liquidationFields = {
  liquidation: id,
  market: word,
  position: id,
  user: id,
  side: positionSide,
};

export const LiquidationStarted = message('LiquidationStarted', {
  ...liquidationFields,
  lots,
  cost: amount,
  collateral: amount,
  leverage: integer,
  mark: ticks,
  index: ticks,
  requirement: amount,
  /** Maintenance rate of the tier of the position's value at the mark. */
  ratePpb: ppb,
  amount,
  closePpb: ppb,
  next: liquidationStep,
});
export type LiquidationStarted = MessageOf<typeof LiquidationStarted>;

export const LiquidationOrdersEnded = message('LiquidationOrdersEnded', {
  ...liquidationFields,
  next: liquidationStep,
});
export type LiquidationOrdersEnded = MessageOf<typeof LiquidationOrdersEnded>;

export const LiquidationReduced = message('LiquidationReduced', {
  ...liquidationFields,
  mark: ticks,
  /** Bankruptcy price; nothing was sold beyond it. */
  limit: ticks,
  /** Requested lots, and sold lots. */
  lots,
  filled: lots,
  /** Liquidation fee on the value sold, limited so that the rest stays above its requirement. */
  fee: amount,
  next: liquidationStep,
  entries,
});
export type LiquidationReduced = MessageOf<typeof LiquidationReduced>;

export const PositionTakenOver = message('PositionTakenOver', {
  ...liquidationFields,
  mark: ticks,
  limit: ticks,
  lots,
  filled: lots,
  /** Units that the fund received. */
  surplus: amount,
  next: liquidationStep,
});
export type PositionTakenOver = MessageOf<typeof PositionTakenOver>;

export const InsurancePaid = message('InsurancePaid', {
  ...liquidationFields,
  mark: ticks,
  bankruptcy: ticks,
  /** Lots offered down to the mark, and lots taken. */
  lots,
  filled: lots,
  /** The fund's maximum for this liquidation, and the amount paid so far. */
  most: amount,
  before: amount,
  amount,
  next: liquidationStep,
  entries,
});
export type InsurancePaid = MessageOf<typeof InsurancePaid>;

export const PositionDeleveraged = message('PositionDeleveraged', {
  ...liquidationFields,
  mark: ticks,
  price: ticks,
  lots,
  released: amount,
  /** Position of the counterparty. */
  other: id,
  otherUser: id,
  otherReleased: amount,
  /** Rank on its side at this mark, from 1. */
  rank: integer,
  /** Units paid by the fund, and by the treasury where the fund had none, for positions that the price would take below zero. */
  insurance: amount,
  treasury: amount,
  /** Remaining units of collateral, which go to the fund. */
  surplus: amount,
  entries,
});
export type PositionDeleveraged = MessageOf<typeof PositionDeleveraged>;

export const LiquidationFinished = message('LiquidationFinished', {
  ...liquidationFields,
  reason: choice('recovered', 'closed'),
});
export type LiquidationFinished = MessageOf<typeof LiquidationFinished>;

export const MarketAlarmed = message('MarketAlarmed', { market: word, liquidation: id, treasury: amount });
export type MarketAlarmed = MessageOf<typeof MarketAlarmed>;

export const InsuranceFunded = message('InsuranceFunded', { asset: word, amount, reason: text, entries });
export type InsuranceFunded = MessageOf<typeof InsuranceFunded>;

export type LiquidationEvent =
  | LiquidationStarted
  | LiquidationOrdersEnded
  | LiquidationReduced
  | PositionTakenOver
  | InsurancePaid
  | PositionDeleveraged
  | LiquidationFinished
  | MarketAlarmed
  | InsuranceFunded;

declare module '../../../../core/event' {
  interface Events {
    liquidation: LiquidationEvent;
  }
}
