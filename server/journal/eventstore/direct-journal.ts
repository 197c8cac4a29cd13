/** Reads the stream and appends to it in the caller's own thread. */
import { WrongExpectedVersionError } from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AppendError,
  type DraftBatch,
  type Journal,
  type JournalHead,
  type StoredBatch,
  type StoredText,
  type Subscription,
} from '../port';
import { APPEND_BYTES_MAX_DEFAULT, requireServerLimit } from './append-limit';
import { StoreConnection } from './connection';
import { appendErrorOf, isFinal, waitReason } from './faults';
import type { OpenOptions } from './options';
import { Origins } from './origins';
import {
  bodyBytesMax,
  metadataOf,
  partsOf,
  recordsOf,
  storedBatchOf,
  type BodyParts,
  type Origin,
  type SealedBatch,
} from './record';
import { StoredStream } from './stored-stream';
import { CatchUpSubscription } from './subscription';

/** An append needs only the body, which contains all other fields. */
type Body = Pick<DraftBatch, 'body'>;

const ANSWER_MS_MAX_DEFAULT = 10_000;
const SETTLE_MS_MAX_DEFAULT = 10_000;
/** Delay between two attempts in ms: most stores recover at once, a cluster needs seconds to elect a leader. */
const RETRY_MS_MIN = 50;
const OPEN_RETRY_MS_MAX = 5_000;
const APPEND_RETRY_MS_MAX = 1_000;

/** The appending side alone, in the caller's thread. */
export async function openAppender(options: OpenOptions): Promise<EventStoreJournal> {
  return open(options, (journal) => journal.checkServerLimit());
}

/** The reading side: it does not probe the server's maximum of an append, which only concerns the writer. */
export async function openReader(options: OpenOptions): Promise<EventStoreJournal> {
  return open(options, () => Promise.resolve());
}

async function open(
  options: OpenOptions,
  check: (journal: EventStoreJournal) => Promise<void>,
): Promise<EventStoreJournal> {
  for (let retryMs = RETRY_MS_MIN; ; retryMs = Math.min(retryMs * 2, OPEN_RETRY_MS_MAX)) {
    // A new instance for each attempt: a client that failed to find a node may cache that failure.
    const journal = new EventStoreJournal(options);
    try {
      await journal.begin();
      await check(journal);
      return journal;
    } catch (error) {
      await journal.close();
      if (isFinal(error)) throw error;
      options.onWaiting?.(waitReason(error), retryMs);
      await delay(retryMs);
    }
  }
}

export class EventStoreJournal implements Omit<Journal, 'append'> {
  readonly batchBytesMax: number;
  private readonly connection: StoreConnection;
  private readonly stream: StoredStream;
  private readonly origins: Origins;
  private readonly endsAt: number | undefined;
  private readonly appendBytesMax: number;
  private readonly answerMsMax: number;
  private readonly settleMsMax: number;
  private readonly closing = new AbortController();
  private readonly subscriptions = new Set<Subscription>();
  private appending: Promise<unknown> | undefined;
  private current: JournalHead;
  /** After a failed append the stream may be longer than this process knows. */
  private headInDoubt = false;
  private waitingFor: string | null = null;
  /** A failed read that is not retried describes the present only for a limited time. */
  private waitedForUntil = 0;
  private readonly onWaits: (reason: string | null) => void;

  constructor(options: OpenOptions) {
    const { url, core, stream = `core-${core}` } = options;
    this.appendBytesMax = options.appendBytesMax ?? APPEND_BYTES_MAX_DEFAULT;
    this.answerMsMax = options.answerMsMax ?? ANSWER_MS_MAX_DEFAULT;
    this.settleMsMax = options.settleMsMax ?? SETTLE_MS_MAX_DEFAULT;
    this.onWaits = options.onWaits ?? (() => undefined);
    this.batchBytesMax = bodyBytesMax(this.appendBytesMax);
    this.connection = new StoreConnection(url);
    this.stream = new StoredStream(this.connection, stream, core, this.answerMsMax, this.closing.signal);
    this.endsAt = options.endsAt;
    this.origins = new Origins((position) => this.stream.originAt(position));
    this.current = { position: -1, hash: this.stream.genesis };
  }

  head(): JournalHead {
    return this.current;
  }

  waitsFor(): string | null {
    const isOver = !this.appending && performance.now() > this.waitedForUntil;
    return isOver ? null : this.waitingFor;
  }

  private set waitReason(reason: string | null) {
    this.waitedForUntil = performance.now() + this.answerMsMax + OPEN_RETRY_MS_MAX;
    if (reason === this.waitingFor) return;
    this.waitingFor = reason;
    this.onWaits(reason);
  }

  append(expected: number, group: readonly Body[]): Promise<JournalHead> {
    if (this.appending) return Promise.reject(new Error('an append is in flight: one at a time'));
    const appending = this.appendGroup(expected, group).finally(() => {
      this.appending = undefined;
      // The append is stored or given up, so nothing waits now. A readiness check before the next append must not wait
      // either.
      this.waitReason = null;
    });
    this.appending = appending;
    return appending;
  }

  private async appendGroup(expected: number, group: readonly Body[]): Promise<JournalHead> {
    if (this.headInDoubt || expected !== this.current.position) await this.resolveHead();
    if (expected !== this.current.position) {
      throw new AppendError('conflict', `the stream ends at ${this.current.position}, not at ${expected}`);
    }
    let storedBatches = 0;
    const bodies = group.map(({ body }) => partsOf(body));
    for (const append of this.appendsOf(bodies, await this.originsOf(bodies))) {
      try {
        await this.store(append);
      } catch (error) {
        throw appendErrorOf(error, append.length, storedBatches);
      }
      storedBatches += append.length;
    }
    return this.current;
  }

