/**
 * Which command began what. A follow-up names the batch that made it due, which may be a follow-up itself: the first of such
 * a row is the command from outside. It follows from the stream alone, so whoever appends the same batches names the same.
 */
import type { BodyParts, Origin } from './record';

/** Follow-ups whose beginning is remembered; a cause is hardly ever further back. */
const REMEMBERED_MAX = 10_000;

/** What the stream says of the batch that ends at `position`: the beginning it names, or else what made it due. */
export type LookUp = (position: number) => Promise<{ correlation?: number; cause?: number }>;

export class Origins {
  private readonly beginnings = new Map<number, number>();
  /** Of batches up to here only the stream knows; behind it whatever is not remembered began by itself. */
  private unknownTo = -1;

  constructor(private readonly lookUp: LookUp) {}

  /** The journal was found to end at `position`; what was handed over behind it may have been stored or not. */
  endsAt(position: number): void {
    this.beginnings.clear();
    this.unknownTo = position;
  }

  /** Of each batch of a group that is about to be appended. */
  async ofGroup(group: readonly BodyParts[]): Promise<Origin[]> {
    const origins: Origin[] = [];
    for (const parts of group) {
      const origin = this.of(parts);
      // Nearly every one is known at once; a wait for each would cost more than finding it.
      origins.push(origin instanceof Promise ? await origin : origin);
    }
    return origins;
  }

  private of({ position, cause }: BodyParts): Origin | Promise<Origin> {
    if (cause === undefined) return { correlation: position, causation: position };
    const known = this.beginnings.get(cause);
    if (known !== undefined || cause > this.unknownTo) return this.remembered(position, known ?? cause, cause);
    return this.searched(cause).then((correlation) => this.remembered(position, correlation, cause));
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

  private async searched(cause: number): Promise<number> {
    for (let position = cause; ;) {
      const found = await this.lookUp(position);
      if (found.correlation !== undefined) return found.correlation;
      if (found.cause === undefined) return position;
      position = found.cause;
    }
  }
}
