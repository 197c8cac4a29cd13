/**
 * Looks after the closed segments of a journal, off the way of everything else: seals what is not sealed yet, and reads
 * the sealed ones again to see whether they are still what was sealed. It only finds out; what becomes of a damage is for
 * people to decide.
 */
import type { Files } from './files';
import { JournalDamagedError, sealSegment } from './recover';
import { segmentsOf, type Segment } from './segment';
import { fileDigest, readSeal, writeSeal, type SegmentSeal } from './segment-seal';

export type SegmentFinding =
  /** Read line by line and sealed. */
  | { is: 'sealed'; path: string; position: number }
  /** Still what was sealed. */
  | { is: 'sound'; path: string; position: number }
  | { is: 'damaged'; path: string; message: string };

export class SegmentKeeper {
  /** First positions of the segments that this process has looked at. */
  private readonly seen = new Set<number>();

  constructor(
    private readonly files: Files,
    private readonly dir: string,
    private readonly core: string,
  ) {}

  /** Looks at each closed segment that it has not looked at yet, one a step, oldest first. */
  *work(): Generator<SegmentFinding, void> {
    // The last one is still written to.
    const closed = segmentsOf(this.files, this.dir).slice(0, -1);
    let before: SegmentSeal | null = null;
    for (const segment of closed) {
      const seal = readSeal(this.files, this.dir, segment.first);
      if (seal && this.seen.has(segment.first)) {
        before = seal;
        continue;
      }
      const finding = seal ? this.check(segment, seal, before) : this.seal(segment, before);
      yield finding;
      // Whatever comes behind a damage is linked to nothing that could be checked.
      if (finding.is === 'damaged') return;
      this.seen.add(segment.first);
      before = readSeal(this.files, this.dir, segment.first);
    }
  }

  private seal(segment: Segment, before: SegmentSeal | null): SegmentFinding {
    try {
      const seal = sealSegment(this.files, segment, this.core, before);
      writeSeal(this.files, this.dir, seal);
      return { is: 'sealed', path: segment.path, position: seal.position };
    } catch (error) {
      if (!(error instanceof JournalDamagedError)) throw error;
      return { is: 'damaged', path: segment.path, message: error.message };
    }
  }

  private check(segment: Segment, seal: SegmentSeal, before: SegmentSeal | null): SegmentFinding {
    const damaged = (what: string): SegmentFinding => {
      return { is: 'damaged', path: segment.path, message: `${segment.path} is not what its seal says: ${what}` };
    };
    if (before && seal.prev !== before.hash) return damaged('it is linked to another batch than the one before');
    const handle = this.files.open(segment.path, 'read');
    try {
      if (fileDigest(this.files, handle) !== seal.sha256) return damaged('its bytes are others');
      return { is: 'sound', path: segment.path, position: seal.position };
    } finally {
      this.files.close(handle);
    }
  }
}
