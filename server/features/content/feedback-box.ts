/** What visitors and users tell the desk. Stored once, however often a retry sends it. */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { FeedbackListRequest, FeedbackRecord, FeedbackRequest } from '../../../shared/wire/content';
import type { Page } from '../../../shared/wire/fields';
import type { Database } from '../../platform/database/database';
import type { ExchangeTables, FeedbackRow } from '../../platform/database/exchange-tables';
import { takeIds } from '../../platform/database/last-ids';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../platform/tokens';

/** Whose client ids are unique: a user's, or those of an address. */
export interface Sender {
  user: number | null;
  address: string;
}

@Injectable()
export class FeedbackBox {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Id of what was stored, now or when it was first sent. Refuses `client.id.reused`. */
  async put(sender: Sender, request: FeedbackRequest): Promise<number> {
    const { clientId, category, text } = request;
    const contact = request.contact ?? null;
    const requestHash = hashOf(sender, clientId);
    const told = { userId: sender.user, category, text, contact, requestHash };
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter comes first: its row makes the same request, sent twice at once, wait for itself.
      const [id] = await takeIds(transaction, 'feedback', 1);
      const known = await find(transaction, requestHash);
      if (!known) {
        await transaction
          .insertInto('feedback')
          .values({ id, ...told, createdAt: this.clock() })
          .execute();
        return id;
      }
      if (known.category !== category || known.text !== text || known.contact !== contact)
        throw new Refusal('client.id.reused');
      return known.id;
    });
  }

  /** Newest first. */
  async list({ pageIndex, pageSize }: FeedbackListRequest): Promise<Page<FeedbackRecord>> {
    const base = this.database.lists.selectFrom('feedback');
    const rows = await base
      .selectAll()
      .orderBy('id', 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { records: rows.map(recordOf), total, pageIndex, pageSize };
  }
}

function find(transaction: Transaction<ExchangeTables>, requestHash: string): Promise<FeedbackRow | undefined> {
  return transaction.selectFrom('feedback').selectAll().where('requestHash', '=', requestHash).executeTakeFirst();
}

function recordOf({ id, userId, category, text, contact, createdAt }: FeedbackRow): FeedbackRecord {
  return { id: String(id), userId, category, text, contact, createdAt };
}

function hashOf({ user, address }: Sender, clientId: string): string {
  const sender = user === null ? `address/${address}` : `user/${user}`;
  return createHash('sha256').update(`${sender} ${clientId}`).digest('hex');
}
