/**
 * The journal in EventStoreDB: one stream a core, one record an event, positions are the stream's revisions. Appends state
 * the revision they expect, so that two cores can never both believe that they write.
 */
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  StreamNotFoundError,
  type JSONEventData,
  type RecordedEvent,
} from '@eventstore/db-client';
import { setTimeout as delay } from 'node:timers/promises';
import {
  AppendError,
  type DraftBatch,
  type Journal,
  type JournalHead,
  type StoredBatch,
  type Subscription,
} from '../port';
import { genesis } from '../seal';
import { APPEND_BYTES_MAX_DEFAULT, refuseNarrowLimit, refuseNarrowServer } from './append-limit';
import { appendErrorOf } from './faults';
import { recordsFrom } from './reading';
import {
  BatchAssembler,
  bodyBytesMax,
  metadataOf,
  recordsOf,
  RecordShapeError,
  type BatchRecord,
  type SealedBatch,
} from './record';
import { CatchUpSubscription } from './subscription';

export interface EventStoreJournalOptions {
  /** JOURNAL_URL: `esdb://host:port?tls=false`, or whatever else the client takes. */
  url: string;
  /** The core's name: the chain begins with its hash. */
  core: string;
  /** `core-<name>` unless told otherwise; tests on a shared server keep apart by it. */
  stream?: string;
  /** JOURNAL_APPEND_BYTES_MAX: the server's MaxAppendSize. */
  appendBytesMax?: number;
  /** After this an append that nobody answered is `unknown`. */
  appendTimeoutMs?: number;
}

const APPEND_TIMEOUT_MS_DEFAULT = 10_000;
/** The client's own deadline comes first; this one is for the answers that it would wait for without end. */
const APPEND_TIMEOUT_GRACE_MS = 1_000;
/** For asking the server for its limit, with an append as large as any, more than once if need be. */
const LIMIT_TIMEOUT_MS = 30_000;
const DISPOSE_MS_MAX = 1_000;
/** A read that ends inside a batch met a commit that was not yet wholly visible: it soon is. */
const TAIL_ATTEMPTS_MAX = 5;
const TAIL_PAUSE_MS = 100;

/**
 * Connects and reads where the stream ends; rejects with the client's error when the store cannot be reached, and with a
 * JournalLimitError when its appends, or those that the configuration allows, are too small.
 */
export async function openEventStoreJournal(options: EventStoreJournalOptions): Promise<Journal> {
  refuseNarrowLimit(options.appendBytesMax ?? APPEND_BYTES_MAX_DEFAULT);
  return open(options, (journal) => journal.refuseNarrowServer());
}

/** The same to read along: it does not ask what appends the server takes, which is the writer's concern. */
export async function openEventStoreReader(options: EventStoreJournalOptions): Promise<Omit<Journal, 'append'>> {
  return open(options, () => Promise.resolve());
}

async function open(
  options: EventStoreJournalOptions,
  check: (journal: EventStoreJournal) => Promise<void>,
): Promise<EventStoreJournal> {
  // With it off, a wrong revision comes back as a result that looks like success: no setting may bring that about.
  if (/[?&]throwOnAppendFailure=false/i.test(options.url)) {
    throw new Error('JOURNAL_URL must not turn throwOnAppendFailure off: a conflict would pass for a success');
  }
  const client = EventStoreDBClient.connectionString(options.url);
  const journal = new EventStoreJournal(client, options);
  try {
    await journal.refreshHead();
    await check(journal);
    return journal;
  } catch (error) {
    await journal.close();
    throw error;
  }
}

class EventStoreJournal implements Journal {
  readonly batchBytesMax: number;
  private readonly stream: string;
  private readonly appendBytesMax: number;
  private readonly appendTimeoutMs: number;
  private readonly closing = new AbortController();
  private readonly subscriptions = new Set<Subscription>();
  private appending: Promise<unknown> | undefined;
  private current: JournalHead;
  /** After a failed append the stream may be longer than this process knows. */
  private headInDoubt = false;

  constructor(
    private readonly client: EventStoreDBClient,
    options: EventStoreJournalOptions,
  ) {
    this.stream = options.stream ?? `core-${options.core}`;
    this.appendBytesMax = options.appendBytesMax ?? APPEND_BYTES_MAX_DEFAULT;
    this.appendTimeoutMs = options.appendTimeoutMs ?? APPEND_TIMEOUT_MS_DEFAULT;
    this.batchBytesMax = bodyBytesMax(this.appendBytesMax);
    this.current = { position: -1, hash: genesis(options.core) };
  }

  head(): JournalHead {
    return this.current;
  }

  append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead> {
    if (this.appending) return Promise.reject(new Error('an append is in flight: one at a time'));
    const appending = this.appendGroup(expected, group).finally(() => (this.appending = undefined));
    this.appending = appending;
    return appending;
  }

  private async appendGroup(expected: number, group: readonly DraftBatch[]): Promise<JournalHead> {
    if (this.headInDoubt || expected !== this.current.position) await this.settleHead();
    if (expected !== this.current.position) {
      throw new AppendError('conflict', `the stream ends at ${this.current.position}, not at ${expected}`);
    }
    let storedBatches = 0;
    for (const append of this.appendsOf(group)) {
      try {
        await this.appendOnce(append);
      } catch (error) {
        this.headInDoubt = true;
        throw appendErrorOf(error, append.length, storedBatches);
      }
      const { position, hash } = append[append.length - 1];
      this.current = { position, hash };
      storedBatches += append.length;
    }
    return this.current;
  }

