/**
 * Events in the past tense, by product. Events are the source of truth: replay folds them without deciding again. Amounts are units of the
 * asset, prices ticks, quantities lots, fees already rounded.
 */
import type { Actor } from './actor';
import type { CommandType } from './command';
import type { DriftEvent } from './drift/events';
import type { FeesEvent } from './fees/events';
import type { IndexEvent } from './index-price/events';
import type { MarketEvent } from './market/events';
import type { MemberEvent } from './member/events';
import type { StaffEvent } from './staff/events';

export type * from './drift/events';
export type * from './fees/events';
export type * from './index-price/events';
export type * from './market/events';
export type * from './member/events';
export type * from './staff/events';

/** Events of each part of the core. A product adds its own: `declare module '…/core/event' { interface Events { spot: SpotEvent } }`. */
export interface Events {
  market: MarketEvent;
  member: MemberEvent;
  index: IndexEvent;
  fees: FeesEvent;
  staff: StaffEvent;
  drift: DriftEvent;
}

export type CoreEvent = Events[keyof Events];
export type EventType = CoreEvent['type'];
export type EventOf<T extends EventType> = Extract<CoreEvent, { type: T }>;

/** The part of a command that the journal stores: enough to recognise a retry, or the cause of a follow-up. */
export interface CommandNote {
  type: CommandType;
  /** Unique per actor among those remembered; absent on commands from inside. */
  clientId?: string;
  /** Fingerprint of the payload, 12 hex digits: the same client id with another one is `client.id.reused`. */
  digest?: string;
  /** Follow-ups: position of the batch that made this one due. */
  cause?: number;
}

/** Increases when an event's shape changes; `server/journal/upcast.ts` converts older versions. */
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
