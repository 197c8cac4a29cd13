/** Names and lines of segment files: `00000000000000000000.jsonl`, named by the position of their first event. */
import * as path from 'node:path';
import type { Files } from '../files';

export const SEGMENT_BYTES = 64 * 1024 * 1024;

/** Where the files of a journal lie. */
export interface JournalPlace {
  dir: string;
  /** Where closed segments may have been moved to; their seals stay in `dir`. */
  archive?: string | undefined;
}

export interface Segment {
  /** Position of its first event. */
  first: number;
  path: string;
  /** `away`: sealed, and its file is neither in the directory nor in the archive; `path` is where it was. */
  form: 'plain' | 'gzip' | 'away';
}

export function segmentPath(dir: string, first: number): string {
  return path.join(dir, `${String(first).padStart(20, '0')}.jsonl`);
}

/** The segments of a journal in order: as they lie in its directory, else as they lie in the archive, else as their seal says. */
export function segmentsOf(files: Files, { dir, archive }: JournalPlace): Segment[] {
  const found = new Map<number, Segment>();
  const take = (segment: Segment): void => {
    if (!found.has(segment.first)) found.set(segment.first, segment);
  };
  for (const where of archive === undefined ? [dir] : [dir, archive]) {
    const names = where === dir ? files.list(dir) : namesIn(files, where);
    for (const [form, pattern] of FORMS) {
      for (const name of names.filter((each) => pattern.test(each))) {
        take({ first: firstByName(name), path: path.join(where, name), form });
      }
    }
  }
  for (const name of files.list(dir).filter((each) => /^\d{20}\.seal\.json$/.test(each))) {
    take({ first: firstByName(name), path: segmentPath(dir, firstByName(name)), form: 'away' });
  }
  return [...found.values()].sort((one, other) => one.first - other.first);
}

/** An archive that is not there, because it was never made or is not mounted, stops nobody who needs nothing of it. */
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

function firstByName(name: string): number {
  return Number(name.slice(0, 20));
}

/** What stands around the batch in an embedded line. */
export interface LineFrame {
  hash: string;
  group: number;
  place: number;
  count: number;
  /** Where the batch's canonical bytes begin and end within the line. */
  start: number;
  end: number;
}

const CLOSING_BRACE = 0x7d;
const LINE_END = 0x0a;

/** The frame of a line (without its line end), or null when it is not a line of this journal. */
export function frameOf(line: Buffer): LineFrame | null {
  const head = new HeadReader(line, 0);
  head.take('{"hash":"');
  const hash = head.takeHash();
  head.take('","group":');
  const group = head.takeNumber();
  head.take(',"place":');
  const place = head.takeNumber();
  head.take(',"count":');
  const count = head.takeNumber();
  head.take(',"batch":');
  const start = head.at;
  head.take('{');
  if (!head.isGood || line[line.length - 1] !== CLOSING_BRACE) return null;
  return { hash, group, place, count, start, end: line.length - 1 };
}

const HASH_START = '{"hash":"';
const HASH_END = HASH_START.length + 64;
const BATCH_START = ',"batch":{';

/**
 * The hash and the batch of a line whose frame the opening of the journal has looked at: made of one text, since a replay
 * spends a tenth of its time on taking heads apart byte by byte.
 */
export function partsOf(text: string): { hash: string; batch: string } | null {
  const start = text.indexOf(BATCH_START, HASH_END);
  const isLine =
    start > 0 && text.startsWith(HASH_START) && text.startsWith('","group":', HASH_END) && text.endsWith('}}');
  if (!isLine) return null;
  return { hash: text.slice(HASH_START.length, HASH_END), batch: text.slice(start + BATCH_START.length - 1, -1) };
}

/** Everything before the batch of a line. */
export function lineHead(hash: string, group: number, place: number | string, count: number): string {
  return `{"hash":"${hash}","group":${group},"place":${place},"count":${count},"batch":`;
}

/** Position of the first event of the batch in a framed line, without parsing the batch; −1 when it does not say. */
export function firstOf(line: Buffer, frame: LineFrame): number {
  const body = new HeadReader(line, frame.start);
  body.take('{"v":');
  body.takeNumber();
  body.take(',"first":');
  const first = body.takeNumber();
  body.take(',');
  return body.isGood ? first : -1;
}

const DIGITS_MAX = 16;
const HASH_DIGITS = 64;

/**
 * Takes the beginning of a line apart byte by byte. A start reads every line of the journal, and takes a sixth longer
 * with an expression over a text made of each.
 */
class HeadReader {
  isGood = true;

  constructor(
    private readonly line: Buffer,
    public at: number,
  ) {}

  take(wanted: string): void {
    for (let index = 0; index < wanted.length; index++) {
      if (this.line[this.at + index] !== wanted.charCodeAt(index)) this.isGood = false;
    }
    this.at += wanted.length;
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

/** Reads a segment line by line in large pieces, keeping count of where each line begins. */
export class LineReader {
  private buffer: Buffer;
  /** What of it is filled. */
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

  /** Offset in the file of the line that `take` gives next. */
  get offset(): number {
    return this.base + this.next;
  }

  /** The next whole line without its line end, or null when the rest of the file holds none. Valid until the next call. */
  take(): Buffer | null {
    const start = this.seekEnd();
    return start < 0 ? null : this.buffer.subarray(start, this.next - 1);
  }

  /** The same as text, without a buffer of its own: a replay takes every line there is. */
  takeText(): string | null {
    const start = this.seekEnd();
    return start < 0 ? null : this.buffer.toString('utf8', start, this.next - 1);
  }

  /** Where the next whole line begins in the buffer, −1 when there is none; `next` is behind its end then. */
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

  /** Forgets what was read ahead: bytes behind the durable position may have been cut back and written anew since. */
  forget(): void {
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
