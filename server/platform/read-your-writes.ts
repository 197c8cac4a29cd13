/** Journal position at a user's last answer: the user's later reads include at least that. */
import { actorId, type Actor } from '../core/actor';
import type { CommandPort, Outcome } from '../engine/port';

/** Uses about 10 MB. */
const USERS_MAX = 100_000;

export class ReadYourWrites {
  /** The least recently answered user first. */
  private readonly positions = new Map<number, number>();
  /** The highest evicted position. */
  private evictedPosition = -1;
  /** Number of each user's last command, in one sequence over all users. */
  private readonly submissions = new Map<number, number>();
  private commands = 0;

  /**
   * A user's last answer before the start is unknown: reads include `atStart`, the durable position then. While
   * `isBehind`, users' commands are rejected, and reads are served without it.
   */
  constructor(
    private readonly atStart: number,
    private readonly isBehind: () => boolean = () => false,
    private readonly usersMax = USERS_MAX,
  ) {}

  noteAnswer(user: number, position: number): void {
    const { positions } = this;
    const previous = positions.get(user) ?? this.evictedPosition;
    positions.delete(user);
    positions.set(user, Math.max(previous, position));
    if (positions.size <= this.usersMax) return;
    for (const [oldestUser, oldestPosition] of positions) {
      positions.delete(oldestUser);
      this.evictedPosition = Math.max(this.evictedPosition, oldestPosition);
      break;
    }
  }

  /** Call when submitting to the engine, which may have accepted the command whatever the answer. */
  noteSubmission(user: number): void {
    // The counter is global, so a user who was evicted never gets an earlier number again.
    this.submissions.delete(user);
    this.submissions.set(user, ++this.commands);
    if (this.submissions.size > this.usersMax) this.submissions.delete(this.submissions.keys().next().value as number);
  }

  /** A changed number means that a command of the user was submitted meanwhile. */
  lastSubmission(user: number): number {
    return this.submissions.get(user) ?? 0;
  }

  /** −1: a read waits for nothing. */
  minPositionOf(user: number): number {
    return this.isBehind() ? this.sinceStart(user) : this.completePositionOf(user);
  }

  /** For complete results, such as a file. */
  completePositionOf(user: number): number {
    return Math.max(this.sinceStart(user), this.atStart);
  }

  /**
   * Number of events from before the start that a read may lack, for read models that include everything up to
   * `included`.
   */
  missingEvents(included: number): number {
    return this.isBehind() ? Math.max(0, this.atStart - included) : 0;
  }

  private sinceStart(user: number): number {
    return this.positions.get(user) ?? this.evictedPosition;
  }
}

/** Records the answers to users and staff. A rejection was decided on everything durable at that time. */
export function recordingAnswers(writes: ReadYourWrites, port: CommandPort): CommandPort {
  const recordOutcome = (actor: Actor, outcome: Outcome | null): void => {
    const user = actorId(actor);
    if (user === null || outcome === null) return;
    writes.noteAnswer(user, 'rejected' in outcome ? port.figures().durablePosition : outcome.position);
  };
  return {
    submit: async (envelope) => {
      const user = actorId(envelope.actor);
      if (user !== null) writes.noteSubmission(user);
      const outcome = await port.submit(envelope);
      recordOutcome(envelope.actor, outcome);
      return outcome;
    },
    dryRun: async (envelope) => {
      const outcome = await port.dryRun(envelope);
      recordOutcome(envelope.actor, outcome);
      return outcome;
    },
    queryState: (question) => port.queryState(question),
    figures: () => port.figures(),
  };
}
