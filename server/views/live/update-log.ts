/**
 * Log of updates sent to each connected user, so that a reconnecting client gets the missed ones. Only users who have subscribed are
 * logged: most accounts are inactive or belong to robots of the house, and formatting their updates would be wasted.
 */
import { Ring } from './ring';

/** Maximum updates kept per user for catching up. */
export const UPDATES_PER_USER_MAX = 1_000;
/** Maximum number of users logged at a time; the user whose last watcher left longest ago is dropped first. */
export const USERS_MAX = 10_000;
/** Maximum updates of all users together. */
export const UPDATES_MAX = 500_000;

interface UserLog<Update> {
  updates: Ring<Update>;
  /** Everything after this position is in the log. */
  completeAfter: number;
}

export class UpdateLog<Update extends { position: number }> {
  /** In order of the last watch. */
  private readonly logs = new Map<number, UserLog<Update>>();
  private readonly usersWithUpdates = new Set<number>();
  private total = 0;

  constructor(private readonly limits = { perUser: UPDATES_PER_USER_MAX, users: USERS_MAX, updates: UPDATES_MAX }) {}

  /** Logs the user's updates from `position` on. Does nothing if they are logged already. */
  watch(user: number, position: number): void {
    const existingLog = this.logs.get(user);
    this.logs.delete(user);
    this.logs.set(user, existingLog ?? { updates: new Ring(this.limits.perUser), completeAfter: position });
    if (this.logs.size > this.limits.users) this.evictOldest();
  }

  isWatched(user: number): boolean {
    return this.logs.has(user);
  }

  append(user: number, update: Update): void {
    const log = this.logs.get(user);
    if (!log) return;
    const dropped = log.updates.push(update);
    if (dropped) log.completeAfter = dropped.position;
    else if (++this.total > this.limits.updates) this.evictOldest();
    this.usersWithUpdates.add(user);
  }

  /** Updates of a user after `position`, or null if the log is incomplete: the client then needs a snapshot. */
  after(user: number, position: number): Update[] | null {
    const log = this.logs.get(user);
    if (!log || position < log.completeAfter) return null;
    const { updates } = log;
    // A client is mostly one update behind, so search from the end.
    for (let count = 1; ; count *= 2) {
      const newestUpdates = updates.newestValues(count);
      if (newestUpdates.length < count || newestUpdates[0].position <= position) {
        return newestUpdates.filter((update) => update.position > position);
      }
    }
  }

  /** Users with updates since the last call. One consumer only. */
  takeUpdatedUsers(): number[] {
    if (this.usersWithUpdates.size === 0) return [];
    const users = [...this.usersWithUpdates];
    this.usersWithUpdates.clear();
    return users;
  }

  private evictOldest(): void {
    const [user, log] = this.logs.entries().next().value ?? [];
    if (user === undefined || !log) return;
    this.total -= log.updates.size;
    this.logs.delete(user);
  }
}
