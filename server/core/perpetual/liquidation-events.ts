/** What happens in a liquidation, step by step, each with what it rests on. Prices are ticks, amounts units of the quote asset. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';
import type { LiquidationStep } from './liquidation-state';

interface OfLiquidation {
  liquidation: number;
  market: string;
  position: number;
  user: number;
  side: PositionSide;
}

export interface LiquidationStarted extends OfLiquidation {
  type: 'LiquidationStarted';
  lots: number;
  cost: bigint;
  collateral: bigint;
  leverage: number;
  mark: number;
  index: number;
  requirement: bigint;
  /** Of the tier that its value at the mark lies in. */
  ratePpb: number;
  amount: bigint;
  closePpb: number;
  next: LiquidationStep;
}
export interface LiquidationOrdersEnded extends OfLiquidation {
  type: 'LiquidationOrdersEnded';
  next: LiquidationStep;
}
export interface LiquidationReduced extends OfLiquidation {
  type: 'LiquidationReduced';
  mark: number;
  /** Its bankruptcy price, beyond which nothing was sold. */
  limit: number;
  /** Lots asked for, and sold. */
  lots: number;
  filled: number;
  /** Of the value sold, as far as what is left stays above its requirement. */
  fee: bigint;
  next: LiquidationStep;
  entries: Entry[];
}
export interface PositionTakenOver extends OfLiquidation {
  type: 'PositionTakenOver';
  mark: number;
  limit: number;
  lots: number;
  filled: number;
  /** Units that the fund got. */
  surplus: bigint;
  next: LiquidationStep;
}
export interface InsurancePaid extends OfLiquidation {
  type: 'InsurancePaid';
  mark: number;
  bankruptcy: number;
  /** Lots offered down to the mark, and taken. */
  lots: number;
  filled: number;
  /** The most that it pays for this liquidation, and what it had paid before. */
  most: bigint;
  before: bigint;
  amount: bigint;
  next: LiquidationStep;
  entries: Entry[];
}
export interface PositionDeleveraged extends OfLiquidation {
  type: 'PositionDeleveraged';
  mark: number;
  price: number;
  lots: number;
  released: bigint;
  /** The other one. */
  other: number;
  otherUser: number;
  otherReleased: bigint;
  /** Among those of its side at this mark, from 1. */
  rank: number;
  /** Units that the fund paid, and the owners of the exchange where it had none, to whom the price would have taken below zero. */
  insurance: bigint;
  treasury: bigint;
  /** Units of the collateral that nobody is owed. */
  surplus: bigint;
  entries: Entry[];
}
export interface LiquidationFinished extends OfLiquidation {
  type: 'LiquidationFinished';
  reason: 'recovered' | 'closed';
}
export interface MarketAlarmed {
  type: 'MarketAlarmed';
  market: string;
  liquidation: number;
  treasury: bigint;
}
export interface InsuranceFunded {
  type: 'InsuranceFunded';
  asset: string;
  amount: bigint;
  reason: string;
  entries: Entry[];
}

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
