/** What happens in the liquidation of an account whose positions stand for one another. Prices are ticks, amounts units of the asset. */
import type { Entry } from '../ledger/entry';
import type { PositionSide } from '../market/order';
import type { CrossLiquidation } from './liquidation-state';

interface OfAccount {
  liquidation: number;
  user: number;
  asset: string;
}

export interface CrossLiquidationStarted extends OfAccount {
  type: 'CrossLiquidationStarted';
  /** Available, what cross orders hold, and what cross positions have locked. */
  wallet: bigint;
  /** What all cross positions have won at their marks; below zero: lost. */
  profit: bigint;
  requirement: bigint;
}
export interface LegsNetted extends OfAccount {
  type: 'LegsNetted';
  market: string;
  mark: number;
  lots: number;
  long: number;
  longReleased: bigint;
  short: number;
  shortReleased: bigint;
  /** Of both together. */
  profit: bigint;
  entries: Entry[];
}
export interface CrossPositionReduced extends OfAccount {
  type: 'CrossPositionReduced';
  market: string;
  position: number;
  side: PositionSide;
  mark: number;
  /** The price at which its share of what the account is worth is gone: beyond it nothing was sold. */
  limit: number;
  /** Lots asked for, and sold. */
  lots: number;
  filled: number;
  fee: bigint;
  next: CrossLiquidation['next'];
  entries: Entry[];
}
export interface CrossShareSet extends OfAccount {
  type: 'CrossShareSet';
  market: string;
  position: number;
  side: PositionSide;
  mark: number;
  equity: bigint;
  requirement: bigint;
  /** Of all of the account's positions. */
  requirements: bigint;
  /** What it had won, or 0. */
  profit: bigint;
  /** What is locked for it now. */
  cover: bigint;
  entries: Entry[];
}
export interface CrossLiquidationFinished extends OfAccount {
  type: 'CrossLiquidationFinished';
  reason: 'recovered' | 'closed';
}

export type CrossLiquidationEvent =
  CrossLiquidationStarted | LegsNetted | CrossPositionReduced | CrossShareSet | CrossLiquidationFinished;
