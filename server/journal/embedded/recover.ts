/**
 * What a journal's files are worth after a start. A group is written only when the one before it is synced, so a crash can
 * spoil nothing but the highest group: everything below must be whole, or the start stops and names what is not. Of the
 * highest group the batches ahead of the first bad byte are kept; the rest is set beside as `.torn`, never thrown away.
 */
import { hash as digest } from 'node:crypto';
import * as path from 'node:path';
import type { JournalHead } from '../port';
import { genesis, HASH_LENGTH, placeOf } from '../seal';
import type { Files } from './files';
import { fileDigest, readSeal, type SegmentSeal } from './segment-seal';
import { firstOf, frameOf, lineHead, LineReader, segmentsOf, type LineFrame, type Segment } from './segment';

export interface Recovered {
  head: JournalHead;
  /** Number of the last group; the first is 1. */
  group: number;
  /** The segment to go on with and its length; null when a new one is begun: what is sealed is never written to again. */
  last: { path: string; length: number } | null;
}

/** The journal is not whole below its last group: no start may make up for that. */
export class JournalDamagedError extends Error {}

/** Its last group is torn, and what was torn had been durable: a crash does not do that. Nothing was changed. */
export class JournalTornError extends JournalDamagedError {
  constructor(
    message: string,
    /** Position of the last event that is whole. */
    readonly position: number,
  ) {
    super(message);
  }
}

/** What is known of a journal before it is read. */
export interface KnownBefore {
  /** Position that a checked snapshot covers: hashes are taken from its segment on. Default 0, all. */
  hashesFrom?: number;
  /** Position that is known to have been durable: no torn end below it is mended. Default −1, none. */
  witnessed?: number;
}

/**
 * Goes over every segment, mends the torn end if there is one, and says where to go on. A sealed segment counts as what its
 * seal says; its bytes are compared with it from the segment that holds `hashesFrom` on, and always those of the newest
 * one. A segment without a seal is read line by line, its hashes taken from `hashesFrom` on; before it, which a checked
 * snapshot covers, only the frames and links are followed. An end that was durable is not mended: a
 * JournalTornError says so.
 */
export function recover(files: Files, dir: string, core: string, known: KnownBefore = {}): Recovered {
  const { hashesFrom = 0, witnessed = -1 } = known;
  const segments = segmentsOf(files, dir);
  const scan = new Scan(genesis(core));
  let last: Recovered['last'] = null;
  for (const [index, segment] of segments.entries()) {
    if (segment.first !== scan.position + 1) {
      throw new JournalDamagedError(`${segment.path}: what is before it ends at position ${scan.position}`);
    }
    const next = segments[index + 1];
    const isCovered = next !== undefined && next.first <= hashesFrom;
    scan.checksHashes = !isCovered;
    const seal = readSeal(files, dir, segment.first);
    if (seal) {
      const isNewest = index >= segments.length - 2;
      takeSealed(files, segment, seal, scan, isNewest || !isCovered);
      last = null;
      continue;
    }
    const { length, wrong } = scanSegment(files, segment, scan);
    if (wrong === null) {
      last = { path: segment.path, length };
      continue;
    }
    const torn = scan.groupIsWhole ? scan.group + 1 : scan.group;
    // A segment is made only when every group before it is synced: with one behind it, this is no torn end.
    if (next !== undefined || showsMore(files, segment, length, torn, scan.groupIsWhole)) {
      throw new JournalDamagedError(
        `${segment.path} at byte ${length}: group ${torn} is not whole (${wrong}), and there is more behind it`,
      );
    }
    if (scan.position < witnessed) {
      throw new JournalTornError(
        `${segment.path} at byte ${length}: group ${torn} is torn (${wrong}), and what is whole ends at position ` +
          `${scan.position}`,
        scan.position,
      );
    }
    last = { path: segment.path, length: mend(files, dir, segment, length, scan) };
  }
  return { head: { position: scan.position, hash: scan.hash }, group: scan.group, last };
}

