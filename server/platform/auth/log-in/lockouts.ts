/**
 * Five wrong tries lock what they were tried at for fifteen minutes, the next five for twice as long, and so on up to a day, unless the
 * terms say otherwise; a day of quiet forgets that. A try counts before it is judged, so that a hundred at once are five; those at one thing follow one another, so
 * that somebody who logs in ten times at once is not a guesser. A name that is nobody's is locked alike, or the lock would say who
 * is a user.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config';
import type { Database } from '../../database/database';
import type { ExchangeTables, LockoutRow } from '../../database/exchange-tables';
import { Refusal } from '../../errors/refusal';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { TurnsByKey } from '../../turns';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type Counted = Pick<LockoutRow, 'failures' | 'until' | 'locks'>;

export interface LockTerms {
  /** Where it is another number than usual. */
  triesMax?: number;
  /** False: the next lock lasts no longer than the first. Of what strangers lock, whose guesses keep an owner out. */
  doubles?: boolean;
}
type Terms = Required<LockTerms>;

/** Neither: what was given is no guess, and no proof either. It counts as if nobody had tried. */
export type TryJudgement = boolean | 'neither';

@Injectable()
export class Lockouts {
  private readonly turns = new TurnsByKey<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Whether `check` said yes, which forgets the failures; `neither` leaves them as they were. Refuses `tries.too.many` while the
   * account is locked.
   */
  attempt(
    account: string,
    check: () => Promise<TryJudgement>,
    { triesMax = this.config.limits.wrongTriesMax, doubles = true }: LockTerms = {},
  ): Promise<boolean> {
    return this.turns.take(account, () => this.tryOnce(account, check, { triesMax, doubles }));
  }

  /** Until when the account is locked, or null when it is not. */
  async lockedUntil(account: string, triesMax = this.config.limits.wrongTriesMax): Promise<number | null> {
    const now = this.clock();
    const row = await this.database.sql
      .selectFrom('lockouts')
      .select(['until', 'locks'])
      .where('account', '=', account)
      .where('failures', '>=', triesMax)
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

  private async tryOnce(account: string, check: () => Promise<TryJudgement>, terms: Terms): Promise<boolean> {
    const counts = await this.count(account, terms);
    const judgement = await check();
    if (judgement === true) await this.forget(account);
    if (judgement === 'neither') await this.takeBack(account, counts);
    return judgement === true;
  }

  /** Unless somebody else has tried since: then that one stands on it. */
  private async takeBack(account: string, { before, after }: Record<'before' | 'after', Counted>): Promise<void> {
    await this.database.sql
      .updateTable('lockouts')
      .set(before)
      .where('account', '=', account)
      .where('failures', '=', after.failures)
      .where('until', '=', after.until)
      .execute();
  }

  private async count(account: string, terms: Terms): Promise<Record<'before' | 'after', Counted>> {
    const { triesMax } = terms;
    const now = this.clock();
    const { before, after } = await this.database.sql.transaction().execute(async (transaction) => {
      // Takes the row for itself, so that two processes count to the same end.
      const before = await transaction
        .insertInto('lockouts')
        .values({ account, failures: 0, until: 0, locks: 0 })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ account }))
        .returning(['failures', 'until', 'locks'])
        .executeTakeFirstOrThrow();
      const after = this.counted(before, now, terms);
      await transaction.updateTable('lockouts').set(after).where('account', '=', account).execute();
      return { before, after };
    });
    if (after.failures === 1) await this.prune(now);
    if (after.failures <= triesMax) return { before, after };
    throw new Refusal('tries.too.many', { lockedUntil: after.until }, Math.ceil((after.until - now) / 1_000));
  }

  /** A failure that is refused lengthens nothing. By a clock that was set back since, nothing is locked for longer than it says. */
  private counted({ failures, until, locks }: Counted, now: number, { triesMax, doubles }: Terms): Counted {
    if (until > now && failures >= triesMax) {
      return { failures: failures + 1, until: Math.min(until, now + this.lockMs(locks)), locks };
    }
    const next = until > now ? failures + 1 : 1;
    const before = doubles && until > now - DAY_MS ? locks : 0;
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
