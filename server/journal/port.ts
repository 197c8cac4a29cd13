/**
 * The journal: the only source of truth. One stream per core, batches in order, each atomic. Both adapters pass one
 * conformance suite and yield byte-identical histories (see `seal.ts` for the bytes and the chain).
 */
import type { Batch } from '../core/event';

/** A batch to be appended, with its canonical bytes except its link in the chain. */
export interface DraftBatch {
  batch: Batch;
  /**
   * Canonical JSON of the batch up to and including `events`: everything except `,"prev":"…"}`. ASCII or UTF-8 text.
   */
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
 * A durable batch as stored: its canonical text, never decoded and encoded again. The hash covers this text, so it
 * stays valid when the shapes of events change (`upcast.ts`).
 */
export interface StoredText {
  /** Canonical JSON of the whole batch with its link, `{"v":…,"prev":"…"}`. */
  text: string;
  /** Positions of its first and its last event. */
  first: number;
  position: number;
  /** As stored and unchecked: the reader verifies them (`verifyStored` in `seal.ts`). */
  hash: string;
  prev: string;
  /** The parsed `text`, if finding its positions required parsing. For one reader only, since decoding changes it. */
  plain?: unknown;
}

export interface JournalHead {
  /** Position of the last durable event, −1 for an empty journal. */
  position: number;
  /** Hash of the last durable batch; for an empty journal the SHA-256 of the core's name. */
  hash: string;
}

/** Errors of an append. Any other error counts as `unknown`. */
export type AppendFault =
  /** Another writer appended: the stream does not end at the caller's position. Nothing was stored. */
  | 'conflict'
  /** Larger than the store's maximum append, even alone. Nothing was stored. */
  | 'too_large'
  /** The store rejected it and is known to contain nothing of it (a failed write was truncated). */
  | 'refused'
  /** As `refused`, because the disk is full. */
  | 'full'
  /** Unknown whether the batch was stored (connection lost): read the stream back before continuing. */
  | 'unknown'
  /** Unknown whether the batch was stored, and this journal stores nothing more: the process must exit. */
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
 * The journal's maximum is too low for some batch of the core, so the exchange does not start. Both figures are bytes
 * of the quantity named in `message`.
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

/** The stored form of the journal, for export and verification. */
export interface StoredReading {
  /**
   * The batches of `read` as stored text, in the same order and with the same bounds. Parses a batch only to find its
   * positions: neither an unknown event shape nor a wrong hash stops it. Text that is not a batch ends it with an error
   * that names the position.
   */
  readStored(from: number): AsyncIterable<StoredText>;
}

/** Ends a subscription; resolves when no further batch will be delivered. */
export interface Subscription {
  close(): Promise<void>;
}

export interface Journal extends StoredReading {
  /** Maximum bytes of one batch's body per append; a journal below the core's bound does not open. */
  readonly batchBytesMax: number;

  /** Head at opening, updated after every append of this process. */
  head(): JournalHead;

  /** Reason why appends and reads wait now, for operators, for example an unreachable store. Null: no wait. */
  waitsFor?(): string | null;

  /**
   * Appends one group after `expected` (position of the last event the caller knows, −1 for none). Resolves with the
   * new head when every batch is durable. The adapter may split a group between batches, never inside one. Rejects with
   * AppendError; one append at a time.
   */
  append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead>;

  /**
   * Complete durable batches from the one that contains position `from` on (0 = all), up to the head at the start of
   * the read.
   */
  read(from: number): AsyncIterable<StoredBatch>;

  /** Like `read`, in groups, for journals that support it: a replay of everything avoids a wait per batch. */
  readChunks?(from: number): AsyncIterable<readonly StoredBatch[]>;

  /**
   * Delivers every durable batch after position `after` (−1 = from the start), in order, each once: first stored
   * batches, then live ones. Survives an outage of the store. `onBatches` gets non-empty groups, is never called
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
