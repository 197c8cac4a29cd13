/**
 * What a product gives to the core: rows of every table, and nothing else. A row says all there is to know of a command, an
 * event, a record of the state or a debt; the core's own functions walk the tables and name no product.
 */
import type { EntryKindRow } from '../../shared/rules/entry-kinds';
import type { Actor, Capability } from './actor';
import type { CommandType, FollowUp } from './command';
import type { Context, Decision } from './decision';
import type { Batch, CoreEvent, EventOf, EventType } from './event';
import type { Message } from './messages/message';
import type { RefusalUnits } from './rejection';
import type { StaffRule, Takes } from './staff/rule';
import type { CoreState, CoreView } from './state';

/** A command: who may send it, what tells it from another under the same id, and what comes of it. What staff send has a rule for staff. */
export type CommandRow<C extends { type: string }> = Row<C> &
  (
    | { senders: readonly Exclude<Capability, 'admin'>[]; staff?: never }
    | { senders: readonly Capability[]; staff: StaffRule<C> }
  );

interface Row<C extends { type: string }> {
  /** Its effect, as docs/reference/commands.md says it. */
  about: string;
  /** What would favour its sender somebody else of staff has to send. */
  forOthers?: true;
  /** Its fields. Those of the client, in this order, are its fingerprint; those of the server may differ when it comes again. */
  message: Message<C['type']>;
  /** Users who are staff do not send it: they neither trade nor withdraw. */
  notByStaff?: true;
  /**
   * Null: its client id is remembered among the recent ones of its sender, unless staff sent it. Else for a month, and as long
   * as what it made, by its number, is still something.
   */
  lasting: IsOpen | null;
  /** Reads the state and changes nothing. Never throws for bad input. */
  decide(this: void, view: CoreView, command: C, context: Context): Decision;
  /** What a batch of it made, where that is not what its first event says. */
  made?(this: void, events: readonly CoreEvent[]): number | null;
  /** Follow-ups: a few events behind which it is owed no more, should what it would do not be one batch. */
  giveUp?(this: void, view: CoreView, command: C): CoreEvent[];
}
export type IsOpen = (state: CoreState, made: number) => boolean;
/** What such a command made is over at once. */
export const nothingOpen: IsOpen = () => false;

/** An event, and what it does to the state. */
export interface EventRow<E extends { type: string }> {
  /** The fact, as docs/reference/events.md says it. */
  about: string;
  message: Message<E['type']>;
  /** Writes in place and never refuses: what contradicts the state is a crash. */
  evolve(this: void, state: CoreState, event: E, batch: Batch): void;
  /** The number of what a batch made that begins with this event. */
  made?(this: void, event: E): number | null;
}

/** A record of the canonical state: a tuple that begins with what it is. */
export type Line = readonly [is: string, ...fields: unknown[]];
export interface LineRow {
  is: string;
  /** In an order that depends on nothing but the state. */
  write(state: CoreState): Iterable<Line>;
  restore(state: CoreState, line: Line): void;
}
/**
 * How each field of a state is told: by lines of its own, within those of another one, or not at all, because it follows from
 * others. A field without its place does not compile.
 */
export type Told<S> = {
  readonly [K in keyof S]: LineRow | readonly LineRow[] | `with ${keyof S & string}` | 'derived';
};

export function linesOf(told: Told<Readonly<Record<string, unknown>>>): LineRow[] {
  return Object.values(told)
    .filter((row) => typeof row !== 'string')
    .flat();
}

/** A row whose lines are tuples of one type. */
export function lineRow<L extends Line>(
  is: L[0],
  write: (state: CoreState) => Iterable<L>,
  restore: (state: CoreState, line: L) => void,
): LineRow {
  return { is, write, restore };
}

/** What must happen without anybody asking. */
export interface Debt {
  kind: string;
  /**
   * Urgent ones come before the next command of a user, and those that time makes due before anything of a time not before
   * theirs; price feeds alone may pass. Scheduled ones run between commands.
   */
  urgency: 'urgent' | 'scheduled';
  /** Of one moment the kind with the lowest number is paid first. No two kinds have the same number. */
  place: number;
  /**
   * The earliest of its kind, from an ordered index; null when nothing is owed, now or later. `at` is the time of now, for what is owed
   * only as long as something is fresh.
   */
  next(view: CoreView, at: number): OwedNext | null;
}
export interface OwedNext {
  /** Milliseconds. What follows from the state at once is due at the state's own time. */
  dueAt: number;
  /** Order within one moment and kind. */
  id: number;
  command: FollowUp;
  /** Who sends it; absent: the clock. */
  actor?: Actor;
  /** Position of the batch that made it due; absent for what the time alone makes due. */
  cause?: number;
}

/**
 * What has to be paid ahead of a command, told from what it would lead to now: then it is decided anew. It never names what the command
 * itself does, nor anything that is not owed.
 */
export type Ahead = (view: CoreView, command: Readonly<Typed>, events: readonly CoreEvent[]) => FollowUp[];

/** Changes of a part's own state by events of other parts, after the event has changed its own part. */
export type Follows = {
  readonly [T in EventType]?: (this: void, state: CoreState, event: EventOf<T>, batch: Batch) => void;
};

/** Events that a part adds to those of another part's command, in the same batch. */
export type Adds = {
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
  adds?: Adds;
  follows?: Follows;
  lines?: readonly LineRow[];
  debts?: readonly Debt[];
  /** What follows from the state is brought up to it: after every batch, and after the state was restored. */
  derive?: readonly Change[];
  /** Counts what no line tells, once all lines are restored. */
  restored?: Change;
  ahead?: readonly Ahead[];
  /** The units in which the facts of refusals are counted. Each code is declared by one part. */
  refusals?: RefusalUnits;
  entryKinds?: Readonly<Record<string, EntryKindRow>>;
  /** The fields of the state that the part keeps, before the first event. */
  states?: () => object;
}
type Change = (this: void, state: CoreState) => void;

/** The rows of all parts, keyed by type. */
export interface Tables {
  commands: Readonly<Record<string, AnyCommandRow>>;
  events: Readonly<Record<string, AnyEventRow>>;
  follows: ReadonlyMap<string, readonly AnyEventRow['evolve'][]>;
  lines: readonly LineRow[];
  derive: readonly Change[];
  restored: readonly Change[];
  /** In the order of their places. */
  debts: readonly Debt[];
  ahead: readonly Ahead[];
  refusals: RefusalUnits;
  entryKinds: Readonly<Record<string, EntryKindRow>>;
  states: readonly (() => object)[];
}

interface Typed {
  type: string;
}
type AnyStaffRule = Pick<StaffRule<Typed>, 'kinds' | 'why' | 'lasts'> & {
  takes(this: void, view: CoreView, command: Typed, context: Context): Takes;
};
export interface AnyCommandRow extends Pick<Row<Typed>, 'about' | 'forOthers' | 'notByStaff' | 'lasting'> {
  senders: readonly Capability[];
  message: Message;
  staff?: AnyStaffRule | undefined;
  decide(this: void, view: CoreView, command: Typed, context: Context): Decision;
  made?(this: void, events: readonly CoreEvent[]): number | null;
  giveUp?(this: void, view: CoreView, command: Typed): CoreEvent[];
}
export interface AnyEventRow {
  about: string;
  message: Message;
  evolve(this: void, state: CoreState, event: Typed, batch: Batch): void;
  made?(this: void, event: Typed): number | null;
}
