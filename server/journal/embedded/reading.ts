/** Reads durable batches from segment files in any thread, beside the writer, and never past the durable position. */
import { positionOf } from '../../core/event';
import type { StoredBatch, StoredText } from '../port';
import { HASH_LENGTH, placeOf } from '../seal';
import { readBatch } from '../upcast';
import type { Files } from './files';
import {
  firstOf,
  frameOf,
  LineReader,
  partsOf,
  segmentsOf,
  type JournalPlace,
  type LineFrame,
  type Segment,
} from './segments/segment';
import { openSegment, type SegmentFile } from './segments/segment-file';

/** Batches read at a time: many for speed, but few enough not to block the thread's other work. */
const PIECE_BATCHES = 256;

/** Converts a stored batch for a reader; null if the text is not a batch. */
type ParseBatch<T> = (text: string, hash: string) => T | null;

function parseStoredBatch(text: string, hash: string): StoredBatch | null {
  const { batch, prev } = readBatch(text);
  return prev.length === HASH_LENGTH ? { batch, position: positionOf(batch), hash, prev } : null;
}

function parseStoredText(text: string, hash: string): StoredText | null {
  const place = placeOf(text);
  return place && { text, hash, ...place };
}

export class DurableReader<T extends { position: number }> {
  private file: SegmentFile | null = null;
  private lines: LineReader | null = null;
  private segment = '';
  private durable = -1;

  /** Starts with the batch that contains position `next`. */
  constructor(
    private readonly files: Files,
    private readonly place: JournalPlace,
    private next: number,
    private readonly parse: ParseBatch<T>,
  ) {}

  /** The next batches up to position `durable`, in order; empty if there are none. */
  nextBatches(durable: number): T[] {
    // Lines read ahead of the former durable position may have been truncated and rewritten since.
    if (durable !== this.durable) this.lines?.discardBuffer();
    this.durable = durable;
    const batches: T[] = [];
    while (batches.length < PIECE_BATCHES && this.next <= durable) {
      const stored = this.parseLine(this.nextText());
      batches.push(stored);
      this.next = stored.position + 1;
    }
    return batches;
  }

  close(): void {
    this.file?.close();
    this.file = null;
    this.lines = null;
  }

  private nextText(): string {
    if (this.lines === null) this.seek();
    let line = this.lines?.nextText();
    if (!line) {
      // A segment's name is its first position, so the next segment's name is known.
      this.openSegment(this.segments().find(({ first }) => first === this.next));
      line = this.lines?.nextText();
    }
    if (!line) throw new Error(`${this.segment} ends before position ${this.next}, which is durable`);
    return line;
  }

  /** Seeks the line of the batch that contains `next`, using only the first positions of batches. */
  private seek(): void {
    const file = this.openSegment(this.segments().findLast(({ first }) => first <= this.next));
    let start = offsetNear(file, this.next);
    const lines = new LineReader(file, start);
    for (;;) {
      const offset = lines.offset;
      const line = lines.nextLine();
      if (!line || this.firstPositionIn(line) > this.next) break;
      start = offset;
      // Bytes after the last durable batch must not be read.
      if (this.endsAtDurable(line)) break;
    }
    this.lines = new LineReader(file, start);
  }

  private segments(): Segment[] {
    return segmentsOf(this.files, this.place);
  }

  private endsAtDurable(line: Buffer): boolean {
    // An event takes more than one byte, so most lines are classified without parsing.
    if (this.firstPositionIn(line) + line.length < this.durable) return false;
    return this.parseLine(line.toString()).position >= this.durable;
  }

  private openSegment(segment: Segment | undefined): SegmentFile {
    if (!segment) throw new Error(`${this.place.dir} has no segment with position ${this.next}, which is durable`);
    this.close();
    this.segment = segment.path;
    const file = openSegment(this.files, this.place, segment);
    this.file = file;
    this.lines = new LineReader(file);
    return file;
  }

  private firstPositionIn(line: Buffer): number {
    return firstOf(line, this.requireFrame(line));
  }

