/** Durable batches for as long as somebody compares: references to what is in memory anyway, and nothing while nobody does. */
import type { Batch } from '../core/event';

/** Whoever is so far behind is compared at another time. */
const BATCHES_MAX = 100_000;

export class DurableTail {
  private readers = 0;
  private kept: Batch[] = [];
  private isWhole = true;

  /** From the journal's subscription, before live views fold them. */
  note(batches: readonly { batch: Batch }[]): void {
    if (this.readers === 0) return;
    if (this.kept.length + batches.length > BATCHES_MAX) this.isWhole = false;
    else for (const { batch } of batches) this.kept.push(batch);
  }

  /** Until `release`, everything that becomes durable is kept. */
  keep(): { batches: () => readonly Batch[] | null; release: () => void } {
    this.readers++;
    return {
      batches: () => (this.isWhole ? this.kept : null),
      release: () => {
        if (--this.readers > 0) return;
        this.kept = [];
        this.isWhole = true;
      },
    };
  }
}
