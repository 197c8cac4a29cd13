/** Names and lines of segment files: `00000000000000000000.jsonl`, named by the position of their first event. */
import * as path from 'node:path';
import type { Files } from '../files';

export const SEGMENT_BYTES = 64 * 1024 * 1024;

/** Directories of a journal's files. */
export interface JournalPlace {
  dir: string;
  /** Directory to which closed segments may be archived; their seals stay in `dir`. */
  archive?: string | undefined;
}

export interface Segment {
  /** Position of its first event. */
  first: number;
  path: string;
  /** `away`: sealed, but the file is neither in the directory nor in the archive; `path` is its former path. */
  form: 'plain' | 'gzip' | 'away';
}

export function segmentPath(dir: string, first: number): string {
  return path.join(dir, `${String(first).padStart(20, '0')}.jsonl`);
}

/** The segments of a journal in order: from its directory, else from the archive, else by their seals. */
export function segmentsOf(files: Files, { dir, archive }: JournalPlace): Segment[] {
  const found = new Map<number, Segment>();
  const addSegment = (segment: Segment): void => {
    if (!found.has(segment.first)) found.set(segment.first, segment);
  };
  for (const directory of archive === undefined ? [dir] : [dir, archive]) {
    const names = directory === dir ? files.list(dir) : namesIn(files, directory);
    for (const [form, pattern] of FORMS) {
      for (const name of names.filter((each) => pattern.test(each))) {
        addSegment({ first: firstPositionInName(name), path: path.join(directory, name), form });
      }
    }
  }
  for (const name of files.list(dir).filter((each) => /^\d{20}\.seal\.json$/.test(each))) {
    addSegment({ first: firstPositionInName(name), path: segmentPath(dir, firstPositionInName(name)), form: 'away' });
  }
  return [...found.values()].sort((one, other) => one.first - other.first);
}

