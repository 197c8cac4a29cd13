/**
 * Looks after the closed segments of a journal, off the way of everything else: seals what is not sealed yet, and reads
 * the sealed ones again to see whether they are still what was sealed. It only finds out; what becomes of a damage is for
 * people to decide.
 */
import type { Files } from '../files';
import { compareWithSeal, sealSegment, unlikeSeal } from '../recover';
import { segmentsOf, type JournalPlace, type Segment } from './segment';
import { JournalDamagedError, openSegment } from './segment-file';
import { readSeal, writeSeal, type SegmentSeal } from './segment-seal';

export type SegmentFinding =
  /** Read line by line and sealed. */
  | { is: 'sealed'; path: string; position: number }
  /** Still what was sealed. */
  | { is: 'sound'; path: string; position: number }
  /** Sealed, and its file is neither here nor in the archive: it could not be read. */
  | { is: 'away'; path: string; position: number }
  | { is: 'damaged'; path: string; message: string };

export class SegmentKeeper {
  /** First positions of the segments that this process has looked at. */
  private readonly seen = new Set<number>();

  constructor(
    private readonly files: Files,
    private readonly place: JournalPlace,
    private readonly core: string,
  ) {}

  /** Looks at each closed segment that it has not looked at yet, one a step, oldest first. */
  *work(): Generator<SegmentFinding, void> {
    // The last one is still written to.
    const closed = segmentsOf(this.files, this.place).slice(0, -1);
    let before: SegmentSeal | null = null;
    for (const segment of closed) {
      const seal = readSeal(this.files, this.place.dir, segment.first);
      if (seal && this.seen.has(segment.first)) {
        before = seal;
        continue;
      }
      const finding = seal ? this.check(segment, seal, before) : this.seal(segment, before);
      yield finding;
      // Whatever comes behind a damage is linked to nothing that could be checked.
      if (finding.is === 'damaged') return;
      this.seen.add(segment.first);
      before = readSeal(this.files, this.place.dir, segment.first);
    }
  }

  private seal(segment: Segment, before: SegmentSeal | null): SegmentFinding {
    return this.judge(segment, () => {
      const file = openSegment(this.files, this.place, segment);
      try {
        const seal = sealSegment(file, segment, this.core, before);
        writeSeal(this.files, this.place.dir, seal);
        return { is: 'sealed', path: segment.path, position: seal.position };
      } finally {
        file.close();
      }
    });
  }

  private check(segment: Segment, seal: SegmentSeal, before: SegmentSeal | null): SegmentFinding {
    return this.judge(segment, () => {
      if (before && seal.prev !== before.hash) {
        throw unlikeSeal(segment, 'it is linked to another batch than the one before');
      }
      if (segment.form === 'away') return { is: 'away', path: segment.path, position: seal.position };
      const file = openSegment(this.files, this.place, segment);
      try {
        compareWithSeal(file, segment, seal);
        return { is: 'sound', path: segment.path, position: seal.position };
      } finally {
        file.close();
      }
    });
  }

  private judge({ path }: Segment, look: () => SegmentFinding): SegmentFinding {
    try {
      return look();
    } catch (error) {
      if (!(error instanceof JournalDamagedError)) throw error;
      return { is: 'damaged', path, message: error.message };
    }
  }
}