  /** The group linked to the chain and cut between batches into appends that the server takes; all of them, or none. */
  private appendsOf(group: readonly DraftBatch[]): SealedBatch[][] {
    const appends: SealedBatch[][] = [];
    let prev = this.current;
    let room = 0;
    for (const draft of group) {
      if (draft.batch.first !== prev.position + 1) {
        throw new Error(`a batch at ${draft.batch.first} does not follow position ${prev.position}`);
      }
      const sealed = recordsOf(draft, prev.hash);
      if (Buffer.byteLength(draft.body) > this.batchBytesMax || sealed.bytes > this.appendBytesMax) {
        throw new AppendError(
          'too_large',
          `the batch at ${draft.batch.first} takes ${sealed.bytes} bytes of an append`,
        );
      }
      if (sealed.bytes > room) {
        appends.push([]);
        room = this.appendBytesMax;
      }
      appends[appends.length - 1].push(sealed);
      room -= sealed.bytes;
      prev = sealed;
    }
    return appends;
  }

  private async appendOnce(batches: readonly SealedBatch[]): Promise<void> {
    const { position } = this.current;
    const { position: last } = batches[batches.length - 1];
    const records: JSONEventData<BatchRecord>[] = batches.flatMap((batch) => batch.records);
    // While BatchAppend serves one writer a process, it is safe: the client keeps the answers awaited by all its
    // instances in one place, and a broken connection of one rejects those of every other.
    const answer = this.client.appendToStream<BatchRecord>(this.stream, records, {
      expectedRevision: position < 0 ? NO_STREAM : BigInt(position),
      requiresLeader: true,
      deadline: this.appendTimeoutMs,
    });
    const { nextExpectedRevision } = await answeredWithin(answer, this.appendTimeoutMs + APPEND_TIMEOUT_GRACE_MS);
    if (Number(nextExpectedRevision) !== last) {
      throw new Error(`the stream ends at ${nextExpectedRevision} after an append that ends at ${last}`);
    }
  }

  /** Asks the stream where it ends. Nothing of the group was sent yet, so a store that is gone has stored nothing of it. */
  private async settleHead(): Promise<void> {
    try {
      await answeredWithin(this.refreshHead(), this.appendTimeoutMs);
    } catch (cause) {
      throw new AppendError('refused', 'the head of the stream cannot be read', { cause });
    }
  }

  refuseNarrowServer(): Promise<void> {
    const asked = refuseNarrowServer(this.client, this.stream, this.appendBytesMax);
    return answeredWithin(asked, LIMIT_TIMEOUT_MS);
  }

  async refreshHead(): Promise<void> {
    const last = await this.recordAtEnd();
    if (last) {
      const { index, count, hash } = metadataOf(last);
      const position = Number(last.revision);
      if (index !== count - 1) throw new RecordShapeError(`${this.stream}: ends inside a batch, at ${position}`);
      this.current = { position, hash };
    }
    this.headInDoubt = false;
  }

  private async recordAtEnd(): Promise<RecordedEvent | undefined> {
    const read = this.client.readStream(this.stream, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: 1,
      requiresLeader: true,
    });
    try {
      for await (const record of recordsFrom(read, () => read.cancel(), this.closing.signal)) {
        return record;
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return undefined;
  }

  async *read(from: number): AsyncGenerator<StoredBatch> {
    let next = from;
    for (let attempt = 1; ; attempt++) {
      const rest = new BatchAssembler();
      let again = false;
      for await (const record of this.recordsFromRevision(next)) {
        const { index, first } = metadataOf(record);
        if (rest.pendingFirst === undefined && index > 0) {
          // Inside a batch: take it from its first record on.
          next = first;
          again = true;
          break;
        }
        const stored = rest.add(record);
        if (!stored) continue;
        next = stored.position + 1;
        yield stored;
      }
      if (again) continue;
      if (rest.pendingFirst === undefined) return;
      if (attempt >= TAIL_ATTEMPTS_MAX) throw new RecordShapeError(`${this.stream}: ends inside the batch at ${next}`);
      await delay(TAIL_PAUSE_MS);
    }
  }

  private async *recordsFromRevision(from: number): AsyncGenerator<RecordedEvent> {
    const read = this.client.readStream(this.stream, {
      direction: FORWARDS,
      fromRevision: BigInt(from),
      requiresLeader: true,
    });
    try {
      yield* recordsFrom(read, () => read.cancel(), this.closing.signal);
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
  }

  subscribe(
    after: number,
    onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    onError: (error: Error) => void,
  ): Subscription {
    const subscription = new CatchUpSubscription(this.client, this.stream, after, onBatches, onError);
    this.subscriptions.add(subscription);
    return {
      close: () => {
        this.subscriptions.delete(subscription);
        return subscription.close();
      },
    };
  }

  /** Waits for an append in flight, which has a time limit, then ends every read: the client would keep the process alive. */
  async close(): Promise<void> {
    await this.appending?.catch(() => undefined);
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    this.closing.abort();
    // A call that has ended with a record nobody took never ends for the client; there is nothing to wait for then.
    await answeredWithin(this.client.dispose(), DISPOSE_MS_MAX).catch(() => undefined);
  }
}

/** The answer, or an error when there is none for so long. */
async function answeredWithin<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  const timer = new AbortController();
  const silence = delay(limitMs, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`no answer within ${limitMs} ms`);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    timer.abort();
    silence.catch(() => undefined);
  }
}
