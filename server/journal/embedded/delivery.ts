/**
 * One subscriber: first stored batches from files, then live ones. In the writer's process the live batches are the
 * appended objects. A subscriber that falls far behind reads from files again, to bound memory.
 */
import type { StoredBatch, Subscription } from '../port';
import { yieldToEventLoop, type DurableReader } from './reading';

/** Maximum batches in memory for one subscriber; beyond it the subscriber reads from files. */
const WAITING_BATCHES_MAX = 20_000;

interface DurableSignal {
  /** Resolves when there may be more than `durable`, or after `wake`. */
  waitForMore(durable: number): Promise<void>;
  /** Wakes the waiting readers, for example after a close. */
  wake(): void;
}

export interface DeliverySource {
  durable(): number;
  reader(next: number): DurableReader<StoredBatch>;
  /** Notifies a subscriber in another thread of new batches; null if `offer` does so. */
  signal: DurableSignal | null;
}

export class Delivery implements Subscription {
  private pendingBatches: StoredBatch[] = [];
  /** Position up to which batches were delivered or wait in memory. */
  private queuedPosition: number;
  private reader: DurableReader<StoredBatch> | null = null;
  private closed = false;
  private alarm: (() => void) | null = null;
  private readonly completion: Promise<void>;

  constructor(
    after: number,
    private readonly source: DeliverySource,
    private readonly onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    private readonly onError: (error: Error) => void,
    private readonly onEnd: (delivery: Delivery) => void,
  ) {
    this.queuedPosition = after;
    this.completion = this.run();
  }

  /** Passes new durable batches behind position `before` in memory. A lagging subscriber reads them from the files. */
  offer(batches: readonly StoredBatch[], before: number): void {
    if (this.closed) return;
    if (this.queuedPosition === before && this.pendingBatches.length < WAITING_BATCHES_MAX) {
      for (const stored of batches) this.pendingBatches.push(stored);
      this.queuedPosition = batches[batches.length - 1].position;
    }
    this.wake();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.wake();
    await this.completion;
  }

  private wake(): void {
    this.alarm?.();
    this.alarm = null;
    this.source.signal?.wake();
  }

  private async run(): Promise<void> {
    try {
      // The caller has its subscription before the first call of its handler.
      await yieldToEventLoop();
      while (!this.closed) await this.deliverOnce();
    } catch (error) {
      this.closed = true;
      this.onError(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.closeReader();
      this.onEnd(this);
    }
  }

  private closeReader(): void {
    this.reader?.close();
    this.reader = null;
  }

  private async deliverOnce(): Promise<void> {
    if (this.pendingBatches.length > 0) {
      const batches = this.pendingBatches;
      this.pendingBatches = [];
      // Delivery from memory took over here; reusing this reader later would deliver the same batches again.
      this.closeReader();
      await this.onBatches(batches);
      return;
    }
    const durable = this.source.durable();
    if (this.queuedPosition < durable) return this.catchUp(durable);
    if (this.source.signal) return this.source.signal.waitForMore(durable);
    this.closeReader();
    await new Promise<void>((resolve) => (this.alarm = resolve));
  }

  private async catchUp(durable: number): Promise<void> {
    this.reader ??= this.source.reader(this.queuedPosition + 1);
    const batches = this.reader.nextBatches(durable);
    // Set before the handler runs, so that batches appended meanwhile follow this piece.
    this.queuedPosition = batches[batches.length - 1].position;
    await this.onBatches(batches);
    await yieldToEventLoop();
  }
}
