/**
 * Recovery of a journal's files at the start. A group is written only after the previous one is synced, so a crash can
 * damage only the highest group. Every lower group must be complete, or the start stops and names the damage. In the
 * highest group the batches before the first bad byte stay. The rest is saved beside the segment as `.torn`, never
 * deleted.
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
import { Scan, scanSegment, hasOtherLines } from './segments/segment-scan';

export interface Recovered {
  head: JournalHead;
  /** Number of the last group; the first is 1. */
  group: number;
  /** The segment to append to and its length; null to begin a new one. A sealed segment is never appended to. */
  last: { path: string; length: number } | null;
}

/** The last group is torn below a position that was durable, which a crash cannot cause. Nothing was changed. */
export class JournalTornError extends JournalDamagedError {
  constructor(
    message: string,
    /** Position of the last complete event. */
    readonly position: number,
  ) {
    super(message);
  }
}

/** Facts about a journal known before it is read. */
export interface RecoveryHints {
  /** Position that a checked snapshot covers: hashes are checked from its segment on. Default 0, all. */
  hashesFrom?: number;
  /** Position known to have been durable: a torn end below it is not repaired. Default −1, none. */
  witnessed?: number;
}

/**
 * Checks every segment, repairs a torn end and returns where to append. A sealed segment counts as its seal states. Its
 * bytes are compared with the seal from the segment that contains `hashesFrom` on, and always for the newest one. A
 * segment without a seal is read line by line, with hashes checked from `hashesFrom` on. Before that position, which a
 * checked snapshot covers, only frames and links are checked. A torn end that was durable is not repaired but ends in a
 * JournalTornError.
 */
export function recover(files: Files, place: JournalPlace, core: string, hints: RecoveryHints = {}): Recovered {
  const { hashesFrom = 0, witnessed = -1 } = hints;
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
      skipSealed(files, place, segment, seal, scan, isNewest || !isCovered);
      last = null;
      continue;
    }
    const { length, error, torn, isEnd } = withSegment(files, place, segment, (file) => {
      const scanned = scanSegment(file, segment, scan);
      const group = scan.groupIsWhole ? scan.group + 1 : scan.group;
      const hasMoreLines = scanned.error !== null && hasOtherLines(file, scanned.length, group, scan.groupIsWhole);
      return { ...scanned, torn: group, isEnd: !hasMoreLines };
    });
    if (error === null) {
      // A compressed segment was closed, so nothing is appended to it, with or without a seal.
      last = segment.form === 'plain' ? { path: segment.path, length } : null;
      continue;
    }
    // A segment is created only when every earlier group is synced: if one follows, this is no torn end.
    if (next !== undefined || segment.form !== 'plain' || !isEnd) {
      throw new JournalDamagedError(
        `${segment.path} at byte ${length}: group ${torn} is not whole (${error}), and there is more behind it`,
      );
    }
    if (scan.position < witnessed) {
      throw new JournalTornError(
        `${segment.path} at byte ${length}: group ${torn} is torn (${error}), and what is whole ends at position ` +
          `${scan.position}`,
        scan.position,
      );
    }
    last = { path: segment.path, length: repairTail(files, place.dir, segment, length, scan) };
  }
  return { head: { position: scan.position, hash: scan.hash }, group: scan.group, last };
}

/**
 * Makes late writes of a silent owner harmless. An owner that is suspended, or cut off from the shared disk, may have a
 * write in flight that arrives at any time, at the end of the journal. That write goes to the file it has open. The
 * last segment, the only one that is written to, is therefore replaced by a copy of itself.
 */
export function replaceLastSegment(files: Files, dir: string): void {
  const last = segmentsOf(files, { dir }).at(-1);
  if (last?.form !== 'plain') return;
  const handle = files.open(last.path, 'read');
  try {
    replaceFile(files, dir, last.path, readAll(files, handle, 0, files.size(handle)));
  } finally {
    files.close(handle);
  }
}

