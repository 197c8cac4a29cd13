/** What happens to stops. They have numbers of the same row as orders. */
import type { PositionSide, PriceKind } from '../market/order';
import type { PerpetualCancelReason } from './events';
import type { StopKind } from './stop-commands';

export interface StopPlaced {
  type: 'StopPlaced';
  stop: number;
  user: number;
  market: string;
  position: PositionSide;
  /** The position's number. */
  contract: number;
  kind: StopKind;
  /** 0 as long as it follows the price. */
  trigger: number;
  triggerBy: PriceKind;
  /** Absent: at the market. */
  price?: number;
  /** Absent: the whole position. */
  quantity?: number;
  /** Of a trailing stop: how far behind, ticks or hundredths of a percent, and the price from which it follows. */
  callbackTicks?: number;
  callbackBp?: number;
  extreme?: number;
  /** That opened what it closes, and brought it along. */
  order?: number;
}
export interface StopGrown {
  type: 'StopGrown';
  stop: number;
  user: number;
  market: string;
  order: number;
  /** What it closes now. */
  quantity: number;
}
export interface StopAmended {
  type: 'StopAmended';
  stop: number;
  user: number;
  market: string;
  trigger: number;
  price?: number;
  quantity?: number;
  /** Why it goes on waiting; absent by hand. */
  reason?: PerpetualCancelReason;
}
export interface StopTriggered {
  type: 'StopTriggered';
  stop: number;
  user: number;
  market: string;
  contract: number;
  kind: StopKind;
  trigger: number;
  triggerBy: PriceKind;
  /** What it looked at, as it is now. */
  price: number;
  /** Of a trailing stop: the best price that it had seen. */
  extreme?: number;
  order: number;
  lots: number;
}
export interface StopEnded {
  type: 'StopEnded';
  stop: number;
  user: number;
  market: string;
  reason: 'requested' | 'filled' | 'position_closed' | 'fills_too_many';
}

export type StopEvent = StopPlaced | StopGrown | StopAmended | StopTriggered | StopEnded;
