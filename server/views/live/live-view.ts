/** Interface of live views: a fold of durable batches that knows its position. */
import type { Batch, EventOf, EventType } from '../../core/event';
import { positionOf } from '../../core/event';

export interface LiveView {
  /** Position of the last batch folded, −1 before the first. */
  readonly position: number;
  /** Folds the next batch. Synchronous, in memory only. */
  fold(batch: Batch): void;
}

/** Each view names the events it folds; it ignores all others. */
export type Folds = { readonly [T in EventType]?: (event: EventOf<T>, batch: Batch) => void };

/** Calls the view's fold of each event of a batch and returns the position that names the batch. */
export function foldEvents(folds: Folds, batch: Batch): number {
  for (const event of batch.events) {
    const fold = folds[event.type] as ((event: EventOf<EventType>, batch: Batch) => void) | undefined;
    fold?.(event, batch);
  }
  return positionOf(batch);
}
