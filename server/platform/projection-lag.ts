/** Time by which the stored read models are behind the durable journal. */
import type { CommandEnvelope, CommandPort } from '../engine/port';
import { unavailable } from './errors/refusal';
import type { Monotonic } from './tokens';

/** Interval in ms within which durable positions are combined into one mark. */
const MARK_MS_FIRST = 10;
/** Maximum number of pending marks; beyond it marks become coarser. */
const MARKS_MAX = 4_096;
/**
 * A store that accepts nothing for this time, in ms, is unreachable: stopping trades would not bring it back sooner.
 */
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
    const firstPending = this.marks.findIndex((mark) => mark.position > position);
    this.marks.splice(0, firstPending < 0 ? this.marks.length : firstPending);
    if (this.marks.length > 0) return;
    this.markMs = MARK_MS_FIRST;
    // The read models were emptied for a rebuild, so everything is missing from now on.
    if (position < this.head) this.marks.push({ position: this.head, since: this.now() });
  }

  /** Age in seconds of the oldest durable batch that they lack; 0 if they lack none. */
  seconds(): number {
    const [oldestMark] = this.marks;
    return oldestMark ? (this.now() - oldestMark.since) / 1000 : 0;
  }

  /** Whether they are more than `secondsMax` behind although their store accepts writes. */
  isBehind(secondsMax: number): boolean {
    return this.seconds() > secondsMax && this.now() - this.writtenAt < STORE_SILENT_MS_MAX;
  }

  /** Merges neighbouring marks with the earlier time: the lag is never understated. */
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
 * The engine's port for users. While the read models are behind by more than `secondsMax`, users' commands are
 * rejected, so that their views do not get ever older. Staff and the exchange itself continue, and everybody does while
 * the store of the read models is unreachable.
 */
export function commandsOfUsers(port: CommandPort, lag: ProjectionLag, secondsMax: number): CommandPort {
  const hasToWait = ({ actor }: CommandEnvelope): boolean => actor.startsWith('user/') && lag.isBehind(secondsMax);
  const rejectBusy = (): Promise<never> => Promise.reject(unavailable('system.busy'));
  return {
    submit: (envelope) => (hasToWait(envelope) ? rejectBusy() : port.submit(envelope)),
    // A dry run refuses too if the command would have to wait.
    dryRun: (envelope) => (hasToWait(envelope) ? rejectBusy() : port.dryRun(envelope)),
    queryState: (question) => port.queryState(question),
    figures: () => port.figures(),
  };
}