/** Goes on behind a segment by its seal, if that fits the chain and the file. */
function takeSealed(files: Files, segment: Segment, seal: SegmentSeal, scan: Scan, checksBytes: boolean): void {
  const damaged = (what: string) => new JournalDamagedError(`${segment.path} is not what its seal says: ${what}`);
  if (seal.prev !== scan.hash) throw damaged('it is linked to another batch than the one before');
  const handle = files.open(segment.path, 'read');
  try {
    const length = files.size(handle);
    if (length !== seal.length) throw damaged(`it has ${length} bytes, not ${seal.length}`);
    if (checksBytes && fileDigest(files, handle) !== seal.sha256) throw damaged('its bytes are others');
  } finally {
    files.close(handle);
  }
  scan.take(seal);
}

/**
 * Reads a closed segment line by line behind what `before` says of the one before it, null for the first one, and makes its
 * seal. Throws JournalDamagedError when anything in it does not fit.
 */
export function sealSegment(files: Files, segment: Segment, core: string, before: SegmentSeal | null): SegmentSeal {
  const scan = new Scan(genesis(core));
  if (before) scan.take(before);
  const prev = scan.hash;
  const { length, wrong } = scanSegment(files, segment, scan);
  if (wrong !== null) throw new JournalDamagedError(`${segment.path} at byte ${length}: ${wrong}`);
  const handle = files.open(segment.path, 'read');
  try {
    const { position, hash, group } = scan;
    return { v: 1, first: segment.first, position, prev, hash, group, length, sha256: fileDigest(files, handle) };
  } finally {
    files.close(handle);
  }
}

/** What the lines read so far amount to. */
class Scan {
  /** Of the last event; known only between segments, since it takes parsing a batch. */
  position = -1;
  group = 0;
  checksHashes = true;
  /** Where the last group begins in its segment. */
  groupStart = 0;
  private place = 0;
  private count = 1;
  private first = -1;

  constructor(public hash: string) {}

  get groupIsWhole(): boolean {
    return this.place === this.count - 1;
  }

  /** Goes on behind a segment that is not read. */
  take({ position, hash, group }: SegmentSeal): void {
    this.position = position;
    this.first = position;
    this.hash = hash;
    this.group = group;
    // A group never spans two segments.
    this.place = 0;
    this.count = 1;
  }

  /** Goes on over the line at `offset`, or says what is wrong with it. */
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
    if (this.checksHashes && takeHash(line, frame, this.hash) !== frame.hash) return 'its hash does not fit';
    if (place === 0) this.groupStart = offset;
    this.group = group;
    this.place = place;
    this.count = count;
    this.first = first;
    this.hash = frame.hash;
    return null;
  }
}

/** Scans one segment: how much of it is good, and what is wrong behind that. */
function scanSegment(files: Files, segment: Segment, scan: Scan): { length: number; wrong: string | null } {
  const handle = files.open(segment.path, 'read');
  try {
    const lines = new LineReader(files, handle);
    let length = 0;
    let lastStart = 0;
    let wrong: string | null = null;
    for (let line = lines.take(); line !== null; line = lines.take()) {
      wrong = scan.step(line, length, segment);
      if (wrong !== null) break;
      lastStart = length;
      length = lines.offset;
    }
    if (length > 0) scan.position = lastPosition(files, handle, lastStart);
    if (wrong === null && files.size(handle) > length) wrong = 'the last line has no end';
    if (wrong === null && !scan.groupIsWhole) wrong = 'its last batches are missing';
    return { length, wrong };
  } finally {
    files.close(handle);
  }
}

/**
 * Whether the bytes from `offset` on show more than the group `torn`, whose first line begins there if `begins`. A readable
 * line fits the link it names and its own hash. A crash leaves only lines of the torn group, each where it was written:
 * lines of another group, or its first one moved, mean that something else has been at the file.
 */
function showsMore(files: Files, segment: Segment, offset: number, torn: number, begins: boolean): boolean {
  const handle = files.open(segment.path, 'read');
  try {
    const lines = new LineReader(files, handle, offset);
    let start = offset;
    for (let line = lines.take(); line !== null; line = lines.take()) {
      const frame = frameOf(line);
      if (frame && takeHash(line, frame, prevOf(line, frame)) === frame.hash) {
        if (frame.group !== torn || (begins && frame.place === 0 && start !== offset)) return true;
      }
      start = lines.offset;
    }
    return false;
  } finally {
    files.close(handle);
  }
}

