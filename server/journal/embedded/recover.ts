/**
 * What a journal's files are worth after a start. A group is written only when the one before it is synced, so a crash can
 * spoil nothing but the highest group: everything below must be whole, or the start stops and names what is not. Of the
 * highest group the batches ahead of the first bad byte are kept; the rest is set beside as `.torn`, never thrown away.
 */
import * as path from 'node:path';
import type { JournalHead } from '../port';
import { genesis } from '../seal';
import type { Files } from './files';
import { fileDigest, readSeal, type SegmentSeal } from './segments/segment-seal';
import {
  frameOf,
  lineHead,
  LineReader,
  segmentsOf,
  type JournalPlace,
  type LineFrame,
  type Segment,
} from './segments/segment';
import { fileOf, JournalDamagedError, openSegment, type SegmentFile } from './segments/segment-file';
import { Scan, scanSegment, showsMore } from './segments/segment-scan';

export interface Recovered {
  head: JournalHead;
  /** Number of the last group; the first is 1. */
  group: number;
  /** The segment to go on with and its length; null when a new one is begun: what is sealed is never written to again. */
  last: { path: string; length: number } | null;
}

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
export function recover(files: Files, place: JournalPlace, core: string, known: KnownBefore = {}): Recovered {
  const { hashesFrom = 0, witnessed = -1 } = known;
  const segments = segmentsOf(files, place);
  const scan = new Scan(genesis(core));
  let last: Recovered['last'] = null;
  for (const [index, segment] of segments.entries()) {
    if (segment.first !== scan.position + 1) {
      throw new JournalDamagedError(`${segment.path}: what is before it ends at position ${scan.position}`);
    }
    const next = segments[index + 1];
    const isCovered = next !== undefined && next.first <= hashesFrom;
    scan.checksHashes = !isCovered;
    const seal = readSeal(files, place.dir, segment.first);
    if (seal) {
      const isNewest = index >= segments.length - 2;
      takeSealed(files, place, segment, seal, scan, isNewest || !isCovered);
      last = null;
      continue;
    }
    const { length, wrong, torn, isEnd } = withSegment(files, place, segment, (file) => {
      const scanned = scanSegment(file, segment, scan);
      const group = scan.groupIsWhole ? scan.group + 1 : scan.group;
      const more = scanned.wrong !== null && showsMore(file, scanned.length, group, scan.groupIsWhole);
      return { ...scanned, torn: group, isEnd: !more };
    });
    if (wrong === null) {
      // What is compressed was closed: nothing is written to it again, seal or not.
      last = segment.form === 'plain' ? { path: segment.path, length } : null;
      continue;
    }
    // A segment is made only when every group before it is synced: with one behind it, this is no torn end.
    if (next !== undefined || segment.form !== 'plain' || !isEnd) {
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
    last = { path: segment.path, length: mend(files, place.dir, segment, length, scan) };
  }
  return { head: { position: scan.position, hash: scan.hash }, group: scan.group, last };
}

/**
 * Makes the writes of an owner who was only silent harmless. One that is asleep, or cut off from the disk that both share,
 * may have a write under way that arrives whenever it likes, at the place where the journal goes on. It goes to the file
 * that they have open: so the last segment, the only one that is written to, is replaced by a copy of itself.
 */
export function renewLastSegment(files: Files, dir: string): void {
  const last = segmentsOf(files, { dir }).at(-1);
  if (last?.form !== 'plain') return;
  const handle = files.open(last.path, 'read');
  try {
    replace(files, dir, last.path, readAll(files, handle, 0, files.size(handle)));
  } finally {
    files.close(handle);
  }
}

/** Goes on behind a segment by its seal, if that fits the chain and the file. */
function takeSealed(
  files: Files,
  place: JournalPlace,
  segment: Segment,
  seal: SegmentSeal,
  scan: Scan,
  checksBytes: boolean,
): void {
  if (seal.prev !== scan.hash) throw unlikeSeal(segment, 'it is linked to another batch than the one before');
  if (checksBytes) withSegment(files, place, segment, (file) => compareWithSeal(file, segment, seal));
  else if (segment.form === 'plain') withSegment(files, place, segment, (file) => compareLength(file, segment, seal));
  scan.take(seal);
}

/** Throws JournalDamagedError unless the segment is byte for byte what was sealed. */
export function compareWithSeal(file: SegmentFile, segment: Segment, seal: SegmentSeal): void {
  compareLength(file, segment, seal);
  if (fileDigest(file) !== seal.sha256) throw unlikeSeal(segment, 'its bytes are others');
}

function compareLength(file: SegmentFile, segment: Segment, seal: SegmentSeal): void {
  const length = file.size();
  if (length !== seal.length) throw unlikeSeal(segment, `it has ${length} bytes, not ${seal.length}`);
}

export function unlikeSeal({ path: file }: Segment, what: string): JournalDamagedError {
  return new JournalDamagedError(`${file} is not what its seal says: ${what}`);
}

/**
 * Reads a closed segment line by line behind what `before` says of the one before it, null for the first one, and makes its
 * seal. Throws JournalDamagedError when anything in it does not fit.
 */
export function sealSegment(
  file: SegmentFile,
  segment: Segment,
  core: string,
  before: SegmentSeal | null,
): SegmentSeal {
  const scan = new Scan(genesis(core));
  if (before) scan.take(before);
  const prev = scan.hash;
  const { length, wrong } = scanSegment(file, segment, scan);
  if (wrong !== null) throw new JournalDamagedError(`${segment.path} at byte ${length}: ${wrong}`);
  const { position, hash, group } = scan;
  return { v: 1, first: segment.first, position, prev, hash, group, length, sha256: fileDigest(file) };
}

function withSegment<T>(files: Files, place: JournalPlace, segment: Segment, use: (file: SegmentFile) => T): T {
  const file = openSegment(files, place, segment);
  try {
    return use(file);
  } finally {
    file.close();
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
  const lines = new LineReader(fileOf(files, handle), start);
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
  // Never the file that a crash left: whoever made it may only have been silent, and have it open.
  if (files.list(dir).includes(path.basename(name))) files.remove(name);
  const handle = files.create(name);
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