/** Continues behind a segment by its seal, if the seal fits the chain and the file. */
function skipSealed(
  files: Files,
  place: JournalPlace,
  segment: Segment,
  seal: SegmentSeal,
  scan: Scan,
  checksBytes: boolean,
): void {
  if (seal.prev !== scan.hash) throw sealMismatch(segment, 'it is linked to another batch than the one before');
  if (checksBytes) withSegment(files, place, segment, (file) => compareWithSeal(file, segment, seal));
  else if (segment.form === 'plain') withSegment(files, place, segment, (file) => compareLength(file, segment, seal));
  scan.skipTo(seal);
}

/** Throws JournalDamagedError unless the segment equals its seal byte for byte. */
export function compareWithSeal(file: SegmentFile, segment: Segment, seal: SegmentSeal): void {
  compareLength(file, segment, seal);
  if (fileDigest(file) !== seal.sha256) throw sealMismatch(segment, 'its bytes are others');
}

function compareLength(file: SegmentFile, segment: Segment, seal: SegmentSeal): void {
  const length = file.size();
  if (length !== seal.length) throw sealMismatch(segment, `it has ${length} bytes, not ${seal.length}`);
}

export function sealMismatch({ path: file }: Segment, mismatch: string): JournalDamagedError {
  return new JournalDamagedError(`${file} is not what its seal says: ${mismatch}`);
}

/**
 * Reads a closed segment line by line and makes its seal. It must follow `before`, the seal of the previous segment,
 * null for the first. Throws JournalDamagedError on any mismatch.
 */
export function sealSegment(
  file: SegmentFile,
  segment: Segment,
  core: string,
  before: SegmentSeal | null,
): SegmentSeal {
  const scan = new Scan(genesis(core));
  if (before) scan.skipTo(before);
  const prev = scan.hash;
  const { length, error } = scanSegment(file, segment, scan);
  if (error !== null) throw new JournalDamagedError(`${segment.path} at byte ${length}: ${error}`);
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
 * Saves the bytes behind `length` in a file beside the segment and truncates the segment; returns the length to append
 * at. The remaining batches of a torn group become a whole group of their own, or the next start would find a gap. The
 * segment is replaced atomically, so that a crash in here leaves it either as before or repaired.
 */
function repairTail(files: Files, dir: string, segment: Segment, length: number, scan: Scan): number {
  const handle = files.open(segment.path, 'write');
  try {
    const rest = readAll(files, handle, length, files.size(handle));
    if (rest.length > 0) saveTornBytes(files, dir, `${segment.path}.${length}`, rest);
    if (scan.groupIsWhole) {
      files.truncate(handle, length);
      files.sync(handle);
      return length;
    }
    const intactBytes = readAll(files, handle, 0, scan.groupStart);
    const group = withCorrectedCount(files, handle, scan.groupStart, length);
    replaceFile(files, dir, segment.path, Buffer.concat([intactBytes, group]));
    return intactBytes.length + group.length;
  } finally {
    files.close(handle);
  }
}

function saveTornBytes(files: Files, dir: string, stem: string, rest: Buffer): void {
  const existingNames = new Set(files.list(dir));
  let name = `${stem}.torn`;
  for (let number = 2; existingNames.has(path.basename(name)); number++) name = `${stem}.${number}.torn`;
  const handle = files.create(name);
  files.write(handle, rest, 0);
  files.sync(handle);
  files.close(handle);
  files.syncDir(dir);
}

/** The lines between the two offsets with their count corrected; the count is outside the hashed bytes. */
function withCorrectedCount(files: Files, handle: number, start: number, end: number): Buffer {
  const lines = new LineReader(fileOf(files, handle), start);
  const batches: { frame: LineFrame; bytes: Buffer }[] = [];
  while (lines.offset < end) {
    const line = lines.nextLine() as Buffer;
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

function replaceFile(files: Files, dir: string, target: string, bytes: Buffer): void {
  const name = `${target}.new`;
  // Never the file that a crash left: its owner may only be silent and still have it open.
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
