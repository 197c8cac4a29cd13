/**
 * Five wrong passwords lock an account for fifteen minutes. A try counts before it is judged, so that a hundred at once
 * are five; those for one account follow one another, so that somebody who logs in ten times at once is not a guesser.
 * An address that is nobody's is locked alike, or the lock would say who is a user.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { Refusal } from '../errors/refusal';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../tokens';
import { TurnsByKey } from '../turns';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

@Injectable()
export class Lockouts {
  private readonly turns = new TurnsByKey<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether `check` said yes, which forgets the failures. Refuses `tries.too.many` while the account is locked. */
  attempt(account: string, check: () => Promise<boolean>): Promise<boolean> {
    return this.turns.take(account, () => this.tryOnce(account, check));
  }

  /** Until when the account is locked, or null when it is not. */
  async lockedUntil(account: string): Promise<number | null> {
    const now = this.clock();
    const row = await this.database.sql
      .selectFrom('lockouts')
      .select('until')
      .where('account', '=', account)
      .where('failures', '>=', this.config.limits.wrongTriesMax)
      .where('until', '>', now)
      .executeTakeFirst();
    return row ? Math.min(row.until, this.untilFrom(now)) : null;
  }

  async forget(account: string): Promise<void> {
    await this.database.sql.deleteFrom('lockouts').where('account', '=', account).execute();
  }

  private async tryOnce(account: string, check: () => Promise<boolean>): Promise<boolean> {
    await this.count(account);
    if (!(await check())) return false;
    await this.forget(account);
    return true;
  }

  private async count(account: string): Promise<void> {
    const { wrongTriesMax } = this.config.limits;
    const now = this.clock();
    const until = this.untilFrom(now);
    // One statement, so that two processes count to the same end. A failure that was refused lengthens nothing.
    const { failures, until: lockedUntil } = await this.database.sql
      .insertInto('lockouts')
      .values({ account, failures: 1, until })
      .onConflict((conflict) =>
        conflict.column('account').doUpdateSet((column) => ({
          failures: column
            .case()
            .when('lockouts.until', '<=', now)
            .then(1)
            .else(column('lockouts.failures', '+', 1))
            .end(),
          until: column
            .case()
            .when(
              column.and([
                column('lockouts.until', '>', now),
                // By a clock that was set back since, it would be locked for longer than that.
                column('lockouts.until', '<=', until),
                column('lockouts.failures', '>=', wrongTriesMax),
              ]),
            )
            .then(column.ref('lockouts.until'))
            .else(until)
            .end(),
        })),
      )
      .returning(['failures', 'until'])
      .executeTakeFirstOrThrow();
    if (failures === 1) await this.prune(now);
    if (failures <= wrongTriesMax) return;
    throw new Refusal('tries.too.many', { lockedUntil }, Math.ceil((lockedUntil - now) / 1_000));
  }

  private untilFrom(now: number): number {
    return now + this.config.limits.lockMinutesMax * MINUTE_MS;
  }

  /** Guessers leave rows of names that nobody has. */
  private async prune(now: number): Promise<void> {
    await this.database.sql
      .deleteFrom('lockouts')
      .where('until', '<', now - DAY_MS)
      .execute();
  }
}
