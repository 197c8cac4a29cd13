/**
 * The journal as it lies in its directory, for who only looks: without the lock, beside a server that writes. It ends with
 * the last group that is whole; what is behind that may be on its way, or what a crash has left for the next start.
 */
import type { JournalHead, StoredText } from '../port';
import { genesis } from '../seal';
import { nodeFiles, type Files } from './files';
import { readStored } from './reading';
import { compareWithSeal, unlikeSeal } from './recover';
import { LineReader, segmentsOf, type JournalPlace, type Segment } from './segments/segment';
import { fileOf, JournalDamagedError, openSegment, type SegmentFile } from './segments/segment-file';
import { lastPosition, Scan, showsMore } from './segments/segment-scan';
import { fileDigest, isBrokenSeal, readSeal, sealPath, type SegmentSeal } from './segments/segment-seal';

export interface Inspected {
  head: JournalHead;
  /** Seals that were compared with their segments, byte for byte. */
  seals: number;
  /** Bytes behind the last whole group. */
  rest: number;
}

/** Of every batch: the position that it ends at, and its hash. Of what lies behind the head, too. */
export type HearBatch = (position: number, hash: string) => void;

/** What the segments so far amount to. */
interface Reached {
  position: number;
  hash: string;
  group: number;
  /** Where the last whole group ends in its segment. */
  end: number;
}

/** The stored batches up to the position of a head that was found. */
export function textsUpTo(place: JournalPlace, from: number, position: number): AsyncIterable<StoredText> {
  return readStored(nodeFiles, place, from, position);
}

/**
 * Reads every segment, line by line with all hashes, and compares it with its seal: one a step, with the position reached.
 * Throws a JournalDamagedError that names the file and what does not fit.
 */
export function* inspectJournal(
  place: JournalPlace,
  core: string,
  files: Files = nodeFiles,
  hear: HearBatch = () => undefined,
): Generator<number, Inspected> {
  let reached: Reached = { position: -1, hash: genesis(core), group: 0, end: 0 };
  let seals = 0;
  let rest = 0;
  const segments = segmentsOf(files, place);
  for (const [index, segment] of segments.entries()) {
    if (segment.first !== reached.position + 1) {
      throw new JournalDamagedError(`${segment.path}: what is before it ends at position ${reached.position}`);
    }
    const file = openSegment(files, place, segment);
    try {
      const before = reached;
      // Another one behind it, a seal or its form say that it is closed; only the one that is written to may have an open end.
      if (isBrokenSeal(files, place.dir, segment.first)) {
        throw new JournalDamagedError(`${sealPath(place.dir, segment.first)} is no seal, or is written otherwise`);
      }
      const seal = readSeal(files, place.dir, segment.first);
      const isClosed = index < segments.length - 1 || seal !== null || segment.form !== 'plain';
      reached = isClosed ? closedOf(file, segment, before, hear) : openOf(file, segment, before, hear);
      rest = file.size() - reached.end;
      if (seal) {
        compareWithSeal(file, segment, seal);
        if (segment.form === 'gzip' && seal.packed) comparePacked(files, segment, seal.packed);
        const fits = seal.prev === before.hash && seal.hash === reached.hash && seal.position === reached.position;
        if (!fits || seal.group !== reached.group) throw unlikeSeal(segment, 'its place in the chain is another');
        seals++;
      }
    } finally {
      file.close();
    }
    yield reached.position;
  }
  hear(reached.position, reached.hash);
  return { head: { position: reached.position, hash: reached.hash }, seals, rest };
}

/** A compressed file has bytes that unpacking does not look at. */
function comparePacked(files: Files, segment: Segment, packed: NonNullable<SegmentSeal['packed']>): void {
  const handle = files.open(segment.path, 'read');
  try {
    const file = fileOf(files, handle);
    const fits = file.size() === packed.length && fileDigest(file) === packed.sha256;
    if (!fits) throw unlikeSeal(segment, 'its compressed bytes are others');
  } finally {
    files.close(handle);
  }
}

function closedOf(file: SegmentFile, segment: Segment, before: Reached, hear: HearBatch): Reached {
  const { reached, good, wrong } = groupsOf(file, segment, before, hear);
  if (wrong !== null) throw new JournalDamagedError(`${segment.path} at byte ${good}: ${wrong}`);
  return reached;
}

function openOf(file: SegmentFile, segment: Segment, before: Reached, hear: HearBatch): Reached {
  for (let looked = -1; ;) {
    const { reached, good, wrong, showsMore: more } = groupsOf(file, segment, before, hear);
    if (!more) return reached;
    // A server that writes may have finished the group between two looks; a fault stays where it is.
    if (good === looked)
      throw new JournalDamagedError(`${segment.path} at byte ${good}: ${wrong}, and there is more behind it`);
    looked = good;
  }
}

interface Groups {
  reached: Reached;
  /** How much is good, the beginning of a group that is not whole included. */
  good: number;
  wrong: string | null;
  showsMore: boolean;
}

function groupsOf(file: SegmentFile, segment: Segment, before: Reached, hear: HearBatch): Groups {
  const scan = new Scan(before.hash);
  scan.take(before);
  const lines = new LineReader(file);
  let last: (Omit<Reached, 'position'> & { start: number }) | null = null;
  let good = 0;
  let wrong: string | null = null;
  for (let line = lines.take(); line !== null; line = lines.take()) {
    const link = scan.hash;
    wrong = scan.step(line, good, segment);
    if (wrong !== null) break;
    // Where a batch ends shows where the next one begins.
    hear(scan.first - 1, link);
    const start = good;
    good = lines.offset;
    if (scan.groupIsWhole) last = { start, end: good, hash: scan.hash, group: scan.group };
  }
  if (wrong === null && file.size() > good) wrong = 'the last line has no end';
  if (wrong === null && !scan.groupIsWhole) wrong = 'its last batches are missing';
  const torn = scan.groupIsWhole ? scan.group + 1 : scan.group;
  const reached = last ? { ...last, position: lastPosition(file, last.start) } : { ...before, end: 0 };
  return { reached, good, wrong, showsMore: wrong !== null && showsMore(file, good, torn, scan.groupIsWhole) };
}