  /**
   * Links the group to the chain and splits it between batches into appends that the server accepts, all or nothing.
   */
  private appendsOf(group: readonly BodyParts[], origins: readonly Origin[]): SealedBatch[][] {
    const appends: SealedBatch[][] = [];
    let prev = this.current;
    let remainingBytes = 0;
    for (const [index, bodyParts] of group.entries()) {
      if (bodyParts.first !== prev.position + 1) {
        throw new Error(`a batch at ${bodyParts.first} does not follow position ${prev.position}`);
      }
      const sealed = recordsOf(bodyParts, prev.hash, origins[index]);
      if (Buffer.byteLength(bodyParts.body) > this.batchBytesMax || sealed.bytes > this.appendBytesMax) {
        throw new AppendError('too_large', `the batch at ${bodyParts.first} takes ${sealed.bytes} bytes of an append`);
      }
      if (sealed.bytes > remainingBytes) {
        appends.push([]);
        remainingBytes = this.appendBytesMax;
      }
      appends[appends.length - 1].push(sealed);
      remainingBytes -= sealed.bytes;
      prev = sealed;
    }
    return appends;
  }

  /**
   * Sends one append until it is known to be stored or not stored, or its time is over. After a lost answer the append
   * is either at the stream's end and counts as stored, or is sent again. The expected revision excludes other writers
   * meanwhile. The record ids make a retry the same append to the server, should the first one still arrive.
   */
  private async store(batches: readonly SealedBatch[]): Promise<void> {
    const last = batches[batches.length - 1];
    const records = batches.flatMap((batch) => batch.records);
    const until = performance.now() + this.settleMsMax;
    let inDoubt = false;
    for (let retryMs = RETRY_MS_MIN; ; retryMs = Math.min(retryMs * 2, APPEND_RETRY_MS_MAX)) {
      try {
        if (!inDoubt || !(await this.isStored(last))) await this.send(records, last.position);
        break;
      } catch (error) {
        // The retry was rejected: the first attempt arrived meanwhile, or another writer did. Reading back shows which.
        const mayPass = inDoubt ? !isFinal(error) || error instanceof WrongExpectedVersionError : !isFinal(error);
        this.headInDoubt = inDoubt = true;
        if (!mayPass || performance.now() + retryMs > until) throw error;
        this.waitReason = waitReason(error);
        await delay(retryMs);
      }
    }
    this.current = { position: last.position, hash: last.hash };
    this.headInDoubt = false;
    this.waitReason = null;
  }

  private async send(records: SealedBatch['records'], end: number): Promise<void> {
    const revision = await this.connection.append(this.stream.name, this.current.position, records, this.answerMsMax);
    if (revision !== end) throw new Error(`the stream ends at ${revision} after an append that ends at ${end}`);
  }

  /** Whether the stream ends with the append in doubt. If it ends where it did before, nothing was stored. */
  private async isStored(last: SealedBatch): Promise<boolean> {
    const found = await this.stream.end();
    const end = found?.revision ?? -1;
    if (end === this.current.position) return false;
    if (found && end === last.position && metadataOf(found).hash === last.hash) return true;
    throw new AppendError('unknown', `the stream ends at ${end}, and not with what was appended`);
  }

  /** Nothing of the group has been sent if the stream does not answer the lookup of an old cause. */
  private async originsOf(group: readonly BodyParts[]): Promise<Origin[]> {
    try {
      return await this.origins.ofGroup(group);
    } catch (cause) {
      throw new AppendError('refused', 'the batch that made another one due cannot be read', { cause });
    }
  }

  /**
   * Reads the end of the stream. Nothing of the group has been sent yet, so an unreachable store has stored nothing of
   * it.
   */
  private async resolveHead(): Promise<void> {
    try {
      await this.refreshHead();
    } catch (cause) {
      throw new AppendError('refused', 'the head of the stream cannot be read', { cause });
    }
  }

  checkServerLimit(): Promise<void> {
    return requireServerLimit(this.connection, this.stream.name, this.appendBytesMax);
  }

  async begin(): Promise<void> {
    await this.refreshHead();
  }

  private async refreshHead(): Promise<void> {
    const head = await this.trackWaiting(() => this.stream.head(this.endsAt));
    this.current = head;
    this.headInDoubt = false;
    this.origins.endsAt(head.position);
  }

  async *read(from: number): AsyncGenerator<StoredBatch> {
    try {
      for await (const stored of this.stream.confirmed(from)) {
        this.waitReason = null;
        yield storedBatchOf(stored);
      }
      this.waitReason = null;
    } catch (error) {
      if (!isFinal(error)) this.waitReason = waitReason(error);
      throw error;
    }
  }

  readStored(from: number): AsyncIterable<StoredText> {
    return this.stream.texts(from);
  }

  /** Runs a call and updates `waitsFor`: cleared on success, set after an error that permits a retry. */
  private async trackWaiting<T>(call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      this.waitReason = null;
      return answer;
    } catch (error) {
      if (!isFinal(error)) this.waitReason = waitReason(error);
      throw error;
    }
  }

  subscribe(
    after: number,
    onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    onError: (error: Error) => void,
  ): Subscription {
    const subscription = new CatchUpSubscription(this.stream, after, onBatches, onError);
    this.subscriptions.add(subscription);
    return {
      close: () => {
        this.subscriptions.delete(subscription);
        return subscription.close();
      },
    };
  }

  /**
   * Waits for an append in flight, which has a timeout, then ends every read: an open call would keep the process
   * alive.
   */
  async close(): Promise<void> {
    await this.appending?.catch(() => undefined);
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    this.closing.abort();
    this.connection.close();
  }
}
