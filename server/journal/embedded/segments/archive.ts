/**
 * Compresses closed segments and moves them to the archive, if one is configured. It only saves space; nothing waits
 * for it. It may run beside the server, which reads compressed segments as well. A file is removed only after its
 * replacement was read back and matches the seal. A seal stays in place, because a start continues behind a segment by
 * its seal.
 */
import * as path from 'node:path';
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Files } from '../files';
import { compareWithSeal } from '../recover';
import { segmentsOf, type JournalPlace, type Segment } from './segment';
import { openSegment, type SegmentFile } from './segment-file';
import { readSeal, writeSeal, type SegmentSeal } from './segment-seal';

export interface ArchivedSegment {
  from: string;
  to: string;
  /** Bytes of the segment, and its bytes after compression. */
  length: number;
  packedLength: number;
}

/** A start compares the bytes of this many last segments with their seals, so they stay uncompressed. */
const KEPT_AT_END = 2;

/** One segment per step, oldest first: sealed segments wholly before position `covered`, which no start reads. */
export function* archiveSegments(files: Files, place: JournalPlace, covered: number): Generator<ArchivedSegment, void> {
  const { dir, archive = dir } = place;
  if (archive !== dir) files.makeDir(archive);
  const segments = segmentsOf(files, { dir });
  for (const [index, segment] of segments.slice(0, -KEPT_AT_END).entries()) {
    const seal = readSeal(files, dir, segment.first);
    const isDone = segment.form === 'away' || (segment.form === 'gzip' && archive === dir);
    if (isDone || !seal || segments[index + 1].first > covered) continue;
    yield archiveSegment(
      files,
      place,
      segment,
      seal,
      path.join(archive, `${path.basename(segment.path).replace(/\.gz$/, '')}.gz`),
    );
  }
}

function archiveSegment(
  files: Files,
  place: JournalPlace,
  segment: Segment,
  seal: SegmentSeal,
  to: string,
): ArchivedSegment {
  const bytes = verifiedBytes(openSegment(files, place, segment), segment, seal);
  const packed = gzipSync(bytes);
  const folder = path.dirname(to);
  const name = `${to}.new`;
  if (files.list(folder).includes(path.basename(name))) files.remove(name);
  const handle = files.create(name);
  try {
    files.write(handle, packed, 0);
    files.sync(handle);
  } finally {
    files.close(handle);
  }
  files.rename(name, to);
  files.syncDir(folder);
  const archivedSegment: Segment = { first: segment.first, path: to, form: 'gzip' };
  verifiedBytes(openSegment(files, { dir: folder }, archivedSegment), archivedSegment, seal);
  // The seal gets the compressed bytes' digest before the original file is removed.
  const sha256 = hash('sha256', packed, 'hex');
  writeSeal(files, place.dir, { ...seal, packed: { length: packed.length, sha256 } });
  files.remove(segment.path);
  files.syncDir(place.dir);
  return { from: segment.path, to, length: bytes.length, packedLength: packed.length };
}

function verifiedBytes(file: SegmentFile, segment: Segment, seal: SegmentSeal): Buffer {
  try {
    compareWithSeal(file, segment, seal);
    const bytes = Buffer.alloc(file.size());
    file.read(bytes, 0);
    return bytes;
  } finally {
    file.close();
  }
}
