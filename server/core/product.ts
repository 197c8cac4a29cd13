/**
 * A product's contribution to the core: rows of every table. A row fully describes a command, an event, a record of the
 * state or a due item; the core iterates over the tables and names no product.
 */
import type { EntryKindRow } from '../../shared/rules/entry-kinds';
import type { Actor, Capability } from './actor';
import type { CommandType, FollowUp } from './command';
import type { Context, Decision } from './decision';
import type { Batch, CoreEvent, EventOf, EventType } from './event';
import type { Message } from './messages/message';
import type { RejectionUnits } from './rejection';
import type { RightOf } from './staff/rights';
import type { StaffRule, Approval } from './staff/rule';
import type { CoreState, CoreView } from './state';

/** A command: its permitted senders, its fingerprint and its decide function. Staff commands have a staff rule. */
export type CommandRow<C extends { type: string }> = Row<C> &
  (
    | { allowedActors: readonly Exclude<Capability, 'admin'>[]; staff?: never }
    | { allowedActors: readonly Capability[]; staff: StaffRule<C> }
  );

interface Row<C extends { type: string }> {
  /** Its effect, for docs/reference/commands.md. */
  about: string;
  /** The sender must not be the beneficiary: another staff member sends it. */
  beneficiaryForbidden?: true;
  /** Its fields. Client fields, in this order, make its fingerprint; server fields may differ in a retry. */
  message: Message<C['type']>;
  /** Rejected for users who are staff: they neither trade nor withdraw. */
  staffForbidden?: true;
  /**
   * Null: remembered among the sender's recent commands, or for a month if staff sent it. Otherwise remembered for a
   * month and while the created object is open.
   */
  idempotencyRetention: IsOpen | null;
  /** Reads the state and changes nothing. Never throws for bad input. */
  decide(this: void, view: CoreView, command: C, context: Context, rightOf: RightOf): Decision;
  /** Returns the number of the created object if the first event does not have it. */
  createdId?(this: void, events: readonly CoreEvent[]): number | null;
  /** Follow-ups only: a few events that settle the due item if its normal events exceed one batch. */
  fallbackEvents?(this: void, view: CoreView, command: C): CoreEvent[];
}
export type IsOpen = (state: CoreState, createdId: number) => boolean;
/** Commands without a lasting result, such as an open order. */
export const monthOnly: IsOpen = () => false;

/** An event and its effect on the state. */
export interface EventRow<E extends { type: string }> {
  /** The fact, for docs/reference/events.md. */
  about: string;
  message: Message<E['type']>;
  /** Writes in place and never rejects: a contradiction to the state throws. */
  evolve(this: void, state: CoreState, event: E, batch: Batch): void;
  /** Returns the number of the object created by a batch that starts with this event. */
  createdId?(this: void, event: E): number | null;
}

/** A record of the canonical state: a tuple whose first element is its kind. */
export type SnapshotLine = readonly [is: string, ...fields: unknown[]];
export interface SnapshotRow {
  is: string;
  /** The order must depend on the state alone. */
  write(state: CoreState): Iterable<SnapshotLine>;
  restore(state: CoreState, line: SnapshotLine): void;
}
/**
 * How snapshots store each field of a state: in its own lines, within other lines, or not at all because it is derived.
 * A missing entry does not compile.
 */
export type SnapshotRows<S> = {
  readonly [K in keyof S]: SnapshotRow | readonly SnapshotRow[] | `with ${keyof S & string}` | 'derived';
};

export function snapshotRowsOf(rows: SnapshotRows<Readonly<Record<string, unknown>>>): SnapshotRow[] {
  return Object.values(rows)
    .filter((row) => typeof row !== 'string')
    .flat();
}

/** A row whose lines all have the same tuple type. */
export function snapshotRow<L extends SnapshotLine>(
  is: L[0],
  write: (state: CoreState) => Iterable<L>,
  restore: (state: CoreState, line: L) => void,
): SnapshotRow {
  return { is, write, restore };
}

