/**
 * Read-only view of the journal's directory: without the lock, beside a server that writes. It ends with the last
 * complete group. Later bytes may be a write in progress, or left from a crash that the next start repairs.
 */
import type { JournalHead, StoredText } from '../port';
import { genesis } from '../seal';
import { nodeFiles, type Files } from './files';
import { readStored } from './reading';
import { compareWithSeal, sealMismatch } from './recover';
import { LineReader, segmentsOf, type JournalPlace, type Segment } from './segments/segment';
import { fileOf, JournalDamagedError, openSegment, type SegmentFile } from './segments/segment-file';
import { lastPosition, Scan, hasOtherLines } from './segments/segment-scan';
import { fileDigest, isBrokenSeal, readSeal, sealPath, type SegmentSeal } from './segments/segment-seal';

export interface Inspection {
  head: JournalHead;
  /** Number of seals that were compared with their segments byte by byte. */
  seals: number;
  /** Bytes after the last complete group. */
  rest: number;
}

/** Called for every batch with its last position and its hash, including batches behind the head. */
export type OnBatch = (position: number, hash: string) => void;

/** Running result over the segments read so far. */
interface InspectionProgress {
  position: number;
  hash: string;
  group: number;
  /** Byte offset in its segment of the end of the last complete group. */
  end: number;
}

/** Stored batches up to a verified head position. */
export function textsUpTo(place: JournalPlace, from: number, position: number): AsyncIterable<StoredText> {
  return readStored(nodeFiles, place, from, position);
}

/**
 * Reads every segment line by line, checks all hashes and compares each segment with its seal. Yields once per segment,
 * with the position reached. Throws a JournalDamagedError that names the file and the mismatch.
 */
export function* inspectJournal(
  place: JournalPlace,
  core: string,
  files: Files = nodeFiles,
  onBatch: OnBatch = () => undefined,
): Generator<number, Inspection> {
  let progress: InspectionProgress = { position: -1, hash: genesis(core), group: 0, end: 0 };
  let seals = 0;
  let rest = 0;
  const segments = segmentsOf(files, place);
  for (const [index, segment] of segments.entries()) {
    if (segment.first !== progress.position + 1) {
      throw new JournalDamagedError(`${segment.path}: what is before it ends at position ${progress.position}`);
    }
    const file = openSegment(files, place, segment);
    try {
      const before = progress;
      // A later segment, a seal or its form show that it is closed; only the current segment may have an open end.
      if (isBrokenSeal(files, place.dir, segment.first)) {
        throw new JournalDamagedError(`${sealPath(place.dir, segment.first)} is no seal, or is written otherwise`);
      }
      const seal = readSeal(files, place.dir, segment.first);
      const isClosed = index < segments.length - 1 || seal !== null || segment.form !== 'plain';
      progress = isClosed ? inspectClosed(file, segment, before, onBatch) : inspectOpen(file, segment, before, onBatch);
      rest = file.size() - progress.end;
      if (seal) {
        compareWithSeal(file, segment, seal);
        if (segment.form === 'gzip' && seal.packed) comparePacked(files, segment, seal.packed);
        const fits = seal.prev === before.hash && seal.hash === progress.hash && seal.position === progress.position;
        if (!fits || seal.group !== progress.group) throw sealMismatch(segment, 'its place in the chain is another');
        seals++;
      }
    } finally {
      file.close();
    }
    yield progress.position;
  }
  onBatch(progress.position, progress.hash);
  return { head: { position: progress.position, hash: progress.hash }, seals, rest };
}

/** Unpacking ignores some bytes of a compressed file. */
function comparePacked(files: Files, segment: Segment, packed: NonNullable<SegmentSeal['packed']>): void {
  const handle = files.open(segment.path, 'read');
  try {
    const file = fileOf(files, handle);
    const fits = file.size() === packed.length && fileDigest(file) === packed.sha256;
    if (!fits) throw sealMismatch(segment, 'its compressed bytes are others');
  } finally {
    files.close(handle);
  }
}

function inspectClosed(
  file: SegmentFile,
  segment: Segment,
  before: InspectionProgress,
  onBatch: OnBatch,
): InspectionProgress {
  const { progress, validLength, error } = inspectGroups(file, segment, before, onBatch);
  if (error !== null) throw new JournalDamagedError(`${segment.path} at byte ${validLength}: ${error}`);
  return progress;
}

function inspectOpen(
  file: SegmentFile,
  segment: Segment,
  before: InspectionProgress,
  onBatch: OnBatch,
): InspectionProgress {
  for (let previousLength = -1; ;) {
    const { progress, validLength, error, hasUnexplainedData } = inspectGroups(file, segment, before, onBatch);
    if (!hasUnexplainedData) return progress;
    // A running server may have finished the group between two reads; a real fault persists.
    if (validLength === previousLength)
      throw new JournalDamagedError(`${segment.path} at byte ${validLength}: ${error}, and there is more behind it`);
    previousLength = validLength;
  }
}

interface InspectedGroups {
  progress: InspectionProgress;
  /** Length of the valid part, including the beginning of an incomplete group. */
  validLength: number;
  error: string | null;
  hasUnexplainedData: boolean;
}

function inspectGroups(
  file: SegmentFile,
  segment: Segment,
  before: InspectionProgress,
  onBatch: OnBatch,
): InspectedGroups {
  const scan = new Scan(before.hash);
  scan.skipTo(before);
  const lines = new LineReader(file);
  let last: (Omit<InspectionProgress, 'position'> & { start: number }) | null = null;
  let validLength = 0;
  let error: string | null = null;
  for (let line = lines.nextLine(); line !== null; line = lines.nextLine()) {
    const link = scan.hash;
    error = scan.step(line, validLength, segment);
    if (error !== null) break;
    // The end of a batch is known when the next one begins.
    onBatch(scan.first - 1, link);
    const start = validLength;
    validLength = lines.offset;
    if (scan.groupIsWhole) last = { start, end: validLength, hash: scan.hash, group: scan.group };
  }
  if (error === null && file.size() > validLength) error = 'the last line has no end';
  if (error === null && !scan.groupIsWhole) error = 'its last batches are missing';
  const torn = scan.groupIsWhole ? scan.group + 1 : scan.group;
  const progress = last ? { ...last, position: lastPosition(file, last.start) } : { ...before, end: 0 };
  return {
    progress,
    validLength,
    error,
    hasUnexplainedData: error !== null && hasOtherLines(file, validLength, torn, scan.groupIsWhole),
  };
}
