/** How far the journal reached when a user was last answered: that user's reads include at least that. */
import { actorId, type Actor } from '../core/actor';
import type { CommandPort, Outcome } from '../engine/port';

/** About 10 MB. */
const USERS_MAX = 100_000;

export class OwnWrites {
  /** The least recently answered first. */
  private readonly positions = new Map<number, number>();
  /** The newest position that is remembered no more. */
  private forgotten = -1;
  /** By user the number of the last command, of all that were handed over. */
  private readonly handed = new Map<number, number>();
  private commands = 0;

  /**
   * A user's last answer before the start is unknown: reads include `atStart`, what was durable then. While `isBehind`, commands
   * of users are refused, and reads are served without it.
   */
  constructor(
    private readonly atStart: number,
    private readonly isBehind: () => boolean = () => false,
    private readonly usersMax = USERS_MAX,
  ) {}

  answered(user: number, position: number): void {
    const { positions } = this;
    const known = positions.get(user) ?? this.forgotten;
    positions.delete(user);
    positions.set(user, Math.max(known, position));
    if (positions.size <= this.usersMax) return;
    for (const [oldest, forgotten] of positions) {
      positions.delete(oldest);
      this.forgotten = Math.max(this.forgotten, forgotten);
      break;
    }
  }

  /** To the engine, which may have taken it whatever is answered. */
  handOver(user: number): void {
    // Of all users: no number comes again for a user who was forgotten.
    this.handed.delete(user);
    this.handed.set(user, ++this.commands);
    if (this.handed.size > this.usersMax) this.handed.delete(this.handed.keys().next().value as number);
  }

  /** Another number than before says that a command of the user was handed over meanwhile. */
  handedOver(user: number): number {
    return this.handed.get(user) ?? 0;
  }

  /** -1: a read waits for nothing. */
  of(user: number): number {
    return this.isBehind() ? this.sinceStart(user) : this.wholeOf(user);
  }

  /** For what must not lack anything, such as a file. */
  wholeOf(user: number): number {
    return Math.max(this.sinceStart(user), this.atStart);
  }

  /** How many events of before the start a read may lack, of read models that include everything up to `included`. */
  lacking(included: number): number {
    return this.isBehind() ? Math.max(0, this.atStart - included) : 0;
  }

  private sinceStart(user: number): number {
    return this.positions.get(user) ?? this.forgotten;
  }
}

/** Notes what users and staff are answered. A refusal was decided against all that is durable when it is told. */
export function noting(writes: OwnWrites, port: CommandPort): CommandPort {
  const note = (actor: Actor, outcome: Outcome | null): void => {
    const user = actorId(actor);
    if (user === null || outcome === null) return;
    writes.answered(user, 'rejected' in outcome ? port.figures().durablePosition : outcome.position);
  };
  return {
    submit: async (envelope) => {
      const user = actorId(envelope.actor);
      if (user !== null) writes.handOver(user);
      const outcome = await port.submit(envelope);
      note(envelope.actor, outcome);
      return outcome;
    },
    foresee: async (envelope) => {
      const outcome = await port.foresee(envelope);
      note(envelope.actor, outcome);
      return outcome;
    },
    figures: () => port.figures(),
  };
}
