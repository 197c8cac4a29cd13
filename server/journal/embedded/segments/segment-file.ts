/**
 * The bytes of a segment in any form: plain, or compressed and perhaps archived after it was closed. Readers of lines
 * use this interface and need not know the form.
 */
import { gunzipSync } from 'node:zlib';
import type { FileHandle, Files } from '../files';
import { segmentsOf, type JournalPlace, type Segment } from './segment';

export interface SegmentFile {
  size(): number;
  /** Fills `target` from `position` on, up to the end of the segment; returns the number of bytes. */
  read(target: Uint8Array, position: number): number;
  close(): void;
}

/** The journal is damaged below its last group, which no start may repair. */
export class JournalDamagedError extends Error {}

/** A required closed segment is neither in the journal's directory nor in its archive. */
export class SegmentMissingError extends Error {
  constructor({ path }: Segment) {
    super(`${path} was moved away, and is needed: put it back, or name its directory in JOURNAL_ARCHIVE`);
  }
}

export function openSegment(files: Files, place: JournalPlace, segment: Segment): SegmentFile {
  try {
    return openAt(files, segment);
  } catch (error) {
    // The segment may have been compressed or moved since it was listed.
    const relocated = segmentsOf(files, place).find(({ first }) => first === segment.first);
    if (!relocated || relocated.path === segment.path) throw error;
    return openAt(files, relocated);
  }
}

function openAt(files: Files, segment: Segment): SegmentFile {
  if (segment.form === 'away') throw new SegmentMissingError(segment);
  const handle = files.open(segment.path, 'read');
  if (segment.form === 'plain') return fileOf(files, handle);
  try {
    return inMemory(unzipped(files, handle, segment));
  } finally {
    files.close(handle);
  }
}

/** A file that is already open; the caller closes it, or `close` does. */
export function fileOf(files: Files, handle: FileHandle): SegmentFile {
  return {
    size: () => files.size(handle),
    read: (target, position) => files.read(handle, target, position),
    close: () => files.close(handle),
  };
}

/** A compressed segment is small enough to be unpacked whole, and can be read from the middle only that way. */
function unzipped(files: Files, handle: FileHandle, { path }: Segment): Buffer {
  const packed = Buffer.alloc(files.size(handle));
  files.read(handle, packed, 0);
  try {
    return gunzipSync(packed);
  } catch (error) {
    throw new JournalDamagedError(`${path} cannot be unpacked: ${(error as Error).message}`);
  }
}

function inMemory(bytes: Buffer): SegmentFile {
  return {
    size: () => bytes.length,
    read: (target, position) => (position >= bytes.length ? 0 : bytes.copy(target, 0, position)),
    close: () => undefined,
  };
}
