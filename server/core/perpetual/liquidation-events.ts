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

/** What covers the position is no more than its requirement at the mark: collateral + profit ≤ requirement. */
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
/** More of its owner's orders have ended than fit one batch. */
export interface LiquidationOrdersEnded extends OfLiquidation {
  type: 'LiquidationOrdersEnded';
  next: LiquidationStep;
}
/** It was cut to the tier below, as far as the book went; the trades stand before it. */
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
/** All of it was offered at its bankruptcy price; what the book paid beyond that went to the fund. */
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
/** The fund pays for what the book takes between the bankruptcy price and the mark; those trades stand behind it. */
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
/** Another's position closes against what is left, at the bankruptcy price of the latter and without fee. */
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
/** `recovered`: it stands above its requirement again. `closed`: nothing is left of it. */
export interface LiquidationFinished extends OfLiquidation {
  type: 'LiquidationFinished';
  reason: 'recovered' | 'closed';
}
/** The owners of the exchange had to pay: the market only closes until staff have looked at it. */
export interface MarketAlarmed {
  type: 'MarketAlarmed';
  market: string;
  liquidation: number;
  treasury: bigint;
}
/** Staff put money of the owners into the fund that pays for positions that have nothing left. */
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
