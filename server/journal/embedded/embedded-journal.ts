/// <reference lib="es2024.sharedmemory" />
/**
 * The journal as files in a local directory, for one process: segments with one JSON line per batch. `less`, `jq` and a
 * script of seventy lines can read and verify it.
 */
import { BATCH_BYTES_MAX } from '../../core/bounds';
import { positionOf } from '../../core/event';
import {
  AppendError,
  JournalLimitError,
  type DraftBatch,
  type Journal,
  type JournalHead,
  type StoredBatch,
  type StoredText,
  type Subscription,
} from '../port';
import { HASH_LENGTH } from '../seal';
import { Delivery, type DeliverySource } from './delivery';
import { readDurablePosition, durablePositionOf, newDurablePosition } from './durable-position';
import { nodeFiles, type Files } from './files';
import { openInlineWriter, openThreadWriter, type GroupInMemory, type GroupWriter } from './group-writer';
import { lockDirectory, type LockOptions } from './lock';
import { batchReader, readDurable, readDurableChunks, readStored } from './reading';
import type { RecoveryHints } from './recover';
import { SEGMENT_BYTES, type JournalPlace } from './segments/segment';

export interface EmbeddedOptions extends RecoveryHints, JournalPlace {
  /** Name of the core: the first link of the chain. */
  core: string;
  segmentBytes?: number;
  batchBytesMax?: number;
  /**
   * Another process owns the journal now, or its writer is dead: this instance writes no more, and the process must
   * exit.
   */
  onLost?: (error: Error) => void;
  /** Non-default locking, for tests. */
  lock?: Pick<LockOptions, 'self' | 'watchMs'>;
  /** A custom file layer, used in the caller's thread and without a lock, for tests. */
  files?: Files;
}

/** Far above the core's maximum. */
const BATCH_BYTES_MAX_DEFAULT = 16 * 1024 * 1024;

export interface EmbeddedJournal extends Journal {
  /** Shared durable position for followers in other threads of this process (`openFollower`). */
  readonly durable: SharedArrayBuffer;
}

/**
 * Takes the lock, checks the files, repairs a torn end and starts the writer. Rejects if the journal is damaged or
 * locked.
 */
export async function openEmbeddedJournal(options: EmbeddedOptions): Promise<EmbeddedJournal> {
  const { dir, archive, core, segmentBytes = SEGMENT_BYTES, hashesFrom, witnessed, onLost } = options;
  const { batchBytesMax = BATCH_BYTES_MAX_DEFAULT } = options;
  if (batchBytesMax < BATCH_BYTES_MAX) {
    const message = `a journal that takes batches of ${batchBytesMax} bytes is too small: ${BATCH_BYTES_MAX} are needed`;
    throw new JournalLimitError(batchBytesMax, BATCH_BYTES_MAX, message);
  }
  const writing = { dir, archive, core, segmentBytes, hashesFrom, witnessed, before: 'nobody' } as const;
  const files = options.files ?? nodeFiles;
  const durable = newDurablePosition();
  files.makeDir(dir);
  if (options.files) return new FileJournal(options, files, durable, openInlineWriter(files, writing, durable), null);
  const { file, before, release } = await lockDirectory(dir, { ...options.lock, onLost });
  try {
    const writer = await openThreadWriter({ ...writing, before }, durable, file, onLost);
    return new FileJournal(options, files, durable, writer, release);
  } catch (error) {
    release();
    throw error;
  }
}

class FileJournal implements EmbeddedJournal {
  readonly batchBytesMax: number;
  private readonly place: JournalPlace;
  private current: JournalHead;
  private readonly deliveries = new Set<Delivery>();
  private readonly source: DeliverySource;
  /** Passes bodies to the writer. One buffer is enough, because one group is in flight at a time. */
  private sharedBuffer = new SharedArrayBuffer(1024 * 1024);
  private bytes = Buffer.from(this.sharedBuffer);
  private inFlight: Promise<unknown> | null = null;
  private stopped: AppendError | null = null;
  private closing: Promise<void> | null = null;

  constructor(
    options: EmbeddedOptions,
    private readonly files: Files,
    readonly durable: SharedArrayBuffer,
    private readonly writer: GroupWriter,
    private readonly unlock: (() => void) | null,
  ) {
    this.place = { dir: options.dir, archive: options.archive };
    this.batchBytesMax = options.batchBytesMax ?? BATCH_BYTES_MAX_DEFAULT;
    this.current = writer.initialHead;
    this.source = {
      durable: () => this.current.position,
      reader: (next) => batchReader(files, this.place, next),
      signal: null,
    };
  }

  head(): JournalHead {
    return this.current;
  }

  async append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead> {
    if (this.stopped) throw this.stopped;
    if (this.closing) throw new AppendError('refused', 'the journal is closed');
    if (this.inFlight) throw new Error('one append at a time');
    this.checkPlace(expected, group);
    if (group.length === 0) return this.current;
    const packed = this.pack(group);
    const writing = this.writer.append(packed);
    this.inFlight = writing.catch(() => undefined);
    try {
      this.afterStore(group, await writing, packed.position);
      return this.current;
    } catch (error) {
      if (!(error instanceof AppendError) || (error.fault !== 'unknown' && error.fault !== 'broken')) throw error;
      // Only a new start reads the files back.
      this.stopped = new AppendError('broken', error.message, { cause: error });
      throw this.stopped;
    } finally {
      this.inFlight = null;
    }
  }

