/** Reads durable batches from segment files: in any thread, beside the writer, never past what it says is durable. */
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

/** Batches read at a time: enough to be quick, few enough not to keep a thread from its other work. */
const PIECE_BATCHES = 256;

/** What a reader makes of a stored batch; null when it is none. */
type Take<T> = (text: string, hash: string) => T | null;

function takeBatch(text: string, hash: string): StoredBatch | null {
  const { batch, prev } = readBatch(text);
  return prev.length === HASH_LENGTH ? { batch, position: positionOf(batch), hash, prev } : null;
}

function takeText(text: string, hash: string): StoredText | null {
  const place = placeOf(text);
  return place && { text, hash, ...place };
}

export class DurableReader<T extends { position: number }> {
  private file: SegmentFile | null = null;
  private lines: LineReader | null = null;
  private segment = '';
  private durable = -1;

  /** Starts with the batch that holds position `next`. */
  constructor(
    private readonly files: Files,
    private readonly place: JournalPlace,
    private next: number,
    private readonly take: Take<T>,
  ) {}

  /** The next batches up to the position `durable`, in order; empty when there is none. */
  piece(durable: number): T[] {
    // What was read ahead behind the former durable position may since have been cut back and written anew.
    if (durable !== this.durable) this.lines?.forget();
    this.durable = durable;
    const batches: T[] = [];
    while (batches.length < PIECE_BATCHES && this.next <= durable) {
      const stored = this.storedFrom(this.nextText());
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
    let line = this.lines?.takeText();
    if (!line) {
      // Segments are named by their first position, so the one that goes on is known by name.
      this.openSegment(this.segments().find(({ first }) => first === this.next));
      line = this.lines?.takeText();
    }
    if (!line) throw new Error(`${this.segment} ends before position ${this.next}, which is durable`);
    return line;
  }

  /** Goes to the line of the batch that holds `next`, telling batches by their first position alone. */
  private seek(): void {
    const file = this.openSegment(this.segments().findLast(({ first }) => first <= this.next));
    let start = nearLine(file, this.next);
    const lines = new LineReader(file, start);
    for (;;) {
      const offset = lines.offset;
      const line = lines.take();
      if (!line || this.firstIn(line) > this.next) break;
      start = offset;
      // The last durable batch may be followed by bytes that are not to be read.
      if (this.endsAtDurable(line)) break;
    }
    this.lines = new LineReader(file, start);
  }

  private segments(): Segment[] {
    return segmentsOf(this.files, this.place);
  }

  private endsAtDurable(line: Buffer): boolean {
    // Events take more bytes than one each, so that most lines are told apart without parsing them.
    if (this.firstIn(line) + line.length < this.durable) return false;
    return this.storedFrom(line.toString()).position >= this.durable;
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

  private firstIn(line: Buffer): number {
    return firstOf(line, this.frameIn(line));
  }

  private frameIn(line: Buffer): LineFrame {
    const frame = frameOf(line);
    if (!frame) throw new Error(`${this.segment} holds something else than a batch near position ${this.next}`);
    return frame;
  }

  private storedFrom(line: string): T {
    const parts = partsOf(line);
    const stored = parts && this.take(parts.batch, parts.hash);
    if (!stored) throw new Error(`${this.segment} holds something else than a batch near position ${this.next}`);
    return stored;
  }
}

/**
 * Offset of a line that begins at or before position `next`, and not far before it: found by halving, since a segment's
 * lines are in the order of their positions. So the way into the middle of a segment costs the same however long it is.
 * What is no line, behind the durable ones, counts as lying behind `next`.
 */
function nearLine(file: SegmentFile, next: number): number {
  let low = 0;
  let high = file.size();
  while (high - low > SCAN_BYTES) {
    const middle = low + Math.floor((high - low) / 2);
    const lines = new LineReader(file, middle, PROBE_BYTES);
    // The rest of the line that the middle lies in.
    lines.take();
    const { offset } = lines;
    const line = lines.take();
    const frame = line && frameOf(line);
    const first = line && frame ? firstOf(line, frame) : -1;
    if (first >= 0 && first <= next) low = offset;
    else high = middle;
  }
  return low;
}

/** What is scanned instead of halved further. */
const SCAN_BYTES = 256 * 1024;
/** Bytes read at a time while halving: some lines. */
const PROBE_BYTES = 8 * 1024;

/** For those who follow batches. */
export function batchReader(files: Files, place: JournalPlace, next: number): DurableReader<StoredBatch> {
  return new DurableReader(files, place, next, takeBatch);
}

/** The same as they are stored. */
export function textReader(files: Files, place: JournalPlace, next: number): DurableReader<StoredText> {
  return new DurableReader(files, place, next, takeText);
}

/** Whole durable batches from the one that holds `from`, up to what is durable at the start. */
export function readDurable(
  files: Files,
  place: JournalPlace,
  from: number,
  durable: number,
): AsyncIterableIterator<StoredBatch> {
  return readAll(batchReader(files, place, Math.max(0, from)), durable);
}

/** The same some at a time. */
export async function* readDurablePieces(
  files: Files,
  place: JournalPlace,
  from: number,
  durable: number,
): AsyncGenerator<readonly StoredBatch[]> {
  const reader = batchReader(files, place, Math.max(0, from));
  try {
    for (let piece = reader.piece(durable); piece.length > 0; piece = reader.piece(durable)) {
      yield piece;
      await nextTurn();
    }
  } finally {
    reader.close();
  }
}

/** The same as they are stored. */
export function readStored(
  files: Files,
  place: JournalPlace,
  from: number,
  durable: number,
): AsyncIterableIterator<StoredText> {
  return readAll(textReader(files, place, Math.max(0, from)), durable);
}

/** Written out, since a generator takes several turns for each batch and a start reads every batch there is. */
function readAll<T extends { position: number }>(
  reader: DurableReader<T>,
  durable: number,
): AsyncIterableIterator<T, undefined> {
  let piece: T[] | null = null;
  let at = 0;
  let isOver = false;
  const end = (): IteratorResult<T, undefined> => {
    if (!isOver) reader.close();
    isOver = true;
    return { done: true, value: undefined };
  };
  const more = async (): Promise<IteratorResult<T, undefined>> => {
    if (piece !== null) await nextTurn();
    if (isOver) return end();
    try {
      piece = reader.piece(durable);
    } catch (error) {
      end();
      throw error;
    }
    at = 0;
    return piece.length === 0 ? end() : { done: false, value: piece[at++] };
  };
  const all: AsyncIterableIterator<T, undefined> = {
    [Symbol.asyncIterator]: () => all,
    next: () =>
      piece !== null && at < piece.length && !isOver ? Promise.resolve({ done: false, value: piece[at++] }) : more(),
    return: () => Promise.resolve(end()),
  };
  return all;
}

/** Lets the event loop of the thread go on in between. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
