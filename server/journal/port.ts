/**
 * The journal: the only truth. One stream a core, batches in order, each atomic. Both adapters pass one conformance suite
 * and give byte-identical histories (see `seal.ts` for the bytes and the chain).
 */
import type { Batch } from '../core/event';

/** A batch on its way in, with its canonical bytes as far as they are known before its place in the chain is. */
export interface DraftBatch {
  batch: Batch;
  /** Canonical JSON of the batch up to and including `events`: everything but `,"prev":"…"}`. ASCII or UTF-8 text. */
  body: string;
}

/** A durable batch with its place in the hash chain. */
export interface StoredBatch {
  batch: Batch;
  /** Position of its last event. */
  position: number;
  hash: string;
  prev: string;
}

/**
 * A durable batch as it is stored: its canonical text, never decoded and encoded again. What is hashed is this text, so it
 * stays the same whatever becomes of the shapes of events (`upcast.ts`).
 */
export interface StoredText {
  /** Canonical JSON of the whole batch with its link, `{"v":…,"prev":"…"}`. */
  text: string;
  /** Positions of its first and its last event. */
  first: number;
  position: number;
  /** As stored: whoever reads this checks whether they fit (`verifyStored` in `seal.ts`). */
  hash: string;
  prev: string;
  /** What `text` says, parsed, where finding its place took that anyway: for one reader, since decoding changes it. */
  plain?: unknown;
}

export interface JournalHead {
  /** Position of the last durable event, −1 for an empty journal. */
  position: number;
  /** Hash of the last durable batch; of an empty journal the SHA-256 of the core's name. */
  hash: string;
}

/** What an append may end with besides success. Whatever else is thrown counts as `unknown`. */
export type AppendFault =
  /** Someone else wrote: the stream is not where the caller thought. Nothing was stored. */
  | 'conflict'
  /** Larger than the store takes in one append, even alone. Nothing was stored. */
  | 'too_large'
  /** The store refused and is known to hold nothing of it (failed write cut back). */
  | 'refused'
  /** The same, because there is no space. */
  | 'full'
  /** Nobody can know whether it was stored (connection lost): read the stream back before going on. */
  | 'unknown'
  /** Nobody can know, and this journal stores nothing more as long as the process lives: it has to end. */
  | 'broken';

export class AppendError extends Error {
  constructor(
    readonly fault: AppendFault,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/**
 * Opening found that the journal takes less than it must: one day a batch of the core could not be stored, so the exchange
 * does not start on it. Both figures are bytes of what `message` names.
 */
export class JournalLimitError extends Error {
  constructor(
    readonly limit: number,
    readonly needed: number,
    message: string,
  ) {
    super(message);
  }
}

/** The journal as it is stored, for those who prove what it holds: export and verification. */
export interface StoredReading {
  /**
   * The batches that `read` yields, in the same order and with the same bounds, as stored text. It takes none of them apart
   * further than to know where it begins and ends: neither a shape of an event that this build does not know nor a hash
   * that does not fit stops it. What cannot be read as a batch at all does, with an error that names the place.
   */
  readStored(from: number): AsyncIterable<StoredText>;
}

/** Ends a subscription; resolves when no further batch will be delivered. */
export interface Subscription {
  close(): Promise<void>;
}

export interface Journal extends StoredReading {
  /** Largest size in bytes of one batch's body that an append takes: one below the core's bound does not open. */
  readonly batchBytesMax: number;

  /** Head at opening time, and after every append of this process. */
  head(): JournalHead;

  /** What appends and reads have to wait for at present, as operators are told of it: a store that is away, say. Null: nothing. */
  waitsFor?(): string | null;

  /**
   * Appends one group after `expected` (position of the last event the caller knows, −1 for none). Resolves with the new
   * head when every batch is durable. The adapter may split a group between batches, never inside one. Rejects with
   * AppendError; one append at a time.
   */
  append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead>;

  /** Whole durable batches from the one that contains position `from` on (0 = all), up to the head at the time of reading. */
  read(from: number): AsyncIterable<StoredBatch>;

  /** The same some at a time, of a journal that has them so: a replay of all there is saves waiting for each. */
  readPieces?(from: number): AsyncIterable<readonly StoredBatch[]>;

  /**
   * Delivers every durable batch after position `after` (−1 = from the start), in order, each once: first what is stored,
   * then what comes. Survives the store going away and coming back. `onBatches` gets non-empty groups, is never called
   * concurrently, and may return a promise to slow the delivery down. Errors of the handler end the subscription and
   * reach `onError`.
   */
  subscribe(
    after: number,
    onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    onError: (error: Error) => void,
  ): Subscription;

  close(): Promise<void>;
}
