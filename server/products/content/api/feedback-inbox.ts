/** Feedback of visitors and users, stored once for all retries. */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Kysely, Transaction } from 'kysely';
import type { FeedbackRequest, OwnFeedback, OwnFeedbackRequest } from '../../../../shared/products/content/wire';
import type { Page } from '../../../../shared/wire/fields';
import type { Language } from '../../../../shared/wire/languages';
import type { Database } from '../../../platform/database/database';
import type { FeedbackAnswerRow, FeedbackRow } from '../../../platform/database/content-tables';
import type { ExchangeTables } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { Refusal } from '../../../platform/errors/refusal';
import { staffReasonText } from '../../../platform/i18n/messages';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';

/** Scope of unique client ids: a user, or an address. */
export interface Sender {
  user: number | null;
  address: string;
  /** Language of the page on which it was written. */
  language: Language;
}

const OPEN = { state: 'open', closeReason: null, closedBy: null, closedAt: null, closeHash: null } as const;

@Injectable()
export class FeedbackInbox {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Id of the stored feedback, also for a retry. Refuses `client.id.reused`. */
  async submit(sender: Sender, request: FeedbackRequest): Promise<number> {
    const { clientId, category, text } = request;
    const contact = request.contact ?? null;
    const requestHash = hashOf(sender, clientId);
    const { user: userId, language } = sender;
    const row = { userId, category, text, contact, requestHash, language, ...OPEN };
    return this.database.sql.transaction().execute(async (transaction) => {
      // The counter first: its row lock serialises concurrent copies of one request.
      const [id] = await takeIds(transaction, 'feedback', 1);
      const existing = await findByRequest(transaction, requestHash);
      if (!existing) {
        await transaction
          .insertInto('feedback')
          .values({ id, ...row, createdAt: this.clock() })
          .execute();
        return id;
      }
      if (existing.category !== category || existing.text !== text || existing.contact !== contact)
        throw new Refusal('client.id.reused');
      return existing.id;
    });
  }

  /** The user's feedback with answers, newest first. */
  async listOwn(
    userId: number,
    { pageIndex, pageSize }: OwnFeedbackRequest,
    language: Language,
  ): Promise<Page<OwnFeedback>> {
    const base = this.database.lists.selectFrom('feedback').where('userId', '=', userId);
    const rows = await base
      .selectAll()
      .orderBy('id', 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const answers = await answersOf(this.database.lists, rows);
    const records = rows.map(({ id, category, text, createdAt, state, closeReason }) => ({
      ...{ id: String(id), category, text, createdAt, state },
      answers: (answers.get(id) ?? []).map(({ text: answer, at }) => ({ text: answer, at })),
      closeReason: closeReason === null ? null : staffReasonText(language, closeReason),
    }));
    return { records, total, pageIndex, pageSize };
  }
}

/** Answers by feedback, oldest first. */
export async function answersOf(
  sql: Kysely<ExchangeTables>,
  rows: readonly FeedbackRow[],
): Promise<ReadonlyMap<number, FeedbackAnswerRow[]>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const answers = await sql
    .selectFrom('feedbackAnswers')
    .selectAll()
    .where('feedback', 'in', ids)
    .orderBy('id')
    .execute();
  const byFeedback = new Map<number, FeedbackAnswerRow[]>();
  for (const answer of answers) byFeedback.set(answer.feedback, [...(byFeedback.get(answer.feedback) ?? []), answer]);
  return byFeedback;
}

function findByRequest(
  transaction: Transaction<ExchangeTables>,
  requestHash: string,
): Promise<FeedbackRow | undefined> {
  return transaction.selectFrom('feedback').selectAll().where('requestHash', '=', requestHash).executeTakeFirst();
}

function hashOf({ user, address }: Omit<Sender, 'language'>, clientId: string): string {
  const sender = user === null ? `address/${address}` : `user/${user}`;
  return createHash('sha256').update(`${sender} ${clientId}`).digest('hex');
}
