/** What a stored projection is: a fold of the journal into some tables, one file each. */
import type { CoreEvent, EventOf, EventType } from '../../core/event';
import type { StoredBatch } from '../../journal/port';
import { RowSet } from './row-set';
import { TABLES, type ViewsTables } from './tables';

/** The rows that one group of batches touches, table by table. */
export type Rows = { readonly [Name in keyof ViewsTables]: RowSet<ViewsTables[Name]> };

export function createRows(): Rows {
  const sets = Object.entries(TABLES).map(([name, table]) => [name, new RowSet<never>(table as never)]);
  return Object.fromEntries(sets) as Rows;
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
  tables: readonly (keyof ViewsTables)[];
  /** Names the stored rows that folding the event will read: `want`, or `expectNew` for a row that it makes. */
  reads: Handlers;
  /** Folds the event: changes, puts and adds rows. */
  writes: Handlers;
}

/** Runs one step of a projection over a batch. */
export function eachEvent(handlers: Handlers, stored: StoredBatch, rows: Rows): void {
  const { batch, position } = stored;
  const scene: Scene = { rows, stored, position, eventPosition: batch.first, at: batch.at };
  for (const event of batch.events) {
    const handler = handlers[event.type] as ((event: CoreEvent, scene: Scene) => void) | undefined;
    handler?.(event, scene);
    scene.eventPosition++;
  }
}
