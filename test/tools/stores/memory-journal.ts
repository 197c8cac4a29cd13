/**
 * A journal in memory that fulfils the port's contract and can fail in every way a store does. It stores bytes and
 * returns what it reads from them, so that nobody depends on an object that was never stored.
 */
import type { Codec } from '../../../server/core/codec';
import {
  AppendError,
  type AppendFault,
  type DraftBatch,
  type Journal,
  type JournalHead,
  type StoredBatch,
  type StoredText,
  type Subscription,
} from '../../../server/journal/port';
import { genesis, placeOf, seal } from '../../../server/journal/seal';
import { readBatch } from '../../../server/journal/upcast';
import { positionOf } from '../../../server/core/event';

interface Line {
  position: number;
  hash: string;
  prev: string;
  bytes: string;
}

interface Failure {
  fault: AppendFault | 'other';
  /** Number of the group's batches that are stored nevertheless. */
  stored: number;
}

export class MemoryJournal implements Journal {
  readonly batchBytesMax: number;
  /** Number of batches in each requested append. */
  readonly groups: number[] = [];
  private readonly lines: Line[] = [];
  /** Known at opening and after every acknowledged append, as the port requires. */
  private current: JournalHead;
  private appending = false;
  private failures: Failure[] = [];
  private failedReads = 0;
  private gate: Promise<void> | null = null;
  private openGate: () => void = () => undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly core = 'memory',
    batchBytesMax = 1_000_000,
    private readonly decode?: Codec['decodeBatch'],
  ) {
    this.batchBytesMax = batchBytesMax;
    this.current = { position: -1, hash: genesis(core) };
  }

  /** Holds appends back until `resume`. */
  pause(): void {
    this.gate ??= new Promise((resolve) => (this.openGate = resolve));
  }

  resume(): void {
    this.gate = null;
    this.openGate();
  }

  /** The next append fails in this way; with `unknown`, `stored` batches are stored nevertheless. */
  failNext(fault: AppendFault | 'other', stored = 0): void {
    this.failures.push({ fault, stored });
  }

  /** The next `count` reads fail. */
  failReads(count: number): void {
    this.failedReads = count;
  }

  /** Another writer appends to the same stream. */
  appendForeign(drafts: readonly DraftBatch[]): void {
    this.store(drafts);
  }

  /** The stored batches, independent of this process's knowledge. */
  stored(): StoredBatch[] {
    return this.lines.map((line) => this.readLine(line));
  }

  head(): JournalHead {
    return this.current;
  }

  async append(expected: number, group: readonly DraftBatch[]): Promise<JournalHead> {
    if (this.appending) throw new Error('an append is in flight: one at a time');
    this.appending = true;
    this.groups.push(group.length);
    try {
      if (this.gate) await this.gate;
      else await new Promise((resolve) => setImmediate(resolve));
      return this.appendNow(expected, group);
    } finally {
      this.appending = false;
    }
  }

  private appendNow(expected: number, group: readonly DraftBatch[]): JournalHead {
    const failure = this.failures.shift();
    if (failure) {
      this.store(group.slice(0, failure.stored));
      if (failure.fault === 'other') throw new Error('the store is gone');
      throw new AppendError(failure.fault, `as told: ${failure.fault}`);
    }
    const { position } = this.end();
    if (position !== expected) throw new AppendError('conflict', `the stream ends at ${position}, not at ${expected}`);
    for (const { batch, body } of group) {
      if (Buffer.byteLength(body) > this.batchBytesMax) throw new AppendError('too_large', `batch at ${batch.first}`);
    }
    this.store(group);
    this.current = this.end();
    return this.current;
  }

  private store(group: readonly DraftBatch[]): void {
    for (const { batch, body } of group) {
      const { position, hash: prev } = this.end();
      if (batch.first !== position + 1)
        throw new Error(`a batch at ${batch.first} does not follow position ${position}`);
      const { bytes, hash } = seal(prev, body);
      this.lines.push({ position: positionOf(batch), hash, prev, bytes });
    }
    for (const listener of this.listeners) listener();
  }

  private readLine({ bytes, hash, position }: Line): StoredBatch {
    const { batch, prev } = readBatch(bytes, this.decode);
    return { batch, position, hash, prev };
  }

  private end(): JournalHead {
    return this.lines[this.lines.length - 1] ?? { position: -1, hash: genesis(this.core) };
  }

  async *read(from: number): AsyncIterable<StoredBatch> {
    if (this.failedReads > 0) {
      this.failedReads--;
      throw new Error('the store cannot be read');
    }
    const end = this.lines.length;
    for (const line of this.lines.slice(0, end)) if (line.position >= from) yield this.readLine(line);
  }

  async *readStored(from: number): AsyncIterable<StoredText> {
    for (const { bytes, hash, position } of [...this.lines]) {
      const place = placeOf(bytes);
      if (place && position >= from) yield { text: bytes, hash, ...place };
    }
  }

  subscribe(
    after: number,
    onBatches: (batches: readonly StoredBatch[]) => void | Promise<void>,
    onError: (error: Error) => void,
  ): Subscription {
    let done = after;
    let closed = false;
    let delivering: Promise<void> | null = null;
    const deliver = async (): Promise<void> => {
      for (;;) {
        await Promise.resolve();
        const batches = this.lines.filter((line) => line.position > done).map((line) => this.readLine(line));
        if (closed || batches.length === 0) return;
        done = batches[batches.length - 1].position;
        await onBatches(batches);
      }
    };
    const listener = (): void => {
      delivering ??= deliver()
        .catch((error: Error) => {
          closed = true;
          onError(error);
        })
        .finally(() => {
          delivering = null;
          if (!closed && this.end().position > done) listener();
        });
    };
    this.listeners.add(listener);
    listener();
    return {
      close: async () => {
        closed = true;
        this.listeners.delete(listener);
        await delivering;
      },
    };
  }

  async close(): Promise<void> {
    this.listeners.clear();
  }
}
