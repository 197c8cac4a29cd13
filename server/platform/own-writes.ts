/** How far the journal reached when a user was last answered: that user's reads include at least that. */
import { actorId, type Actor } from '../core/actor';
import type { CommandPort, Outcome } from '../engine/port';

/** About 10 MB. */
const USERS_MAX = 100_000;

export class OwnWrites {
  /** The least recently answered first. */
  private readonly positions = new Map<number, number>();

  /** `floor`: what is durable at the start, and later the newest position that is remembered no more. Nobody reads less. */
  constructor(
    private floor: number,
    private readonly usersMax = USERS_MAX,
  ) {}

  answered(user: number, position: number): void {
    const { positions } = this;
    const known = positions.get(user) ?? this.floor;
    positions.delete(user);
    positions.set(user, Math.max(known, position));
    if (positions.size <= this.usersMax) return;
    for (const [oldest, forgotten] of positions) {
      positions.delete(oldest);
      this.floor = Math.max(this.floor, forgotten);
      break;
    }
  }

  /** -1 while nothing is in the journal. */
  of(user: number): number {
    return this.positions.get(user) ?? this.floor;
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
