/** One subscription: stored batches, then live ones, over as many connections as needed. */
import { setTimeout as delay } from 'node:timers/promises';
import type { StoredBatch, Subscription } from '../port';
import { isFinal } from './faults';
import { BatchAssembler, ChainVerifier, storedBatchOf } from './record';
import type { StoredStream } from './stored-stream';

/** Delay between two attempts in ms: short at first, since most stores recover at once, up to the maximum. */
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 2_000;

type OnBatches = (batches: readonly StoredBatch[]) => void | Promise<void>;

/** The handler failed; reconnecting does not help. */
class HandlerError extends Error {}

export class CatchUpSubscription implements Subscription {
  private readonly abortController = new AbortController();
  private readonly completion: Promise<void>;
  /** Position and hash of the last batch that the handler processed; the hash is unknown until it is looked up. */
  private checkpoint: { position: number; hash?: string };

  constructor(
    private readonly stream: StoredStream,
    after: number,
    private readonly onBatches: OnBatches,
    private readonly onError: (error: Error) => void,
  ) {
    this.checkpoint = after < 0 ? { position: -1, hash: stream.genesis } : { position: after };
    this.completion = this.run();
  }

  /** Waits for a running handler; a handler that ends its own subscription must not wait for this. */
  close(): Promise<void> {
    this.abortController.abort();
    return this.completion;
  }

  private async run(): Promise<void> {
    let pauseMs = RETRY_MS_MIN;
    while (!this.abortController.signal.aborted) {
      const startPosition = this.checkpoint.position;
      try {
        await this.follow();
      } catch (error) {
        if (error instanceof HandlerError) return this.fail(error.cause);
        if (isFinal(error)) return this.fail(error);
      }
      // A delivery since the last attempt shows that the store is up: reset the back-off.
      pauseMs = this.checkpoint.position > startPosition ? RETRY_MS_MIN : Math.min(pauseMs * 2, RETRY_MS_MAX);
      await delay(pauseMs, undefined, { signal: this.abortController.signal }).catch(() => undefined);
    }
  }

  private fail(cause: unknown): void {
    if (this.abortController.signal.aborted) return;
    this.abortController.abort();
    this.onError(cause instanceof Error ? cause : new Error(String(cause)));
  }

  /** Delivers from the checkpoint on, over one connection; throws when the connection ends. */
  private async follow(): Promise<void> {
    const { signal } = this.abortController;
    await this.readExpectedLink();
    const assembler = new BatchAssembler();
    const chain = new ChainVerifier(this.checkpoint.hash);
    for await (const chunk of this.stream.follow(this.checkpoint.position, signal)) {
      // Records that arrive together are delivered together; a delivery waits for no further records.
      const batches: StoredBatch[] = [];
      for (const record of chunk) {
        const stored = assembler.add(record);
        if (stored) batches.push(storedBatchOf(chain.confirmed(stored)));
      }
      if (batches.length > 0) await this.deliver(batches);
    }
  }

  /**
   * Reads the link that the next batch must have. A checkpoint inside a batch moves to before that batch, to deliver it
   * whole.
   */
  private async readExpectedLink(): Promise<void> {
    const { position, hash } = this.checkpoint;
    if (hash !== undefined) return;
    for await (const stored of this.stream.confirmed(position, this.abortController.signal)) {
      if (stored.position === position) this.checkpoint = { position, hash: stored.hash };
      else this.checkpoint = { position: stored.first - 1, hash: stored.prev };
      return;
    }
  }

  private async deliver(batches: readonly StoredBatch[]): Promise<void> {
    if (this.abortController.signal.aborted) return;
    try {
      await this.onBatches(batches);
    } catch (cause) {
      throw new HandlerError('the handler failed', { cause });
    }
    const { position, hash } = batches[batches.length - 1];
    this.checkpoint = { position, hash };
  }
}