/** An archive that was never created or is not mounted is no error unless one of its segments is needed. */
function namesIn(files: Files, archive: string): string[] {
  try {
    return files.list(archive);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

const FORMS: readonly ['plain' | 'gzip', RegExp][] = [
  ['plain', /^\d{20}\.jsonl$/],
  ['gzip', /^\d{20}\.jsonl\.gz$/],
];

function firstPositionInName(name: string): number {
  return Number(name.slice(0, 20));
}

/** Position of the batch in an embedded line, with the fields around it. */
export interface LineFrame {
  hash: string;
  group: number;
  place: number;
  count: number;
  /** Offsets in the line of the start and the end of the batch's canonical bytes. */
  start: number;
  end: number;
}

const CLOSING_BRACE = 0x7d;
const LINE_END = 0x0a;

/** The frame of a line (without its line end); null if it is no line of this journal. */
export function frameOf(line: Buffer): LineFrame | null {
  const head = new HeadReader(line, 0);
  head.expectText('{"hash":"');
  const hash = head.takeHash();
  head.expectText('","group":');
  const group = head.takeNumber();
  head.expectText(',"place":');
  const place = head.takeNumber();
  head.expectText(',"count":');
  const count = head.takeNumber();
  head.expectText(',"batch":');
  const start = head.at;
  head.expectText('{');
  if (!head.isGood || line[line.length - 1] !== CLOSING_BRACE) return null;
  return { hash, group, place, count, start, end: line.length - 1 };
}

const HASH_START = '{"hash":"';
const HASH_END = HASH_START.length + 64;
const BATCH_START = ',"batch":{';

/**
 * The hash and the batch of a line whose frame was checked when the journal was opened. Works on one string: parsing
 * heads byte by byte would cost a tenth of a replay's time.
 */
export function partsOf(text: string): { hash: string; batch: string } | null {
  const start = text.indexOf(BATCH_START, HASH_END);
  const isLine =
    start > 0 && text.startsWith(HASH_START) && text.startsWith('","group":', HASH_END) && text.endsWith('}}');
  if (!isLine) return null;
  return { hash: text.slice(HASH_START.length, HASH_END), batch: text.slice(start + BATCH_START.length - 1, -1) };
}

/** The part of a line before its batch. */
export function lineHead(hash: string, group: number, place: number | string, count: number): string {
  return `{"hash":"${hash}","group":${group},"place":${place},"count":${count},"batch":`;
}

/** Position of the first event of the batch in a framed line, without parsing the batch; −1 if it has none. */
export function firstOf(line: Buffer, frame: LineFrame): number {
  const body = new HeadReader(line, frame.start);
  body.expectText('{"v":');
  body.takeNumber();
  body.expectText(',"first":');
  const first = body.takeNumber();
  body.expectText(',');
  return body.isGood ? first : -1;
}

const DIGITS_MAX = 16;
const HASH_DIGITS = 64;

/**
 * Parses the beginning of a line byte by byte. A start reads every line of the journal, and would take a sixth longer
 * with a regular expression over each line's text.
 */
class HeadReader {
  isGood = true;

  constructor(
    private readonly line: Buffer,
    public at: number,
  ) {}

  expectText(expected: string): void {
    for (let index = 0; index < expected.length; index++) {
      if (this.line[this.at + index] !== expected.charCodeAt(index)) this.isGood = false;
    }
    this.at += expected.length;
  }

  takeNumber(): number {
    let value = 0;
    let digits = 0;
    for (let byte = this.line[this.at]; isDigit(byte); byte = this.line[++this.at], digits++) {
      value = value * 10 + byte - ZERO;
    }
    if (digits === 0 || digits > DIGITS_MAX) this.isGood = false;
    return value;
  }

  takeHash(): string {
    const end = this.at + HASH_DIGITS;
    for (let index = this.at; index < end; index++) {
      const byte = this.line[index];
      if (!isDigit(byte) && !(byte >= LETTER_A && byte <= LETTER_F)) this.isGood = false;
    }
    const hash = this.line.toString('latin1', this.at, end);
    this.at = end;
    return hash;
  }
}

const ZERO = 0x30;
const NINE = 0x39;
const LETTER_A = 0x61;
const LETTER_F = 0x66;

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** Reads a segment line by line in large pieces and tracks the offset of each line. */
export class LineReader {
  private buffer: Buffer;
  /** The filled part of `buffer`. */
  private bytes: Buffer;
  private filled = 0;
  private next = 0;
  /** Offset in the file of `buffer[0]`. */
  private base: number;

  constructor(
    private readonly file: { read(target: Uint8Array, position: number): number },
    from = 0,
    pieceBytes = 1024 * 1024,
  ) {
    this.buffer = Buffer.allocUnsafe(pieceBytes);
    this.bytes = this.buffer.subarray(0, 0);
    this.base = from;
  }

  /** Offset in the file of the next line from `addSegment`. */
  get offset(): number {
    return this.base + this.next;
  }

  /** The next complete line without its line end; null if the rest of the file has none. Valid until the next call. */
  nextLine(): Buffer | null {
    const start = this.seekEnd();
    return start < 0 ? null : this.buffer.subarray(start, this.next - 1);
  }

  /** The next line as text, without a buffer of its own: a replay reads every line. */
  nextText(): string | null {
    const start = this.seekEnd();
    return start < 0 ? null : this.buffer.toString('utf8', start, this.next - 1);
  }

  /** Offset of the next complete line in the buffer, −1 if there is none; `next` is then after its line end. */
  private seekEnd(): number {
    let searched = this.next;
    for (;;) {
      const end = this.bytes.indexOf(LINE_END, searched);
      if (end >= 0) {
        const start = this.next;
        this.next = end + 1;
        return start;
      }
      searched = this.filled - this.next;
      if (!this.fill()) return -1;
    }
  }

  /** Drops lines read ahead: bytes behind the durable position may have been truncated and rewritten since. */
  discardBuffer(): void {
    this.base += this.next;
    this.next = 0;
    this.filled = 0;
    this.bytes = this.buffer.subarray(0, 0);
  }

  private fill(): boolean {
    if (this.next > 0) {
      this.buffer.copyWithin(0, this.next, this.filled);
      this.base += this.next;
      this.filled -= this.next;
      this.next = 0;
    }
    if (this.filled === this.buffer.length) {
      const larger = Buffer.allocUnsafe(this.buffer.length * 2);
      this.buffer.copy(larger, 0, 0, this.filled);
      this.buffer = larger;
    }
    const count = this.file.read(this.buffer.subarray(this.filled), this.base + this.filled);
    this.filled += count;
    this.bytes = this.buffer.subarray(0, this.filled);
    return count > 0;
  }
}