  read(from: number): AsyncIterable<StoredBatch> {
    return readDurable(this.files, this.place, from, this.current.position);
  }

  readChunks(from: number): AsyncIterable<readonly StoredBatch[]> {
    return readDurableChunks(this.files, this.place, from, this.current.position);
  }

  readStored(from: number): AsyncIterable<StoredText> {
    return readStored(this.files, this.place, from, this.current.position);
  }

  subscribe(
    after: number,
    onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    onError: (error: Error) => void,
  ): Subscription {
    const delivery = new Delivery(after, this.source, onBatches, onError, (endedDelivery) =>
      this.deliveries.delete(endedDelivery),
    );
    this.deliveries.add(delivery);
    return delivery;
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await this.inFlight;
    await Promise.all([...this.deliveries].map((delivery) => delivery.close()));
    await this.writer.close();
    this.unlock?.();
  }

  private checkPlace(expected: number, group: readonly DraftBatch[]): void {
    let next = this.current.position + 1;
    if (expected + 1 !== next) {
      throw new AppendError('conflict', `expected position ${expected}, the journal is at ${this.current.position}`);
    }
    for (const { batch } of group) {
      if (batch.first !== next || batch.events.length === 0) {
        throw new AppendError('conflict', `a batch says position ${batch.first} where ${next} comes next`);
      }
      next = positionOf(batch) + 1;
    }
  }

  private pack(group: readonly DraftBatch[]): GroupInMemory {
    // A UTF-16 unit of a string has at most three bytes in UTF-8. Untouched memory costs nothing.
    let bytesMax = 0;
    for (const { body } of group) bytesMax += body.length * 3;
    if (bytesMax > this.sharedBuffer.byteLength) {
      this.sharedBuffer = new SharedArrayBuffer(bytesMax * 2);
      this.bytes = Buffer.from(this.sharedBuffer);
    }
    const lengths = new Uint32Array(group.length);
    let end = 0;
    for (let index = 0; index < group.length; index++) {
      const length = this.bytes.write(group[index].body, end, 'utf8');
      if (length > this.batchBytesMax) {
        throw new AppendError('too_large', `a batch of ${length} bytes; the journal takes ${this.batchBytesMax}`);
      }
      lengths[index] = length;
      end += length;
    }
    const { first } = group[0].batch;
    const position = positionOf(group[group.length - 1].batch);
    return { bodies: this.sharedBuffer, bytes: end, lengths, first, position };
  }

  private afterStore(group: readonly DraftBatch[], hashes: string, position: number): void {
    const before = this.current;
    this.current = { position, hash: hashes.slice(-HASH_LENGTH) };
    if (this.deliveries.size === 0) return;
    let prev = before.hash;
    const batches = group.map(({ batch }, index) => {
      const hash = hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH);
      const stored = { batch, position: positionOf(batch), hash, prev };
      prev = hash;
      return stored;
    });
    for (const delivery of this.deliveries) delivery.offer(batches, before.position);
  }
}

/** Location of a journal's files and their durable position: all that another thread of the process needs. */
export interface FollowerOptions extends JournalPlace {
  durable: SharedArrayBuffer;
  files?: Files;
}

/** The reading side of the journal, usable in any thread of the process. */
export interface Follower extends Pick<Journal, 'read' | 'readChunks' | 'subscribe'> {
  /** Position of the last durable event, −1 for none. */
  position(): number;
  close(): Promise<void>;
}

export function openFollower({ dir, archive, durable, files = nodeFiles }: FollowerOptions): Follower {
  const place = { dir, archive };
  const view = durablePositionOf(durable);
  const deliveries = new Set<Delivery>();
  const source: DeliverySource = {
    durable: () => readDurablePosition(view),
    reader: (next) => batchReader(files, place, next),
    signal: {
      // Also wakes at intervals, in case a notification is lost.
      waitForMore: async (knownPosition) =>
        void (await Atomics.waitAsync(view, 0, BigInt(knownPosition), WAIT_MS).value),
      wake: () => void Atomics.notify(view, 0),
    },
  };
  return {
    position: () => readDurablePosition(view),
    read: (from) => readDurable(files, place, from, readDurablePosition(view)),
    readChunks: (from) => readDurableChunks(files, place, from, readDurablePosition(view)),
    subscribe: (after, onBatches, onError) => {
      const delivery = new Delivery(after, source, onBatches, onError, (endedDelivery) =>
        deliveries.delete(endedDelivery),
      );
      deliveries.add(delivery);
      return delivery;
    },
    close: async () => {
      await Promise.all([...deliveries].map((delivery) => delivery.close()));
    },
  };
}

const WAIT_MS = 200;
