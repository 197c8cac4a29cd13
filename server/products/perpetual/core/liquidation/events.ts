/** What happens in a liquidation, step by step, each with what it rests on. Prices are ticks, amounts units of the quote asset. */
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

export const ofLiquidation = {
  liquidation: id,
  market: word,
  position: id,
  user: id,
  side: positionSide,
};

export const LiquidationStarted = message('LiquidationStarted', {
  ...ofLiquidation,
  lots,
  cost: amount,
  collateral: amount,
  leverage: integer,
  mark: ticks,
  index: ticks,
  requirement: amount,
  /** Of the tier that its value at the mark lies in. */
  ratePpb: ppb,
  amount,
  closePpb: ppb,
  next: liquidationStep,
});
export type LiquidationStarted = MessageOf<typeof LiquidationStarted>;

export const LiquidationOrdersEnded = message('LiquidationOrdersEnded', { ...ofLiquidation, next: liquidationStep });
export type LiquidationOrdersEnded = MessageOf<typeof LiquidationOrdersEnded>;

export const LiquidationReduced = message('LiquidationReduced', {
  ...ofLiquidation,
  mark: ticks,
  /** Its bankruptcy price, beyond which nothing was sold. */
  limit: ticks,
  /** Lots asked for, and sold. */
  lots,
  filled: lots,
  /** Of the value sold, as far as what is left stays above its requirement. */
  fee: amount,
  next: liquidationStep,
  entries,
});
export type LiquidationReduced = MessageOf<typeof LiquidationReduced>;

export const PositionTakenOver = message('PositionTakenOver', {
  ...ofLiquidation,
  mark: ticks,
  limit: ticks,
  lots,
  filled: lots,
  /** Units that the fund got. */
  surplus: amount,
  next: liquidationStep,
});
export type PositionTakenOver = MessageOf<typeof PositionTakenOver>;

export const InsurancePaid = message('InsurancePaid', {
  ...ofLiquidation,
  mark: ticks,
  bankruptcy: ticks,
  /** Lots offered down to the mark, and taken. */
  lots,
  filled: lots,
  /** The most that it pays for this liquidation, and what it had paid before. */
  most: amount,
  before: amount,
  amount,
  next: liquidationStep,
  entries,
});
export type InsurancePaid = MessageOf<typeof InsurancePaid>;

export const PositionDeleveraged = message('PositionDeleveraged', {
  ...ofLiquidation,
  mark: ticks,
  price: ticks,
  lots,
  released: amount,
  /** The other one. */
  other: id,
  otherUser: id,
  otherReleased: amount,
  /** Among those of its side at this mark, from 1. */
  rank: integer,
  /** Units that the fund paid, and the owners of the exchange where it had none, to whom the price would have taken below zero. */
  insurance: amount,
  treasury: amount,
  /** Units of the collateral that nobody is owed. */
  surplus: amount,
  entries,
});
export type PositionDeleveraged = MessageOf<typeof PositionDeleveraged>;

export const LiquidationFinished = message('LiquidationFinished', {
  ...ofLiquidation,
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
