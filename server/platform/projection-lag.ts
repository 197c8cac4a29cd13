/** How far the stored read models are behind what is durable, in time. */
import type { CommandEnvelope, CommandPort } from '../engine/port';
import { unavailable } from './errors/refusal';
import type { Monotonic } from './tokens';

/** What became durable within so many milliseconds is told of as one. */
const MARK_MS_FIRST = 10;
/** So much is remembered of what waits; beyond it marks become coarser. */
const MARKS_MAX = 4_096;
/** A store that has taken nothing for so long is away: it does not come back sooner because nobody trades. */
const STORE_SILENT_MS_MAX = 10_000;

/** Everything up to `position` became durable from `since` on. */
interface Mark {
  position: number;
  since: number;
}

export class ProjectionLag {
  private marks: Mark[] = [];
  private markMs = MARK_MS_FIRST;
  private head = -1;
  private includes = -1;
  private writtenAt = -Infinity;

  constructor(private readonly now: Monotonic) {}

  /** Everything up to `position` is durable. */
  durable(position: number): void {
    if (position <= this.head) return;
    this.head = position;
    if (position <= this.includes) return;
    const now = this.now();
    const last = this.marks.at(-1);
    if (last && now - last.since < this.markMs) {
      last.position = position;
      return;
    }
    this.marks.push({ position, since: now });
    if (this.marks.length > MARKS_MAX) this.coarsen();
  }

  /** The read models include everything up to `position`. */
  included(position: number): void {
    if (position > this.includes) this.writtenAt = this.now();
    this.includes = position;
    const waiting = this.marks.findIndex((mark) => mark.position > position);
    this.marks.splice(0, waiting < 0 ? this.marks.length : waiting);
    if (this.marks.length > 0) return;
    this.markMs = MARK_MS_FIRST;
    // They were emptied to be made anew: what they had is missing from now on.
    if (position < this.head) this.marks.push({ position: this.head, since: this.now() });
  }

  /** For how long the oldest batch that they lack has been durable; 0 when they lack none. */
  seconds(): number {
    const [oldest] = this.marks;
    return oldest ? (this.now() - oldest.since) / 1000 : 0;
  }

  /** Whether they are more than so many seconds behind although their store takes what it is given. */
  isBehind(secondsMax: number): boolean {
    return this.seconds() > secondsMax && this.now() - this.writtenAt < STORE_SILENT_MS_MAX;
  }

  /** Two neighbours become one, since the first of them: never less lag than there is. */
  private coarsen(): void {
    this.markMs *= 2;
    const coarser: Mark[] = [];
    for (let index = 0; index < this.marks.length; index += 2) {
      const { since } = this.marks[index];
      coarser.push({ since, position: (this.marks[index + 1] ?? this.marks[index]).position });
    }
    this.marks = coarser;
  }
}

/**
 * The engine as users reach it. While the read models fall behind by more than `secondsMax` their commands are refused, so
 * that what they see does not become ever older; staff and the exchange itself go on, and so does everybody while the
 * store of the read models is away.
 */
export function commandsOfUsers(port: CommandPort, lag: ProjectionLag, secondsMax: number): CommandPort {
  const hasToWait = ({ actor }: CommandEnvelope): boolean => actor.startsWith('user/') && lag.isBehind(secondsMax);
  const busy = (): Promise<never> => Promise.reject(unavailable('system.busy'));
  return {
    submit: (envelope) => (hasToWait(envelope) ? busy() : port.submit(envelope)),
    // What will have to wait is known as well before anything is done for it.
    foresee: (envelope) => (hasToWait(envelope) ? busy() : port.foresee(envelope)),
    figures: () => port.figures(),
  };
}
