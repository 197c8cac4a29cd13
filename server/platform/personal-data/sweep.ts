/** Deletes hourly the rows past the retention of the register, except those under a legal hold. */
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import type { Database } from '../database/database';
import type { ExchangeTables } from '../database/exchange-tables';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';
import { CATEGORIES, type CategoryName } from './categories';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum rows per statement, to bound the wait of concurrent log-ins. */
const DELETED_AT_ONCE_MAX = 500;

/** Kinds of data with an age in days. */
type AgedName = {
  [Name in CategoryName]: (typeof CATEGORIES)[Name]['age'] extends { kind: 'days' } ? Name : never;
}[CategoryName];

interface SweptTable {
  table: string;
  category: AgedName;
  /** Key column of its rows. */
  key: string;
  /** Column with the time from which the retention counts. */
  since: string;
  /** Column with the user concerned; absent if no user is named. */
  user?: string;
}

export const SWEPT: readonly SweptTable[] = [
  { table: 'sessions', category: 'logIns', key: 'ticket_hash', since: 'expires_at', user: 'user_id' },
  { table: 'log_ins', category: 'logIns', key: 'id', since: 'at', user: 'user_id' },
  { table: 'codes', category: 'attempts', key: 'id', since: 'sent_at' },
  { table: 'lockouts', category: 'attempts', key: 'account', since: 'until' },
  { table: 'passkey_challenges', category: 'attempts', key: 'challenge_hash', since: 'expires_at' },
  { table: 'letter_links', category: 'attempts', key: 'token_hash', since: 'expires_at', user: 'user_id' },
  { table: 'messages', category: 'messages', key: 'id', since: 'created_at', user: 'user_id' },
  { table: 'feedback_answers', category: 'feedback', key: 'id', since: 'at', user: 'user_id' },
  { table: 'feedback', category: 'feedback', key: 'id', since: 'created_at', user: 'user_id' },
  { table: 'deposit_reports', category: 'feedback', key: 'id', since: 'created_at', user: 'user_id' },
  { table: 'outbox', category: 'letters', key: 'id', since: 'at' },
];

@Injectable()
export class RetentionSweep implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger(RetentionSweep.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.log.error(error, 'what is too old was not deleted'));
    }, HOUR_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Returns the number of deleted rows. If interrupted, the next sweep continues. */
  async sweep(): Promise<number> {
    let deleted = 0;
    for (const table of SWEPT) deleted += await this.sweepTable(table);
    return deleted;
  }

  private async sweepTable(swept: SweptTable): Promise<number> {
    let deleted = 0;
    let last: number;
    do {
      last = await this.sweepSome(swept);
      deleted += last;
    } while (last === DELETED_AT_ONCE_MAX);
    return deleted;
  }

  private async sweepSome({ table, category, key, since, user }: SweptTable): Promise<number> {
    const before = this.clock() - CATEGORIES[category].age.days * DAY_MS;
    const heldUsers = sql`select user_id from legal_holds where lifted_at is null`;
    const free = user ? sql`and (${sql.ref(user)} is null or ${sql.ref(user)} not in (${heldUsers}))` : sql``;
    const old = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(since)} <= ${before} ${free}
      limit ${DELETED_AT_ONCE_MAX}`;
    const answer = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${old})`.execute(
      this.database.sql,
    );
    return Number(answer.numAffectedRows ?? 0n);
  }
}
