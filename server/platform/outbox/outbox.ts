/** Stores mails and text messages without a real gateway; a development page shows them. */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '../database/database';
import type { ExchangeTables, OutboxRow } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';

/** Maximum stored entries. They contain codes, and old ones are of no use. */
const KEPT_MAX = 500;

@Injectable()
export class Outbox {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  put(letter: Pick<OutboxRow, 'channel' | 'address' | 'subject' | 'text' | 'origin'>): Promise<void> {
    return this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'outbox', 1);
      await transaction
        .insertInto('outbox')
        .values({ id, ...letter, at: this.clock() })
        .onConflict((conflict) => conflict.column('origin').doNothing())
        .execute();
      await transaction
        .deleteFrom('outbox')
        .where('id', '<=', id - KEPT_MAX)
        .execute();
    });
  }

  /** Newest first. */
  list(count: number): Promise<OutboxRow[]> {
    return this.database.sql.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(count).execute();
  }
}
