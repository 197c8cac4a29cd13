/**
 * Background checks of a journal's closed segments: seals those without a seal, and compares sealed ones with their
 * seals again. It only reports damage; an operator decides what to do.
 */
import type { Files } from '../files';
import { compareWithSeal, sealSegment, sealMismatch } from '../recover';
import { segmentsOf, type JournalPlace, type Segment } from './segment';
import { JournalDamagedError, openSegment } from './segment-file';
import { readSeal, writeSeal, type SegmentSeal } from './segment-seal';

export type SegmentFinding =
  /** Read line by line and sealed. */
  | { is: 'sealed'; path: string; position: number }
  /** The segment still equals its seal. */
  | { is: 'sound'; path: string; position: number }
  /** Sealed, but its file is neither here nor in the archive, so it could not be read. */
  | { is: 'away'; path: string; position: number }
  | { is: 'damaged'; path: string; message: string };

export class SegmentKeeper {
  /** First positions of the segments that this process has checked. */
  private readonly checked = new Set<number>();

  constructor(
    private readonly files: Files,
    private readonly place: JournalPlace,
    private readonly core: string,
  ) {}

  /** Checks each unchecked closed segment, one per step, oldest first. */
  *work(): Generator<SegmentFinding, void> {
    // The last one is still being written.
    const closed = segmentsOf(this.files, this.place).slice(0, -1);
    let before: SegmentSeal | null = null;
    for (const segment of closed) {
      const seal = readSeal(this.files, this.place.dir, segment.first);
      if (seal && this.checked.has(segment.first)) {
        before = seal;
        continue;
      }
      const finding = seal ? this.check(segment, seal, before) : this.seal(segment, before);
      yield finding;
      // Segments behind the damage are linked to a batch that cannot be verified.
      if (finding.is === 'damaged') return;
      this.checked.add(segment.first);
      before = readSeal(this.files, this.place.dir, segment.first);
    }
  }

  private seal(segment: Segment, before: SegmentSeal | null): SegmentFinding {
    return this.damageAsFinding(segment, () => {
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
    return this.damageAsFinding(segment, () => {
      if (before && seal.prev !== before.hash) {
        throw sealMismatch(segment, 'it is linked to another batch than the one before');
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

  private damageAsFinding({ path }: Segment, inspect: () => SegmentFinding): SegmentFinding {
    try {
      return inspect();
    } catch (error) {
      if (!(error instanceof JournalDamagedError)) throw error;
      return { is: 'damaged', path, message: error.message };
    }
  }
}
