/** Interface of stored projections: a fold of the journal into some tables, one file each. */
import type { CoreEvent, EventOf, EventType } from '../../core/event';
import type { StoredBatch } from '../../journal/port';
import type { RowSet } from './rows/row-set';
import type { AllTables } from './tables';

/** Rows touched by groups of batches, table by table; only tables of one database. */
export type Rows = { readonly [Name in keyof AllTables]: RowSet<AllTables[Name]> };

/** Called when cached rows no longer match the store, or may not. */
export function forgetRows(rows: Rows): void {
  for (const set of Object.values(rows)) set.clear();
}

/** Context of an event: its position, and the rows it is folded into. */
export interface EventContext {
  rows: Rows;
  stored: StoredBatch;
  /** Position that names the batch. */
  position: number;
  eventPosition: number;
  at: number;
}

/** Handlers by event type; events irrelevant to the projection are left out. */
export type Handlers = { readonly [T in EventType]?: (event: EventOf<T>, context: EventContext) => void };

export interface Projection {
  name: string;
  /** Tables written only by this projection. */
  tables: readonly (keyof AllTables)[];
  /** Requests the stored rows that folding will read: `prefetch`, or `markNew` for a row that it creates. */
  reads: Handlers;
  /** Folds the event: changes, puts and adds rows. */
  writes: Handlers;
}

type Handler = (event: CoreEvent, context: EventContext) => void;

/** Handlers of all projections by event type, in the order of the projections. */
export type Step = ReadonlyMap<EventType, readonly Handler[]>;

export function stepOf(projectionHandlers: readonly Handlers[]): Step {
  const step = new Map<EventType, Handler[]>();
  for (const handlers of projectionHandlers) {
    for (const [type, handler] of Object.entries(handlers) as [EventType, Handler][]) {
      step.set(type, [...(step.get(type) ?? []), handler]);
    }
  }
  return step;
}

/** Runs one step over a batch. */
export function eachEvent(step: Step, stored: StoredBatch, rows: Rows): void {
  const { batch, position } = stored;
  const context: EventContext = { rows, stored, position, eventPosition: batch.first, at: batch.at };
  for (const event of batch.events) {
    const handlers = step.get(event.type);
    if (handlers) for (const handler of handlers) handler(event, context);
    context.eventPosition++;
  }
}