/** A follow-up that the core sends without any request. */
export interface DueWork {
  kind: string;
  /**
   * Urgent due items come before the next command of a user; those due by time come before anything at or after their time,
   * except price feeds. Scheduled ones run between commands.
   */
  urgency: 'urgent' | 'scheduled';
  /** Items due at the same time are settled by ascending place; places are unique per kind. */
  place: number;
  /**
   * Returns the earliest due item of its kind from an ordered index; null if there is none, now or later. `at` is the present time, for due items
   * that expire.
   */
  next(view: CoreView, at: number): DueItem | null;
}
export interface DueItem {
  /** Milliseconds. A due item that follows directly from the state is due at the state's own time. */
  dueAt: number;
  /** Order among due items of one kind and time. */
  id: number;
  command: FollowUp;
  /** The sender; absent: the clock. */
  actor?: Actor;
  /** Position of the batch that caused it; absent if time alone makes it due. */
  cause?: number;
}

/**
 * Returns follow-ups to apply before a command, given the events it would produce now; the command is then decided
 * again. They must be owed and must not be part of the command's own effect.
 */
export type Prerequisites = (view: CoreView, command: Readonly<Typed>, events: readonly CoreEvent[]) => FollowUp[];

/** Changes of a part's own state by another part's events, applied after that part's own change. */
export type ForeignEventHandlers = {
  readonly [T in EventType]?: (this: void, state: CoreState, event: EventOf<T>, batch: Batch) => void;
};

/** Events that a part appends to those of another part's command, in the same batch. */
export type ExtraEvents = {
  readonly [T in CommandType]?: (
    this: void,
    view: CoreView,
    events: readonly CoreEvent[],
    context: Context,
  ) => CoreEvent[];
};

/** A product, or a part of the kernel, as one row. */
export interface Part {
  commands: Readonly<Record<string, AnyCommandRow>>;
  events: Readonly<Record<string, AnyEventRow>>;
  extraEvents?: ExtraEvents;
  foreignEvents?: ForeignEventHandlers;
  snapshotRows?: readonly SnapshotRow[];
  dueWork?: readonly DueWork[];
  /** Updates derived state after every batch and after a restore. */
  derive?: readonly StateUpdate[];
  /** Derives values that no line contains, after all lines are restored. */
  afterRestore?: StateUpdate;
  prerequisites?: readonly Prerequisites[];
  /** Units of the facts of rejections. Each code is declared by one part. */
  rejectionUnits?: RejectionUnits;
  entryKinds?: Readonly<Record<string, EntryKindRow>>;
  /** Creates the part's fields of the state, before the first event. */
  states?: () => object;
}
type StateUpdate = (this: void, state: CoreState) => void;

/** The rows of all parts, keyed by type. */
export interface Tables {
  commands: Readonly<Record<string, AnyCommandRow>>;
  events: Readonly<Record<string, AnyEventRow>>;
  foreignEvents: ReadonlyMap<string, readonly AnyEventRow['evolve'][]>;
  snapshotRows: readonly SnapshotRow[];
  derive: readonly StateUpdate[];
  afterRestore: readonly StateUpdate[];
  /** Ordered by place. */
  dueWork: readonly DueWork[];
  prerequisites: readonly Prerequisites[];
  rejectionUnits: RejectionUnits;
  entryKinds: Readonly<Record<string, EntryKindRow>>;
  states: readonly (() => object)[];
}

interface Typed {
  type: string;
}
type AnyStaffRule = Pick<StaffRule<Typed>, 'right' | 'kinds' | 'rationale' | 'lasts'> & {
  requiredApproval(this: void, view: CoreView, command: Typed, context: Context): Approval;
};
export interface AnyCommandRow extends Pick<
  Row<Typed>,
  'about' | 'beneficiaryForbidden' | 'staffForbidden' | 'idempotencyRetention'
> {
  allowedActors: readonly Capability[];
  message: Message;
  staff?: AnyStaffRule | undefined;
  decide(this: void, view: CoreView, command: Typed, context: Context, rightOf: RightOf): Decision;
  createdId?(this: void, events: readonly CoreEvent[]): number | null;
  fallbackEvents?(this: void, view: CoreView, command: Typed): CoreEvent[];
}
export interface AnyEventRow {
  about: string;
  message: Message;
  evolve(this: void, state: CoreState, event: Typed, batch: Batch): void;
  createdId?(this: void, event: Typed): number | null;
}
