/**
 * Writes groups to segment files with one write and one sync per group; nothing is acknowledged before the sync. It
 * blocks: the journal runs it in its own thread, tests in theirs.
 */
import { hash as digest } from 'node:crypto';
import * as path from 'node:path';
import { AppendError, type JournalHead } from '../../port';
import { HASH_LENGTH } from '../../seal';
import { publishDurablePosition, type DurablePosition } from '../durable-position';
import type { FileHandle, Files } from '../files';
import type { DirectoryLock } from '../lock';
import { recover, replaceLastSegment, type RecoveryHints, type Recovered } from '../recover';
import { lineHead, segmentPath, type JournalPlace } from './segment';

export interface WriterOptions extends RecoveryHints, JournalPlace {
  core: string;
  segmentBytes: number;
  /** Previous owner of the journal, as far as the lock knows. */
  before: DirectoryLock['before'];
}

/** The bodies of one group, concatenated. */
export interface PackedGroup {
  bodies: Buffer;
  /** Bytes of each body. */
  lengths: Uint32Array;
  first: number;
  /** Position of the last event. */
  position: number;
}

/** Upper bound of a line's head, link, braces and line end together. */
const AROUND_BODY_BYTES_MAX = 320;
const TAIL_START = ',"prev":"';
const TAIL_END = '"}}\n';
const TAIL_LENGTH = TAIL_START.length + HASH_LENGTH + TAIL_END.length;

export class SegmentWriter {
  private hash: string;
  private position: number;
  private group: number;
  private handle: FileHandle | null = null;
  /** Synced bytes of the segment; after a failure the file is truncated to this length. */
  private syncedLength = 0;
  private lines = Buffer.allocUnsafeSlow(1024 * 1024);
  private failure: string | null = null;

  private constructor(
    private readonly files: Files,
    private readonly options: WriterOptions,
    private readonly durable: DurablePosition,
    recovered: Recovered,
  ) {
    ({ hash: this.hash, position: this.position } = recovered.head);
    this.group = recovered.group;
    if (recovered.last) {
      this.handle = files.open(recovered.last.path, 'write');
      this.syncedLength = recovered.last.length;
      // Bytes that a crashed process wrote without a sync may be readable but not durable: sync them now.
      files.sync(this.handle);
      files.syncDir(options.dir);
    }
    publishDurablePosition(durable, this.position);
  }

  static open(files: Files, options: WriterOptions, durable: DurablePosition): SegmentWriter {
    files.makeDir(options.dir);
    if (options.before === 'silent') replaceLastSegment(files, options.dir);
    return new SegmentWriter(files, options, durable, recover(files, options, options.core, options));
  }

  get head(): JournalHead {
    return { position: this.position, hash: this.hash };
  }

  /** Makes the group durable; returns the hashes of its batches, 64 characters each. Throws AppendError. */
  append(group: PackedGroup): string {
    if (this.failure !== null) throw new AppendError('broken', `the journal stopped: ${this.failure}`);
    const number = this.group + 1;
    const { length, hashes } = this.buildLines(group, number);
    try {
      const handle = this.segmentFor(length, group.first);
      this.files.write(handle, this.lines.subarray(0, length), this.syncedLength);
      this.files.sync(handle);
    } catch (error) {
      // Another process owns the journal now, and with it the file's contents.
      if (error instanceof AppendError) throw error;
      this.cutBack(error as Error);
      const { code, message } = error as NodeJS.ErrnoException;
      const isFull = code === 'ENOSPC' || code === 'EDQUOT';
      throw new AppendError(isFull ? 'full' : 'refused', `the group could not be stored: ${message}`);
    }
    this.syncedLength += length;
    this.group = number;
    this.hash = hashes.slice(-HASH_LENGTH);
    this.position = group.position;
    publishDurablePosition(this.durable, this.position);
    return hashes;
  }

  close(): void {
    if (this.handle !== null) this.files.close(this.handle);
    this.handle = null;
    this.failure ??= 'it is closed';
  }

  /** Writes the group's lines into `lines`, each linked to the previous one. */
  private buildLines({ bodies, lengths }: PackedGroup, number: number): { length: number; hashes: string } {
    const count = lengths.length;
    const lengthMax = bodies.length + count * AROUND_BODY_BYTES_MAX;
    if (this.lines.length < lengthMax) this.lines = Buffer.allocUnsafeSlow(lengthMax * 2);
    const lines = this.lines;
    const headLengthLess = lineHead(this.hash, number, '', count).length;
    let hash = this.hash;
    let hashes = '';
    let from = 0;
    let at = 0;
    for (let place = 0; place < count; place++) {
      const placeText = String(place);
      const body = at + headLengthLess + placeText.length;
      const tail = body + lengths[place];
      lines.set(bodies.subarray(from, (from += lengths[place])), body);
      lines.write(TAIL_START + hash + TAIL_END, tail, 'latin1');
      // The hashed bytes must be contiguous, link first: the link temporarily replaces the head.
      lines.write(hash, body - HASH_LENGTH, 'latin1');
      hash = digest('sha256', lines.subarray(body - HASH_LENGTH, tail + TAIL_LENGTH - 2), 'hex');
      lines.write(lineHead(hash, number, placeText, count), at, 'latin1');
      hashes += hash;
      at = tail + TAIL_LENGTH;
    }
    return { length: at, hashes };
  }

  /** The segment for `length` more bytes; a new one is durable in its directory before its first write. */
  private segmentFor(length: number, first: number): FileHandle {
    if (this.handle !== null) {
      const fits = this.syncedLength === 0 || this.syncedLength + length <= this.options.segmentBytes;
      if (fits) return this.handle;
      this.files.close(this.handle);
      // From here on only the new segment is written, even if creating it fails now and is retried later: a segment's
      // name asserts that older segments end before that position.
      this.handle = null;
    }
    const file = segmentPath(this.options.dir, first);
    const exists = this.files.list(this.options.dir).includes(path.basename(file));
    const handle = exists ? this.files.open(file, 'write') : this.files.create(file);
    try {
      this.files.truncate(handle, 0);
      this.files.syncDir(this.options.dir);
    } catch (error) {
      this.files.close(handle);
      throw error;
    }
    this.syncedLength = 0;
    this.handle = handle;
    return handle;
  }

  /** After a failure the file is truncated to its synced bytes; if that fails too, the writer writes nothing more. */
  private cutBack(cause: Error): void {
    if (this.handle === null) return;
    try {
      this.files.truncate(this.handle, this.syncedLength);
      this.files.sync(this.handle);
    } catch (error) {
      if (error instanceof AppendError) throw error;
      this.failure = `${cause.message}; cutting back failed as well: ${(error as Error).message}`;
      throw new AppendError('broken', this.failure);
    }
  }
}
