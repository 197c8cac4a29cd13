/** Names and lines of segment files: `00000000000000000000.jsonl`, named by the position of their first event. */
import * as path from 'node:path';
import type { Files } from './files';

export const SEGMENT_BYTES = 64 * 1024 * 1024;

export interface Segment {
  /** Position of its first event. */
  first: number;
  path: string;
}

export function segmentPath(dir: string, first: number): string {
  return path.join(dir, `${String(first).padStart(20, '0')}.jsonl`);
}

/** The segments of a journal in order. */
export function segmentsOf(files: Files, dir: string): Segment[] {
  return files
    .list(dir)
    .filter((name) => /^\d{20}\.jsonl$/.test(name))
    .map((name) => ({ first: Number(name.slice(0, 20)), path: path.join(dir, name) }));
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

const HEAD_LENGTH_MAX = 160;
const HEAD = /^\{"hash":"([0-9a-f]{64})","group":(\d{1,16}),"place":(\d{1,16}),"count":(\d{1,16}),"batch":\{/;
const CLOSING_BRACE = 0x7d;

/** The frame of a line (without its line end), or null when it is not a line of this journal. */
export function frameOf(line: Buffer): LineFrame | null {
  const match = HEAD.exec(line.toString('latin1', 0, Math.min(line.length, HEAD_LENGTH_MAX)));
  if (!match || line[line.length - 1] !== CLOSING_BRACE) return null;
  return {
    hash: match[1],
    group: Number(match[2]),
    place: Number(match[3]),
    count: Number(match[4]),
    start: match[0].length - 1,
    end: line.length - 1,
  };
}

/** Everything before the batch of a line. */
export function lineHead(hash: string, group: number, place: number | string, count: number): string {
  return `{"hash":"${hash}","group":${group},"place":${place},"count":${count},"batch":`;
}

const FIRST = /^\{"v":\d+,"first":(\d{1,16}),/;

/** Position of the first event of the batch in a framed line, without parsing the batch; −1 when it does not say. */
export function firstOf(line: Buffer, frame: LineFrame): number {
  const match = FIRST.exec(line.toString('latin1', frame.start, frame.start + 48));
  return match ? Number(match[1]) : -1;
}

/** Reads a file line by line in large pieces, keeping count of where each line begins. */
export class LineReader {
  private buffer: Buffer;
  private filled = 0;
  private next = 0;
  /** Offset in the file of `buffer[0]`. */
  private base: number;

  constructor(
    private readonly files: Files,
    private readonly handle: number,
    from = 0,
    pieceBytes = 1024 * 1024,
  ) {
    this.buffer = Buffer.allocUnsafe(pieceBytes);
    this.base = from;
  }

  /** Offset in the file of the line that `take` gives next. */
  get offset(): number {
    return this.base + this.next;
  }

  /** The next whole line without its line end, or null when the rest of the file holds none. Valid until the next call. */
  take(): Buffer | null {
    let searched = this.next;
    for (;;) {
      const end = this.buffer.subarray(0, this.filled).indexOf(0x0a, searched);
      if (end >= 0) {
        const line = this.buffer.subarray(this.next, end);
        this.next = end + 1;
        return line;
      }
      searched = this.filled - this.next;
      if (!this.fill()) return null;
    }
  }

  /** Forgets what was read ahead: bytes behind the durable position may have been cut back and written anew since. */
  forget(): void {
    this.base += this.next;
    this.next = 0;
    this.filled = 0;
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
    const count = this.files.read(this.handle, this.buffer.subarray(this.filled), this.base + this.filled);
    this.filled += count;
    return count > 0;
  }
}
