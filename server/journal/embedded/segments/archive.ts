/**
 * Compresses closed segments, and moves them to the archive where there is one: for space alone, nothing waits for it. It may
 * run beside the server, which reads them compressed as well. A file is removed only when what takes its place was read back
 * and is what its seal says; a seal stays where it is, since a start goes on behind a segment by it.
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
  /** Bytes of the segment, and of what it takes now. */
  length: number;
  packedLength: number;
}

/** A start compares the bytes of so many segments at the end with their seals: those stay as they are. */
const KEPT_AT_END = 2;

/** One segment a step, oldest first. Takes what is sealed and lies wholly before position `covered`, which no start reads. */
export function* archiveSegments(files: Files, place: JournalPlace, covered: number): Generator<ArchivedSegment, void> {
  const { dir, archive = dir } = place;
  if (archive !== dir) files.makeDir(archive);
  const here = segmentsOf(files, { dir });
  for (const [index, segment] of here.slice(0, -KEPT_AT_END).entries()) {
    const seal = readSeal(files, dir, segment.first);
    const isDone = segment.form === 'away' || (segment.form === 'gzip' && archive === dir);
    if (isDone || !seal || here[index + 1].first > covered) continue;
    yield moved(
      files,
      place,
      segment,
      seal,
      path.join(archive, `${path.basename(segment.path).replace(/\.gz$/, '')}.gz`),
    );
  }
}

function moved(files: Files, place: JournalPlace, segment: Segment, seal: SegmentSeal, to: string): ArchivedSegment {
  const bytes = checkedBytes(openSegment(files, place, segment), segment, seal);
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
  const there: Segment = { first: segment.first, path: to, form: 'gzip' };
  checkedBytes(openSegment(files, { dir: folder }, there), there, seal);
  // Before the other one goes: from here on its compressed bytes are sealed too.
  const sha256 = hash('sha256', packed, 'hex');
  writeSeal(files, place.dir, { ...seal, packed: { length: packed.length, sha256 } });
  files.remove(segment.path);
  files.syncDir(place.dir);
  return { from: segment.path, to, length: bytes.length, packedLength: packed.length };
}

function checkedBytes(file: SegmentFile, segment: Segment, seal: SegmentSeal): Buffer {
  try {
    compareWithSeal(file, segment, seal);
    const bytes = Buffer.alloc(file.size());
    file.read(bytes, 0);
    return bytes;
  } finally {
    file.close();
  }
}
