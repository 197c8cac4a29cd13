/** One subscription: what is stored, then what comes, over as many connections as it takes. */
import { setTimeout as delay } from 'node:timers/promises';
import { START, type EventStoreDBClient } from '@eventstore/db-client';
import type { StoredBatch, Subscription } from '../port';
import { isFinal } from './faults';
import { recordsFrom } from './reading';
import { BatchAssembler, metadataOf } from './record';

/** Pauses between two attempts: short at first, since most stores are back at once, and never longer than the last. */
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 2_000;
/** Batches of one delivery, at most. */
const DELIVERY_BATCHES_MAX = 256;
/** Records that wait in memory for a slow handler; behind them the server is told to wait. */
const RECORDS_BUFFERED_MAX = 1_024;

type OnBatches = (batches: readonly StoredBatch[]) => void | Promise<void>;

/** What ends a subscription, as opposed to a connection that is gone: a handler that failed, records of no known shape. */
class Ending extends Error {}

export class CatchUpSubscription implements Subscription {
  private readonly ended = new AbortController();
  private readonly done: Promise<void>;
  /** Position of the last batch that the handler has taken. */
  private checkpoint: number;

  constructor(
    private readonly client: EventStoreDBClient,
    private readonly stream: string,
    after: number,
    private readonly onBatches: OnBatches,
    private readonly onError: (error: Error) => void,
  ) {
    this.checkpoint = after;
    this.done = this.run();
  }

  /** Waits for the handler if it is at work; a handler that ends its own subscription must not wait for this. */
  close(): Promise<void> {
    this.ended.abort();
    return this.done;
  }

  private async run(): Promise<void> {
    let pauseMs = RETRY_MS_MIN;
    while (!this.ended.signal.aborted) {
      const reached = this.checkpoint;
      try {
        await this.follow();
      } catch (error) {
        if (error instanceof Ending || isFinal(error)) return this.fail(error instanceof Ending ? error.cause : error);
      }
      // What was delivered meanwhile shows that the store is there: the next attempt need not wait for long.
      pauseMs = this.checkpoint > reached ? RETRY_MS_MIN : Math.min(pauseMs * 2, RETRY_MS_MAX);
      await delay(pauseMs, undefined, { signal: this.ended.signal }).catch(() => undefined);
    }
  }

  private fail(cause: unknown): void {
    if (this.ended.signal.aborted) return;
    this.ended.abort();
    this.onError(cause instanceof Error ? cause : new Error(String(cause)));
  }

  /** Delivers from the checkpoint on, over one connection; returns or throws when that is over. */
  private async follow(): Promise<void> {
    const { signal } = this.ended;
    const assembler = new BatchAssembler();
    const subscription = this.client.subscribeToStream(
      this.stream,
      { fromRevision: this.checkpoint < 0 ? START : BigInt(this.checkpoint) },
      { highWaterMark: RECORDS_BUFFERED_MAX },
    );
    let group: StoredBatch[] = [];
    for await (const record of recordsFrom(subscription, () => subscription.unsubscribe(), signal)) {
      const stored = ending(() => {
        // A checkpoint inside a batch: its first records are missing, so go back and take it whole.
        const { index, first } = metadataOf(record);
        if (assembler.pendingFirst === undefined && index > 0) return first;
        return assembler.add(record);
      });
      if (typeof stored === 'number') {
        this.checkpoint = stored - 1;
        return;
      }
      if (stored) group.push(stored);
      // What has already arrived goes along in one delivery; nothing waits for what has not.
      if (group.length === 0) continue;
      if (subscription.readableLength > 0 && group.length < DELIVERY_BATCHES_MAX) continue;
      await this.deliver(group);
      group = [];
    }
  }

  private async deliver(group: readonly StoredBatch[]): Promise<void> {
    if (this.ended.signal.aborted) return;
    try {
      await this.onBatches(group);
    } catch (cause) {
      throw new Ending('the handler failed', { cause });
    }
    this.checkpoint = group[group.length - 1].position;
  }
}

function ending<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new Ending('the records are not of this journal', { cause });
  }
}
