/** What a stored projection is: a fold of the journal into some tables, one file each. */
import type { CoreEvent, EventOf, EventType } from '../../core/event';
import type { StoredBatch } from '../../journal/port';
import { RowSet } from './rows/row-set';
import { TABLES, TABLES_OF, type AllTables, type ModelName } from './tables';

/** The rows that groups of batches touch, table by table; those of one database, which are all that its projections touch. */
export type Rows = { readonly [Name in keyof AllTables]: RowSet<AllTables[Name]> };

/** `keptMax`: rows of each table that are kept from one group to the next. */
export function createRows(model: ModelName, keptMax?: number): Rows {
  // The views' projector folds the records as well, for the thread that writes them.
  const tables = [...new Set([...TABLES_OF[model], ...TABLES_OF.records])];
  const sets = tables.map((name): [string, unknown] => [name, new RowSet<never>(TABLES[name] as never, keptMax)]);
  return Object.fromEntries(sets) as Rows;
}

/** Whatever the rows know is no longer what is stored, or nobody can tell. */
export function forgetRows(rows: Rows): void {
  for (const set of Object.values(rows)) set.forget();
}

/** Where an event stands, and the rows it is folded into. */
export interface Scene {
  rows: Rows;
  stored: StoredBatch;
  /** Names the batch. */
  position: number;
  eventPosition: number;
  at: number;
}

/** A table by event type; events that mean nothing to the projection are left out. */
export type Handlers = { readonly [T in EventType]?: (event: EventOf<T>, scene: Scene) => void };

export interface Projection {
  name: string;
  /** The tables it alone writes. */
  tables: readonly (keyof AllTables)[];
  /** Names the stored rows that folding the event will read: `want`, or `expectNew` for a row that it makes. */
  reads: Handlers;
  /** Folds the event: changes, puts and adds rows. */
  writes: Handlers;
}

type Handler = (event: CoreEvent, scene: Scene) => void;

/** One step of all projections: what each event type means to any of them, in the order of the projections. */
export type Step = ReadonlyMap<EventType, readonly Handler[]>;

export function stepOf(all: readonly Handlers[]): Step {
  const step = new Map<EventType, Handler[]>();
  for (const handlers of all) {
    for (const [type, handler] of Object.entries(handlers) as [EventType, Handler][]) {
      step.set(type, [...(step.get(type) ?? []), handler]);
    }
  }
  return step;
}

/** Runs one step over a batch. */
export function eachEvent(step: Step, stored: StoredBatch, rows: Rows): void {
  const { batch, position } = stored;
  const scene: Scene = { rows, stored, position, eventPosition: batch.first, at: batch.at };
  for (const event of batch.events) {
    const handlers = step.get(event.type);
    if (handlers) for (const handler of handlers) handler(event, scene);
    scene.eventPosition++;
  }
}
