/**
 * Five wrong tries lock what they were tried at for fifteen minutes, the next five for twice as long, and so on up to a day; a day of
 * quiet forgets that. A try counts before it is judged, so that a hundred at once are five; those at one thing follow one another, so
 * that somebody who logs in ten times at once is not a guesser. A name that is nobody's is locked alike, or the lock would say who
 * is a user.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { ExchangeTables, LockoutRow } from '../database/exchange-tables';
import { Refusal } from '../errors/refusal';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../tokens';
import { TurnsByKey } from '../turns';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Counted = Pick<LockoutRow, 'failures' | 'until' | 'locks'>;

@Injectable()
export class Lockouts {
  private readonly turns = new TurnsByKey<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Whether `check` said yes, which forgets the failures. Refuses `tries.too.many` while the account is locked. `triesMax`: where it
   * is another number than usual.
   */
  attempt(
    account: string,
    check: () => Promise<boolean>,
    triesMax = this.config.limits.wrongTriesMax,
  ): Promise<boolean> {
    return this.turns.take(account, () => this.tryOnce(account, check, triesMax));
  }

  /** Until when the account is locked, or null when it is not. */
  async lockedUntil(account: string): Promise<number | null> {
    const now = this.clock();
    const row = await this.database.sql
      .selectFrom('lockouts')
      .select(['until', 'locks'])
      .where('account', '=', account)
      .where('failures', '>=', this.config.limits.wrongTriesMax)
      .where('until', '>', now)
      .executeTakeFirst();
    return row ? Math.min(row.until, now + this.lockMs(row.locks)) : null;
  }

  /** Of the account, and of everyone apart who tried at it: `<account>/<who>`. */
  async forget(account: string): Promise<void> {
    await this.database.sql
      .deleteFrom('lockouts')
      .where((row) => row.or([row('account', '=', account), row('account', 'like', `${account}/%`)]))
      .execute();
  }

  private async tryOnce(account: string, check: () => Promise<boolean>, triesMax: number): Promise<boolean> {
    await this.count(account, triesMax);
    if (!(await check())) return false;
    await this.forget(account);
    return true;
  }

  private async count(account: string, triesMax: number): Promise<void> {
    const now = this.clock();
    const after = await this.database.sql.transaction().execute(async (transaction) => {
      // Takes the row for itself, so that two processes count to the same end.
      const before = await transaction
        .insertInto('lockouts')
        .values({ account, failures: 0, until: 0, locks: 0 })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ account }))
        .returningAll()
        .executeTakeFirstOrThrow();
      const counted = this.counted(before, now, triesMax);
      await transaction.updateTable('lockouts').set(counted).where('account', '=', account).execute();
      return counted;
    });
    if (after.failures === 1) await this.prune(now);
    if (after.failures <= triesMax) return;
    throw new Refusal('tries.too.many', { lockedUntil: after.until }, Math.ceil((after.until - now) / 1_000));
  }

  /** A failure that is refused lengthens nothing. By a clock that was set back since, nothing is locked for longer than it says. */
  private counted({ failures, until, locks }: Counted, now: number, triesMax: number): Counted {
    if (until > now && failures >= triesMax) {
      return { failures: failures + 1, until: Math.min(until, now + this.lockMs(locks)), locks };
    }
    const next = until > now ? failures + 1 : 1;
    const before = until > now - DAY_MS ? locks : 0;
    const isLast = next === triesMax;
    return { failures: next, until: now + this.lockMs(isLast ? before + 1 : 1), locks: before + (isLast ? 1 : 0) };
  }

  /** How long the lock with this number lasts, from 1. */
  private lockMs(lock: number): number {
    return Math.min(this.config.limits.lockMinutesMax * MINUTE_MS * 2 ** (lock - 1), DAY_MS);
  }

  /** Guessers leave rows of names that nobody has. */
  private async prune(now: number): Promise<void> {
    await this.database.sql
      .deleteFrom('lockouts')
      .where('until', '<', now - DAY_MS)
      .execute();
  }
}