/**
 * Sets what is behind `length` beside and cuts it off; returns the length to go on from. Batches that are left of a group
 * that is not whole become a whole group of their own, or the next start would find a gap. The segment is replaced in one
 * step, so that a crash in here leaves it as it was or as it shall be.
 */
function mend(files: Files, dir: string, segment: Segment, length: number, scan: Scan): number {
  const handle = files.open(segment.path, 'write');
  try {
    const rest = readAll(files, handle, length, files.size(handle));
    if (rest.length > 0) setAside(files, dir, `${segment.path}.${length}`, rest);
    if (scan.groupIsWhole) {
      files.truncate(handle, length);
      files.sync(handle);
      return length;
    }
    const good = readAll(files, handle, 0, scan.groupStart);
    const group = regrouped(files, handle, scan.groupStart, length);
    replace(files, dir, segment.path, Buffer.concat([good, group]));
    return good.length + group.length;
  } finally {
    files.close(handle);
  }
}

function setAside(files: Files, dir: string, stem: string, rest: Buffer): void {
  const taken = new Set(files.list(dir));
  let name = `${stem}.torn`;
  for (let number = 2; taken.has(path.basename(name)); number++) name = `${stem}.${number}.torn`;
  const handle = files.create(name);
  files.write(handle, rest, 0);
  files.sync(handle);
  files.close(handle);
  files.syncDir(dir);
}

/** The lines between the two offsets with their count corrected, which is outside the hashed bytes. */
function regrouped(files: Files, handle: number, start: number, end: number): Buffer {
  const lines = new LineReader(files, handle, start);
  const batches: { frame: LineFrame; bytes: Buffer }[] = [];
  while (lines.offset < end) {
    const line = lines.take() as Buffer;
    const frame = frameOf(line) as LineFrame;
    batches.push({ frame, bytes: Buffer.from(line.subarray(frame.start, frame.end)) });
  }
  return Buffer.concat(
    batches.flatMap(({ frame, bytes }, place) => [
      Buffer.from(lineHead(frame.hash, frame.group, place, batches.length)),
      bytes,
      Buffer.from('}\n'),
    ]),
  );
}

function replace(files: Files, dir: string, target: string, bytes: Buffer): void {
  const name = `${target}.new`;
  const handle = files.list(dir).includes(path.basename(name)) ? files.open(name, 'write') : files.create(name);
  files.truncate(handle, 0);
  files.write(handle, bytes, 0);
  files.sync(handle);
  files.close(handle);
  files.rename(name, target);
  files.syncDir(dir);
}

function readAll(files: Files, handle: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  return bytes.subarray(0, files.read(handle, bytes, start));
}

function lastPosition(files: Files, handle: number, offset: number): number {
  const line = new LineReader(files, handle, offset).take() as Buffer;
  const frame = frameOf(line) as LineFrame;
  const place = placeOf(line.toString('utf8', frame.start, frame.end));
  // Its hash fits, or a seal or a snapshot stands for it: whoever wrote it wrote this.
  if (!place) throw new JournalDamagedError(`a line at byte ${offset} is linked like a batch and is none`);
  return place.position;
}

/** The link that a batch names: its last field, so that it stands in a fixed place from the end. */
function prevOf(line: Buffer, frame: LineFrame): string {
  return line.toString('latin1', frame.end - 2 - HASH_LENGTH, frame.end - 2);
}

/**
 * The hash of the batch in a line. What is hashed must lie in one piece, link first: it is written over the line's head,
 * which has been read by now and is longer.
 */
function takeHash(line: Buffer, frame: LineFrame, prev: string): string {
  line.write(prev, frame.start - HASH_LENGTH, 'latin1');
  return digest('sha256', line.subarray(frame.start - HASH_LENGTH, frame.end), 'hex');
}
