/**
 * One subscriber: first what is stored, from files, then what comes. In the writer's process what comes are the very
 * batches that were appended; a subscriber that falls far behind goes back to reading files, so that it costs no memory.
 */
import type { StoredBatch, Subscription } from '../port';
import { nextTurn, type DurableReader } from './reading';

/** Batches that wait in memory for one subscriber before it has to read them from files. */
const WAITING_BATCHES_MAX = 20_000;

interface Word {
  /** Resolves when there may be more than `durable`, or when somebody stirs. */
  more(durable: number): Promise<void>;
  /** Has whoever waits look up: it may have been closed. */
  stir(): void;
}

export interface DeliverySource {
  durable(): number;
  reader(next: number): DurableReader<StoredBatch>;
  /** How a subscriber of another thread hears that there is more; null where `offer` says so. */
  word: Word | null;
}

export class Delivery implements Subscription {
  private waiting: StoredBatch[] = [];
  /** Position up to which batches were delivered or wait in memory. */
  private reached: number;
  private reader: DurableReader<StoredBatch> | null = null;
  private closed = false;
  private alarm: (() => void) | null = null;
  private readonly ended: Promise<void>;

  constructor(
    after: number,
    private readonly source: DeliverySource,
    private readonly onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    private readonly onError: (error: Error) => void,
    private readonly onEnd: (delivery: Delivery) => void,
  ) {
    this.reached = after;
    this.ended = this.run();
  }

  /** New durable batches behind position `before`, in memory. Whoever is not there yet will find them in the files. */
  offer(batches: readonly StoredBatch[], before: number): void {
    if (this.closed) return;
    if (this.reached === before && this.waiting.length < WAITING_BATCHES_MAX) {
      for (const stored of batches) this.waiting.push(stored);
      this.reached = batches[batches.length - 1].position;
    }
    this.wake();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.wake();
    await this.ended;
  }

  private wake(): void {
    this.alarm?.();
    this.alarm = null;
    this.source.word?.stir();
  }

  private async run(): Promise<void> {
    try {
      // The caller has its subscription in hand before the first call of its handler.
      await nextTurn();
      while (!this.closed) await this.turn();
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

  private async turn(): Promise<void> {
    if (this.waiting.length > 0) {
      const batches = this.waiting;
      this.waiting = [];
      // It stands where memory joined on: going on with it later would deliver these again.
      this.closeReader();
      await this.onBatches(batches);
      return;
    }
    const durable = this.source.durable();
    if (this.reached < durable) return this.catchUp(durable);
    if (this.source.word) return this.source.word.more(durable);
    this.closeReader();
    await new Promise<void>((resolve) => (this.alarm = resolve));
  }

  private async catchUp(durable: number): Promise<void> {
    this.reader ??= this.source.reader(this.reached + 1);
    const batches = this.reader.piece(durable);
    // Set before the handler runs: what is appended meanwhile joins on behind this piece.
    this.reached = batches[batches.length - 1].position;
    await this.onBatches(batches);
    await nextTurn();
  }
}
