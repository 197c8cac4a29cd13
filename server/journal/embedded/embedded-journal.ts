/// <reference lib="es2024.sharedmemory" />
/**
 * The journal as files in a directory of this machine: one line of JSON a batch, in segments, for one process. What
 * `less`, `jq` and a script of seventy lines can read and verify.
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
import { durableNow, durableView, newDurable } from './durable';
import { nodeFiles, type Files } from './files';
import { openInlineWriter, openThreadWriter, type GroupInMemory, type GroupWriter } from './group-writer';
import { lockDirectory, type LockOptions } from './lock';
import { batchReader, readDurable, readDurablePieces, readStored } from './reading';
import type { KnownBefore } from './recover';
import { SEGMENT_BYTES, type JournalPlace } from './segments/segment';

export interface EmbeddedOptions extends KnownBefore, JournalPlace {
  /** Name of the core: the first link of the chain. */
  core: string;
  segmentBytes?: number;
  batchBytesMax?: number;
  /** The journal has become another process's, or its writer is dead: this one writes no more, and has to end. */
  onLost?: (error: Error) => void;
  /** How the directory is taken, when not as usual: for tests. */
  lock?: Pick<LockOptions, 'self' | 'watchMs'>;
  /** A file layer of the caller's, written to in the caller's thread and without a lock: for tests. */
  files?: Files;
}

/** Far above what the core makes. */
const BATCH_BYTES_MAX_DEFAULT = 16 * 1024 * 1024;

export interface EmbeddedJournal extends Journal {
  /** How far it is durable, for followers in other threads of this process (`openFollower`). */
  readonly durable: SharedArrayBuffer;
}

/** Takes the lock, checks and mends what is there, and starts the writer. Rejects when the journal is damaged or taken. */
export async function openEmbeddedJournal(options: EmbeddedOptions): Promise<EmbeddedJournal> {
  const { dir, archive, core, segmentBytes = SEGMENT_BYTES, hashesFrom, witnessed, onLost } = options;
  const { batchBytesMax = BATCH_BYTES_MAX_DEFAULT } = options;
  if (batchBytesMax < BATCH_BYTES_MAX) {
    const message = `a journal that takes batches of ${batchBytesMax} bytes is too small: ${BATCH_BYTES_MAX} are needed`;
    throw new JournalLimitError(batchBytesMax, BATCH_BYTES_MAX, message);
  }
  const writing = { dir, archive, core, segmentBytes, hashesFrom, witnessed, before: 'nobody' } as const;
  const files = options.files ?? nodeFiles;
  const durable = newDurable();
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
  /** Bodies go to the writer through this memory; only one group is under way, so one is enough. */
  private memory = new SharedArrayBuffer(1024 * 1024);
  private bytes = Buffer.from(this.memory);
  private underWay: Promise<unknown> | null = null;
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
    this.current = writer.opened;
    this.source = {
      durable: () => this.current.position,
      reader: (next) => batchReader(files, this.place, next),
      word: null,
    };
  }

  head(): JournalHead {
    return this.current;
  }

  async append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead> {
    if (this.stopped) throw this.stopped;
    if (this.closing) throw new AppendError('refused', 'the journal is closed');
    if (this.underWay) throw new Error('one append at a time');
    this.checkPlace(expected, group);
    if (group.length === 0) return this.current;
    const packed = this.pack(group);
    const writing = this.writer.append(packed);
    this.underWay = writing.catch(() => undefined);
    try {
      this.stored(group, await writing, packed.position);
      return this.current;
    } catch (error) {
      if (!(error instanceof AppendError) || (error.fault !== 'unknown' && error.fault !== 'broken')) throw error;
      // Only a start reads back what is in the files.
      this.stopped = new AppendError('broken', error.message, { cause: error });
      throw this.stopped;
    } finally {
      this.underWay = null;
    }
  }

  read(from: number): AsyncIterable<StoredBatch> {
    return readDurable(this.files, this.place, from, this.current.position);
  }

  readPieces(from: number): AsyncIterable<readonly StoredBatch[]> {
    return readDurablePieces(this.files, this.place, from, this.current.position);
  }

  readStored(from: number): AsyncIterable<StoredText> {
    return readStored(this.files, this.place, from, this.current.position);
  }

  subscribe(
    after: number,
    onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    onError: (error: Error) => void,
  ): Subscription {
    const delivery = new Delivery(after, this.source, onBatches, onError, (ended) => this.deliveries.delete(ended));
    this.deliveries.add(delivery);
    return delivery;
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await this.underWay;
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
    // UTF-8 takes at most three bytes for what is one letter to a string; memory that is not touched costs nothing.
    let bytesMax = 0;
    for (const { body } of group) bytesMax += body.length * 3;
    if (bytesMax > this.memory.byteLength) {
      this.memory = new SharedArrayBuffer(bytesMax * 2);
      this.bytes = Buffer.from(this.memory);
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
    return { bodies: this.memory, bytes: end, lengths, first, position };
  }

  private stored(group: readonly DraftBatch[], hashes: string, position: number): void {
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

/** Where a journal's files are and how far they are durable: all that another thread of the process needs. */
export interface FollowerOptions extends JournalPlace {
  durable: SharedArrayBuffer;
  files?: Files;
}

/** The reading side of the journal, in any thread of the process. */
export interface Follower extends Pick<Journal, 'read' | 'readPieces' | 'subscribe'> {
  /** Position of the last durable event, −1 for none. */
  position(): number;
  close(): Promise<void>;
}

export function openFollower({ dir, archive, durable, files = nodeFiles }: FollowerOptions): Follower {
  const place = { dir, archive };
  const view = durableView(durable);
  const deliveries = new Set<Delivery>();
  const source: DeliverySource = {
    durable: () => durableNow(view),
    reader: (next) => batchReader(files, place, next),
    word: {
      // Looks up now and then all the same.
      more: async (known) => void (await Atomics.waitAsync(view, 0, BigInt(known), WAIT_MS).value),
      stir: () => void Atomics.notify(view, 0),
    },
  };
  return {
    position: () => durableNow(view),
    read: (from) => readDurable(files, place, from, durableNow(view)),
    readPieces: (from) => readDurablePieces(files, place, from, durableNow(view)),
    subscribe: (after, onBatches, onError) => {
      const delivery = new Delivery(after, source, onBatches, onError, (ended) => deliveries.delete(ended));
      deliveries.add(delivery);
      return delivery;
    },
    close: async () => {
      await Promise.all([...deliveries].map((delivery) => delivery.close()));
    },
  };
}

const WAIT_MS = 200;
