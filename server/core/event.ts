/**
 * What happened, in the past tense, product by product. Events are the truth: replay folds them and decides nothing again.
 * Amounts are units of the asset, prices ticks, quantities lots, fees already rounded.
 */
import type { Actor } from './actor';
import type { CommandType } from './command';
import type { DriftEvent } from './drift/events';
import type { IndexEvent } from './index-price/events';
import type { FeesEvent } from './fees/events';
import type { OptionEvent } from '../products/option/core/events';
import type { EarnEvent } from '../products/earn/core/events';
import type { RobotEvent } from '../products/robot/core/events';
import type { ReferralEvent } from '../products/referral/core/events';
import type { MarketEvent } from './market/events';
import type { MemberEvent } from './member/events';
import type { PerpetualEvent } from '../products/perpetual/core/events';
import type { CloseOutEvent } from '../products/perpetual/core/closing/events';
import type { CrossEvent } from '../products/perpetual/core/margin/cross-events';
import type { CrossLiquidationEvent } from '../products/perpetual/core/liquidation/cross-events';
import type { FundingEvent } from '../products/perpetual/core/funding/events';
import type { LockEvent } from '../products/perpetual/core/locks/events';
import type { TermsEvent } from '../products/perpetual/core/terms/events';
import type { LiquidationEvent } from '../products/perpetual/core/liquidation/events';
import type { MarketEndEvent } from '../products/perpetual/core/expiry/events';
import type { StopEvent } from '../products/perpetual/core/stops/events';
import type { MarkPublished } from '../products/perpetual/core/marks/events';
import type { SpotEvent } from '../products/spot/core/events';
import type { StaffEvent } from './staff/events';
import type { WalletEvent } from '../products/wallet/core/events';

export type * from './drift/events';
export type * from './index-price/events';
export type * from './fees/events';
export type * from '../products/option/core/events';
export type * from '../products/earn/core/events';
export type * from '../products/referral/core/events';
export type * from '../products/robot/core/events';
export type * from './market/events';
export type * from './member/events';
export type * from '../products/perpetual/core/events';
export type * from '../products/perpetual/core/closing/events';
export type * from '../products/perpetual/core/margin/cross-events';
export type * from '../products/perpetual/core/stops/events';
export type * from '../products/spot/core/events';
export type * from './staff/events';
export type * from '../products/wallet/core/events';

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
export type * from '../products/perpetual/core/funding/events';
export type * from '../products/perpetual/core/liquidation/events';
export type * from '../products/perpetual/core/locks/events';
export type * from '../products/perpetual/core/terms/events';
export type * from '../products/perpetual/core/expiry/events';
export type * from '../products/perpetual/core/marks/events';

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
