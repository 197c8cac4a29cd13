/**
 * Scans the lines of segments: checks that each follows from the previous one by group, position and link, and how much
 * of a file is valid.
 */
import { hash as digest } from 'node:crypto';
import { HASH_LENGTH, placeOf } from '../../seal';
import { firstOf, frameOf, LineReader, type LineFrame, type Segment } from './segment';
import { JournalDamagedError, type SegmentFile } from './segment-file';
import type { SegmentSeal } from './segment-seal';

/** Running result over the lines read so far. */
export class Scan {
  /** Position of the last event; known only between segments, since it requires parsing a batch. */
  position = -1;
  group = 0;
  checksHashes = true;
  /** Byte offset in its segment of the last group's start. */
  groupStart = 0;
  private place = 0;
  private count = 1;
  /** First position of the last scanned line. */
  first = -1;

  constructor(public hash: string) {}

  get groupIsWhole(): boolean {
    return this.place === this.count - 1;
  }

  /** Continues behind a segment that is not read. */
  skipTo({ position, hash, group }: Pick<SegmentSeal, 'position' | 'hash' | 'group'>): void {
    this.position = position;
    this.first = position;
    this.hash = hash;
    this.group = group;
    // A group never spans two segments.
    this.place = 0;
    this.count = 1;
  }

  /** Scans the line at `offset`; returns its fault, or null. */
  step(line: Buffer, offset: number, segment: Segment): string | null {
    const frame = frameOf(line);
    if (!frame) return 'not a line of a journal';
    const { group, place, count } = frame;
    const follows = this.groupIsWhole
      ? group === this.group + 1 && place === 0 && count > 0
      : group === this.group && place === this.place + 1 && count === this.count;
    if (!follows) return `batch ${place} of ${count} in group ${group} does not follow`;
    const first = firstOf(line, frame);
    if (offset === 0 ? first !== segment.first : first <= this.first) return `position ${first} does not follow`;
    if (prevOf(line, frame) !== this.hash) return 'it is linked to another batch than the one before';
    if (this.checksHashes && hashOfLine(line, frame, this.hash) !== frame.hash) return 'its hash does not fit';
    if (place === 0) this.groupStart = offset;
    this.group = group;
    this.place = place;
    this.count = count;
    this.first = first;
    this.hash = frame.hash;
    return null;
  }
}

export interface Scanned {
  /** Length of the valid part of the segment. */
  length: number;
  /** Error behind the valid bytes; null if there is none. */
  error: string | null;
}

export function scanSegment(file: SegmentFile, segment: Segment, scan: Scan): Scanned {
  const lines = new LineReader(file);
  let length = 0;
  let lastStart = 0;
  let error: string | null = null;
  for (let line = lines.nextLine(); line !== null; line = lines.nextLine()) {
    error = scan.step(line, length, segment);
    if (error !== null) break;
    lastStart = length;
    length = lines.offset;
  }
  if (length > 0) scan.position = lastPosition(file, lastStart);
  if (error === null && file.size() > length) error = 'the last line has no end';
  if (error === null && !scan.groupIsWhole) error = 'its last batches are missing';
  return { length, error };
}

/**
 * Whether the bytes from `offset` on contain more than the group `torn`, whose first line begins there if `isGroupStart`. A
 * readable line matches the link it names and its own hash. A crash leaves only lines of the torn group, each at its
 * original place. Lines of another group, or a moved first line, mean that another program changed the file.
 */
export function hasOtherLines(file: SegmentFile, offset: number, torn: number, isGroupStart: boolean): boolean {
  const lines = new LineReader(file, offset);
  let start = offset;
  for (let line = lines.nextLine(); line !== null; line = lines.nextLine()) {
    const frame = frameOf(line);
    if (frame && hashOfLine(line, frame, prevOf(line, frame)) === frame.hash) {
      if (frame.group !== torn || (isGroupStart && frame.place === 0 && start !== offset)) return true;
    }
    start = lines.offset;
  }
  return false;
}

/** Position of the last event of the batch in the line at `offset`. */
export function lastPosition(file: SegmentFile, offset: number): number {
  const line = new LineReader(file, offset).nextLine() as Buffer;
  const frame = frameOf(line) as LineFrame;
  const place = placeOf(line.toString('utf8', frame.start, frame.end));
  // Its hash matches, or a seal or a snapshot confirms it, so the line was written like this.
  if (!place) throw new JournalDamagedError(`a line at byte ${offset} is linked like a batch and is none`);
  return place.position;
}

/** The link in a batch. It is the last field, so its offset from the end is fixed. */
function prevOf(line: Buffer, frame: LineFrame): string {
  return line.toString('latin1', frame.end - 2 - HASH_LENGTH, frame.end - 2);
}

/**
 * Hash of the batch in a line. The hashed bytes must be contiguous, link first. The link overwrites the line's head,
 * which is longer and already read.
 */
function hashOfLine(line: Buffer, frame: LineFrame, prev: string): string {
  line.write(prev, frame.start - HASH_LENGTH, 'latin1');
  return digest('sha256', line.subarray(frame.start - HASH_LENGTH, frame.end), 'hex');
}
