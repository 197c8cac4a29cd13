/**
 * What each connected user was told, so that one who comes back gets what was missed. Only users who have asked are
 * logged: most accounts are asleep or robots of the house, and their updates would be formatted for nobody.
 */
import { Ring } from './ring';

/** How far back a user may catch up. */
export const UPDATES_PER_USER_MAX = 1_000;
/** Users logged at the same time; the one whose last watcher left longest ago falls out first. */
export const USERS_MAX = 10_000;
/** Updates of all users together. */
export const UPDATES_MAX = 500_000;

interface UserLog<Update> {
  updates: Ring<Update>;
  /** Everything after this position is here. */
  completeAfter: number;
}

export class UpdateLog<Update extends { position: number }> {
  /** In the order in which they were last watched. */
  private readonly logs = new Map<number, UserLog<Update>>();
  private readonly fresh = new Set<number>();
  private total = 0;

  constructor(private readonly limits = { perUser: UPDATES_PER_USER_MAX, users: USERS_MAX, updates: UPDATES_MAX }) {}

  /** From `position` on the user's updates are kept. Does nothing when they already are. */
  watch(user: number, position: number): void {
    const known = this.logs.get(user);
    this.logs.delete(user);
    this.logs.set(user, known ?? { updates: new Ring(this.limits.perUser), completeAfter: position });
    if (this.logs.size > this.limits.users) this.evictOldest();
  }

  isWatched(user: number): boolean {
    return this.logs.has(user);
  }

  append(user: number, update: Update): void {
    const log = this.logs.get(user);
    if (!log) return;
    const lost = log.updates.push(update);
    if (lost) log.completeAfter = lost.position;
    else if (++this.total > this.limits.updates) this.evictOldest();
    this.fresh.add(user);
  }

  /** What happened to a user after `position`, or null when that is not wholly known: they need a snapshot. */
  after(user: number, position: number): Update[] | null {
    const log = this.logs.get(user);
    if (!log || position < log.completeAfter) return null;
    const { updates } = log;
    // A client is mostly one update behind: look from the end.
    for (let count = 1; ; count *= 2) {
      const newest = updates.newest(count);
      if (newest.length < count || newest[0].position <= position) {
        return newest.filter((update) => update.position > position);
      }
    }
  }

  /** Users with updates since the last call. One consumer only. */
  takeFresh(): number[] {
    if (this.fresh.size === 0) return [];
    const users = [...this.fresh];
    this.fresh.clear();
    return users;
  }

  private evictOldest(): void {
    const [user, log] = this.logs.entries().next().value ?? [];
    if (user === undefined || !log) return;
    this.total -= log.updates.size;
    this.logs.delete(user);
  }
}
