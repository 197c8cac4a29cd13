/**
 * What happened, in the past tense, product by product. Events are the truth: replay folds them and decides nothing again.
 * Amounts are units of the asset, prices ticks, quantities lots, fees already rounded.
 */
import type { Actor } from './actor';
import type { CommandType } from './command';
import type { DriftEvent } from './drift/events';
import type { IndexEvent } from './index-price/events';
import type { FeesEvent } from './fees/events';
import type { OptionEvent } from './option/events';
import type { EarnEvent } from './earn/events';
import type { RobotEvent } from './robot/events';
import type { ReferralEvent } from './referral/events';
import type { MarketEvent } from './market/events';
import type { MemberEvent } from './member/events';
import type { PerpetualEvent } from './perpetual/events';
import type { CloseOutEvent } from './perpetual/close-out-events';
import type { CrossEvent } from './perpetual/cross-events';
import type { CrossLiquidationEvent } from './perpetual/cross-liquidation-events';
import type { FundingEvent } from './perpetual/funding-events';
import type { LockEvent } from './perpetual/lock-events';
import type { TermsEvent } from './perpetual/terms-events';
import type { LiquidationEvent } from './perpetual/liquidation-events';
import type { MarketEndEvent } from './perpetual/market-end-events';
import type { StopEvent } from './perpetual/stop-events';
import type { MarkPublished } from './perpetual/mark-events';
import type { SpotEvent } from './spot/events';
import type { StaffEvent } from './staff/events';
import type { WalletEvent } from './wallet/events';

export type * from './drift/events';
export type * from './index-price/events';
export type * from './fees/events';
export type * from './option/events';
export type * from './earn/events';
export type * from './referral/events';
export type * from './robot/events';
export type * from './market/events';
export type * from './member/events';
export type * from './perpetual/events';
export type * from './perpetual/close-out-events';
export type * from './perpetual/cross-events';
export type * from './perpetual/stop-events';
export type * from './spot/events';
export type * from './staff/events';
export type * from './wallet/events';

export type CoreEvent =
  | MarketEvent
  | MemberEvent
  | WalletEvent
  | SpotEvent
  | IndexEvent
  | FeesEvent
  | PerpetualEvent
  | MarkPublished
  | FundingEvent
  | LockEvent
  | TermsEvent
  | LiquidationEvent
  | MarketEndEvent
  | StopEvent
  | CloseOutEvent
  | CrossEvent
  | CrossLiquidationEvent
  | OptionEvent
  | EarnEvent
  | RobotEvent
  | ReferralEvent
  | StaffEvent
  | DriftEvent;
export type * from './perpetual/funding-events';
export type * from './perpetual/liquidation-events';
export type * from './perpetual/lock-events';
export type * from './perpetual/terms-events';
export type * from './perpetual/market-end-events';
export type * from './perpetual/mark-events';

export type EventType = CoreEvent['type'];
export type EventOf<T extends EventType> = Extract<CoreEvent, { type: T }>;

/** What of a command the journal keeps: enough to recognise it when it comes again, or what made it due. */
export interface CommandNote {
  type: CommandType;
  /** Unique per actor among those remembered; absent on commands from inside. */
  clientId?: string;
  /** Fingerprint of the payload, 12 hex digits: the same client id with another one is `client.id.reused`. */
  digest?: string;
  /** Follow-ups: position of the batch that made this one due. */
  cause?: number;
}

/** Raised when an event's shape changes: what was stored before is brought up by `server/journal/upcast.ts`. */
export const BATCH_VERSION = 2;

/** The events of one command: atomic, never empty. */
export interface Batch {
  v: typeof BATCH_VERSION;
  /** Position of the first event; the last is `first + events.length − 1`, which names the batch. */
  first: number;
  /** Milliseconds since the epoch, never before the batch ahead. */
  at: number;
  command: CommandNote;
  actor: Actor;
  events: CoreEvent[];
}

/** The position that names a batch: that of its last event. */
export function positionOf(batch: Pick<Batch, 'first' | 'events'>): number {
  return batch.first + batch.events.length - 1;
}
