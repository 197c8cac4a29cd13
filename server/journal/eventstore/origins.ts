/**
 * Origin of each batch. A follow-up names the batch that made it due, which may be a follow-up itself. The first batch
 * of such a chain is the command from outside. The origin follows from the stream alone, so every writer of the same
 * batches derives the same.
 */
import type { BodyParts, Origin } from './record';

/** Maximum follow-ups with a remembered origin; a cause is rarely further back. */
const REMEMBERED_MAX = 10_000;

/** Reads the origin of the batch that ends at `position` from the stream: its correlation, or else its cause. */
export type OriginReader = (position: number) => Promise<{ correlation?: number; cause?: number }>;

export class Origins {
  private readonly beginnings = new Map<number, number>();
  /** Origins up to this position are only in the stream; a later batch that is not remembered is its own origin. */
  private unknownTo = -1;

  constructor(private readonly lookUp: OriginReader) {}

  /** The journal was found to end at `position`; later appends may or may not be stored. */
  endsAt(position: number): void {
    this.beginnings.clear();
    this.unknownTo = position;
  }

  /** Origin of each batch of a group that is about to be appended. */
  async ofGroup(group: readonly BodyParts[]): Promise<Origin[]> {
    const origins: Origin[] = [];
    for (const bodyParts of group) {
      const origin = this.originOf(bodyParts);
      // Nearly all are known at once; awaiting each would cost more than the lookup.
      origins.push(origin instanceof Promise ? await origin : origin);
    }
    return origins;
  }

  private originOf({ position, cause }: BodyParts): Origin | Promise<Origin> {
    if (cause === undefined) return { correlation: position, causation: position };
    const beginning = this.beginnings.get(cause);
    if (beginning !== undefined || cause > this.unknownTo) return this.remembered(position, beginning ?? cause, cause);
    return this.searchBeginning(cause).then((correlation) => this.remembered(position, correlation, cause));
  }

  private remembered(position: number, correlation: number, causation: number): Origin {
    this.beginnings.set(position, correlation);
    if (this.beginnings.size > REMEMBERED_MAX) {
      const [oldest] = this.beginnings.keys();
      this.beginnings.delete(oldest);
      this.unknownTo = Math.max(this.unknownTo, oldest);
    }
    return { correlation, causation };
  }

  private async searchBeginning(cause: number): Promise<number> {
    for (let position = cause; ;) {
      const found = await this.lookUp(position);
      if (found.correlation !== undefined) return found.correlation;
      if (found.cause === undefined) return position;
      position = found.cause;
    }
  }
}
