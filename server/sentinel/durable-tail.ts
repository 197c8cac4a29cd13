/** Durable batches for as long as somebody compares: references to what is in memory anyway, and nothing while nobody does. */
import type { Batch } from '../core/event';

/** Whoever is so far behind is compared at another time. */
const BATCHES_MAX = 100_000;

export interface KeptTail {
  /** Null where they are no longer all there. */
  batches: () => readonly Batch[] | null;
  /** The same, and forgets them: what becomes durable from here on is kept. */
  take: () => readonly Batch[] | null;
  release: () => void;
}

export class DurableTail {
  private readonly readers = new Set<{ kept: Batch[]; isWhole: boolean }>();

  /** From the journal's subscription, before live views fold them. */
  note(batches: readonly { batch: Batch }[]): void {
    for (const reader of this.readers) {
      if (reader.kept.length + batches.length > BATCHES_MAX) reader.isWhole = false;
      else for (const { batch } of batches) reader.kept.push(batch);
    }
  }

  /** Until `release`, everything that becomes durable is kept. */
  keep(): KeptTail {
    const reader = { kept: [] as Batch[], isWhole: true };
    this.readers.add(reader);
    const batches = (): readonly Batch[] | null => (reader.isWhole ? reader.kept : null);
    return {
      batches,
      take: () => {
        const taken = batches();
        reader.kept = [];
        return taken;
      },
      release: () => void this.readers.delete(reader),
    };
  }
}