  private requireFrame(line: Buffer): LineFrame {
    const frame = frameOf(line);
    if (!frame) throw new Error(`${this.segment} holds something else than a batch near position ${this.next}`);
    return frame;
  }

  private parseLine(line: string): T {
    const parts = partsOf(line);
    const stored = parts && this.parse(parts.batch, parts.hash);
    if (!stored) throw new Error(`${this.segment} holds something else than a batch near position ${this.next}`);
    return stored;
  }
}

/**
 * Offset of a line that begins at or shortly before position `next`. Binary search works because a segment's lines are
 * in order of position. The cost of a seek into a segment hardly depends on the segment's size. Bytes behind the
 * durable lines that are not a line count as behind `next`.
 */
function offsetNear(file: SegmentFile, next: number): number {
  let low = 0;
  let high = file.size();
  while (high - low > SCAN_BYTES) {
    const middle = low + Math.floor((high - low) / 2);
    const lines = new LineReader(file, middle, PROBE_BYTES);
    // Skips the rest of the line at the middle offset.
    lines.nextLine();
    const { offset } = lines;
    const line = lines.nextLine();
    const frame = line && frameOf(line);
    const first = line && frame ? firstOf(line, frame) : -1;
    if (first >= 0 && first <= next) low = offset;
    else high = middle;
  }
  return low;
}

/** Ranges up to this size, in bytes, are scanned instead of halved further. */
const SCAN_BYTES = 256 * 1024;
/** Bytes read per halving: a few lines. */
const PROBE_BYTES = 8 * 1024;

/** Decoded batches, for subscribers. */
export function batchReader(files: Files, place: JournalPlace, next: number): DurableReader<StoredBatch> {
  return new DurableReader(files, place, next, parseStoredBatch);
}

/** Batches as stored text. */
export function textReader(files: Files, place: JournalPlace, next: number): DurableReader<StoredText> {
  return new DurableReader(files, place, next, parseStoredText);
}

/** Complete durable batches from the one that contains `from`, up to the durable position at the start. */
export function readDurable(
  files: Files,
  place: JournalPlace,
  from: number,
  durable: number,
): AsyncIterableIterator<StoredBatch> {
  return readAll(batchReader(files, place, Math.max(0, from)), durable);
}

/** Like `readDurable`, in groups. */
export async function* readDurableChunks(
  files: Files,
  place: JournalPlace,
  from: number,
  durable: number,
): AsyncGenerator<readonly StoredBatch[]> {
  const reader = batchReader(files, place, Math.max(0, from));
  try {
    for (let batches = reader.nextBatches(durable); batches.length > 0; batches = reader.nextBatches(durable)) {
      yield batches;
      await yieldToEventLoop();
    }
  } finally {
    reader.close();
  }
}

/** Like `readDurable`, as stored text. */
export function readStored(
  files: Files,
  place: JournalPlace,
  from: number,
  durable: number,
): AsyncIterableIterator<StoredText> {
  return readAll(textReader(files, place, Math.max(0, from)), durable);
}

/** Written as an iterator, because a generator takes several turns per batch and a start reads every batch. */
function readAll<T extends { position: number }>(
  reader: DurableReader<T>,
  durable: number,
): AsyncIterableIterator<T, undefined> {
  let batches: T[] | null = null;
  let at = 0;
  let isOver = false;
  const end = (): IteratorResult<T, undefined> => {
    if (!isOver) reader.close();
    isOver = true;
    return { done: true, value: undefined };
  };
  const readMore = async (): Promise<IteratorResult<T, undefined>> => {
    if (batches !== null) await yieldToEventLoop();
    if (isOver) return end();
    try {
      batches = reader.nextBatches(durable);
    } catch (error) {
      end();
      throw error;
    }
    at = 0;
    return batches.length === 0 ? end() : { done: false, value: batches[at++] };
  };
  const iterator: AsyncIterableIterator<T, undefined> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () =>
      batches !== null && at < batches.length && !isOver
        ? Promise.resolve({ done: false, value: batches[at++] })
        : readMore(),
    return: () => Promise.resolve(end()),
  };
  return iterator;
}

/** Yields to the thread's event loop. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
