/** Buffers durable batches while a comparison runs: references to batches in memory anyway, and nothing otherwise. */
import type { Batch } from '../core/event';

/** Maximum lag in batches; beyond it the comparison is postponed. */
const BATCHES_MAX = 100_000;

export interface BufferedTail {
  /** Null if batches were dropped. */
  batches: () => readonly Batch[] | null;
  /** As `batches`, and clears the buffer; later batches are still buffered. */
  take: () => readonly Batch[] | null;
  release: () => void;
}

export class DurableTail {
  private readonly readers = new Set<{ buffered: Batch[]; isWhole: boolean }>();

  /** Called from the journal's subscription, before live views apply the batches. */
  append(batches: readonly { batch: Batch }[]): void {
    for (const reader of this.readers) {
      if (reader.buffered.length + batches.length > BATCHES_MAX) reader.isWhole = false;
      else for (const { batch } of batches) reader.buffered.push(batch);
    }
  }

  /** Buffers every durable batch until `release`. */
  startBuffer(): BufferedTail {
    const reader = { buffered: [] as Batch[], isWhole: true };
    this.readers.add(reader);
    const batches = (): readonly Batch[] | null => (reader.isWhole ? reader.buffered : null);
    return {
      batches,
      take: () => {
        const drained = batches();
        reader.buffered = [];
        return drained;
      },
      release: () => void this.readers.delete(reader),
    };
  }
}
