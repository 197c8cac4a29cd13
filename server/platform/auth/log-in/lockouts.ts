/**
 * Lockouts after wrong tries. Five wrong tries lock an account for fifteen minutes. Each further five double that, up to a day, unless
 * the terms differ. A day without tries resets the count. A try counts before it is judged, so 100 concurrent tries count as five. Tries
 * at one account run one after another, so ten concurrent log-ins with the right password do not lock. Unknown names lock alike, or the
 * lock would reveal which names exist.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config';
import type { Database } from '../../database/database';
import type { ExchangeTables, LockoutRow } from '../../database/exchange-tables';
import { Refusal } from '../../errors/refusal';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../../tokens';
import { SerialByKey } from '../../semaphore';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type LockoutCount = Pick<LockoutRow, 'failures' | 'until' | 'locks'>;

export interface LockTerms {
  /** Overrides the default number of tries. */
  triesMax?: number;
  /** False: every lock lasts as long as the first. For locks that strangers can trigger against an owner. */
  doubles?: boolean;
}
type Terms = Required<LockTerms>;

/** `neither`: the input is neither a guess nor a proof, so it does not count as a try. */
export type TryResult = boolean | 'neither';

@Injectable()
export class Lockouts {
  private readonly serialQueue = new SerialByKey<string>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns whether `check` succeeded; success resets the failures and `neither` leaves them unchanged. Refuses `tries.too.many` while
   * the account is locked.
   */
  attempt(
    account: string,
    check: () => Promise<TryResult>,
    { triesMax = this.config.limits.wrongTriesMax, doubles = true }: LockTerms = {},
  ): Promise<boolean> {
    return this.serialQueue.run(account, () => this.tryOnce(account, check, { triesMax, doubles }));
  }

  /** The lock's end, or null if the account is not locked. */
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

  /** Resets the account and every asker's own count for it: `<account>/<who>`. */
  async forget(account: string): Promise<void> {
    await this.database.sql
      .deleteFrom('lockouts')
      .where((row) => row.or([row('account', '=', account), row('account', 'like', `${account}/%`)]))
      .execute();
  }

  private async tryOnce(account: string, check: () => Promise<TryResult>, terms: Terms): Promise<boolean> {
    const counts = await this.count(account, terms);
    const judgement = await check();
    if (judgement === true) await this.forget(account);
    if (judgement === 'neither') await this.takeBack(account, counts);
    return judgement === true;
  }

  /** Restores the count, unless a later try has changed it. */
  private async takeBack(account: string, { before, after }: Record<'before' | 'after', LockoutCount>): Promise<void> {
    await this.database.sql
      .updateTable('lockouts')
      .set(before)
      .where('account', '=', account)
      .where('failures', '=', after.failures)
      .where('until', '=', after.until)
      .execute();
  }

  private async count(account: string, terms: Terms): Promise<Record<'before' | 'after', LockoutCount>> {
    const { triesMax } = terms;
    const now = this.clock();
    const { before, after } = await this.database.sql.transaction().execute(async (transaction) => {
      // Locks the row, so concurrent processes count correctly.
      const before = await transaction
        .insertInto('lockouts')
        .values({ account, failures: 0, until: 0, locks: 0 })
        .onConflict((conflict) => conflict.column('account').doUpdateSet({ account }))
        .returning(['failures', 'until', 'locks'])
        .executeTakeFirstOrThrow();
      const after = this.nextCount(before, now, terms);
      await transaction.updateTable('lockouts').set(after).where('account', '=', account).execute();
      return { before, after };
    });
    if (after.failures === 1) await this.prune(now);
    if (after.failures <= triesMax) return { before, after };
    throw new Refusal('tries.too.many', { lockedUntil: after.until }, Math.ceil((after.until - now) / 1_000));
  }

  /** A refused try does not extend a lock. After the clock is set back, no lock lasts longer than its stated length. */
  private nextCount({ failures, until, locks }: LockoutCount, now: number, { triesMax, doubles }: Terms): LockoutCount {
    if (until > now && failures >= triesMax) {
      return { failures: failures + 1, until: Math.min(until, now + this.lockMs(locks)), locks };
    }
    const next = until > now ? failures + 1 : 1;
    const before = doubles && until > now - DAY_MS ? locks : 0;
    const isLast = next === triesMax;
    return { failures: next, until: now + this.lockMs(isLast ? before + 1 : 1), locks: before + (isLast ? 1 : 0) };
  }

  /** Length in ms of the lock with this number, from 1. */
  private lockMs(lock: number): number {
    return Math.min(this.config.limits.lockMinutesMax * MINUTE_MS * 2 ** (lock - 1), DAY_MS);
  }

  /** Deletes old rows: guesses create rows for names without an account. */
  private async prune(now: number): Promise<void> {
    await this.database.sql
      .deleteFrom('lockouts')
      .where('until', '<', now - DAY_MS)
      .execute();
  }
}
