/**
 * Staff side of feedback: it is open, answered any number of times, and closed. An answer is stored, shown in the
 * message centre and mailed.
 */
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from 'kysely';
import { normalEmail } from '../../../../shared/products/identity/rules/credentials';
import { maskedContact, maskContactsIn } from '../../../../shared/products/identity/rules/masks';
import type {
  AnswerFeedbackRequest,
  CloseFeedbackRequest,
  FeedbackListRequest,
  FeedbackRecord,
} from '../../../../shared/products/content/wire';
import type { Page } from '../../../../shared/wire/fields';
import type { ShowFeedbackRequest, ShownFeedback } from '../../../../shared/wire/shown-data';
import type { Database } from '../../../platform/database/database';
import type { FeedbackAnswerRow, FeedbackRow } from '../../../platform/database/content-tables';
import type { ExchangeTables, UserRow } from '../../../platform/database/exchange-tables';
import { takeIds } from '../../../platform/database/last-ids';
import { Refusal, requestInvalid } from '../../../platform/errors/refusal';
import { Letters } from '../../../platform/mail/letters';
import { Messages } from '../../../platform/messages/messages';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../../../platform/tokens';
import { answersOf } from './feedback-inbox';

const DAY_MS = 86_400_000;
const AGES_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

@Injectable()
export class FeedbackAdmin {
  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly messages: Messages,
    private readonly letters: Letters,
  ) {}

  /** Newest first; among feedback awaiting an answer, the longest waiting first. */
  async list({ state, olderThan, pageIndex, pageSize }: FeedbackListRequest): Promise<Page<FeedbackRecord>> {
    const { lists } = this.database;
    let base = lists.selectFrom('feedback');
    if (state !== undefined) base = base.where('state', '=', state);
    if (olderThan !== undefined) base = base.where('createdAt', '<=', this.clock() - AGES_MS[olderThan]);
    const rows = await base
      .selectAll()
      .orderBy('id', state === 'open' ? 'asc' : 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const answers = await answersOf(lists, rows);
    const users = await this.usersOf(rows);
    const records = rows.map((row) => {
      const reader = row.userId === null ? undefined : users.get(row.userId);
      return recordOf(row, answers.get(row.id) ?? [], mailOf(row, reader) !== null);
    });
    return { records, total, pageIndex, pageSize };
  }

  /**
   * Unmasked. Refuses `feedback.not.found`, and `user.not.found` if the named user, or without one a visitor, is not
   * its author.
   */
  async show({ feedback, userId }: ShowFeedbackRequest): Promise<ShownFeedback> {
    const rows = this.database.sql.selectFrom('feedback').selectAll();
    const row = await rows.where('id', '=', Number(feedback)).executeTakeFirst();
    if (!row) throw new Refusal('feedback.not.found');
    if (row.userId !== (userId ?? null)) throw new Refusal('user.not.found');
    return { id: feedback, contact: row.contact, text: row.text };
  }

  /**
   * Adds an answer; closed feedback counts as answered then. A retry with the same client id returns the first answer.
   * Refuses `feedback.not.found` and `client.id.reused`.
   */
  async answer(staff: number, { clientId, feedback: id, text }: AnswerFeedbackRequest): Promise<number> {
    const requestHash = hashOf(staff, clientId);
    const { feedback, answer, isNew } = await this.database.sql.transaction().execute(async (transaction) => {
      // The counter first: its row lock serialises concurrent copies of one request.
      const [next] = await takeIds(transaction, 'feedback_answer', 1);
      const row = await feedbackOf(transaction, Number(id));
      const existingAnswer = await transaction
        .selectFrom('feedbackAnswers')
        .selectAll()
        .where('requestHash', '=', requestHash)
        .executeTakeFirst();
      if (existingAnswer) {
        if (existingAnswer.feedback !== row.id || existingAnswer.text !== text) throw new Refusal('client.id.reused');
        return { feedback: row, answer: existingAnswer, isNew: false };
      }
      const newAnswer = { id: next, feedback: row.id, userId: row.userId, text, answeredBy: staff, at: this.clock() };
      await transaction
        .insertInto('feedbackAnswers')
        .values({ ...newAnswer, requestHash })
        .execute();
      await transaction
        .updateTable('feedback')
        .set({ state: 'answered', closeReason: null, closedBy: null, closedAt: null, closeHash: null })
        .where('id', '=', row.id)
        .execute();
      return { feedback: row, answer: { ...newAnswer, requestHash }, isNew: true };
    });
    await this.notifySender(feedback, answer, isNew);
    return answer.id;
  }

  /**
   * Refuses `feedback.not.found`, `feedback.closed` if another person closed it, and closing without an answer or a
   * reason.
   */
  async close(staff: number, { clientId, feedback: id, reason: requestedReason }: CloseFeedbackRequest): Promise<void> {
    const closeHash = hashOf(staff, clientId);
    const reason = requestedReason ?? null;
    const closed = await this.database.sql.transaction().execute(async (transaction) => {
      await takeIds(transaction, 'feedback_answer', 1);
      const found = await feedbackOf(transaction, Number(id));
      if (found.state === 'closed') {
        if (found.closeHash !== closeHash) throw new Refusal('feedback.closed');
        if (found.closeReason !== reason) throw new Refusal('client.id.reused');
        return { userId: found.userId, feedback: found.id, at: found.closedAt ?? 0 };
      }
      const answers = await answersOf(transaction, [found]);
      if (reason === null && !answers.has(found.id)) throw requestInvalid([{ path: 'reason', code: 'required' }]);
      const now = this.clock();
      await transaction
        .updateTable('feedback')
        .set({ state: 'closed', closeReason: reason, closedBy: staff, closedAt: now, closeHash })
        .where('id', '=', found.id)
        .execute();
      return { userId: found.userId, feedback: found.id, at: now };
    });
    if (closed.userId === null || reason === null) return;
    const params = { feedback: String(closed.feedback), reason };
    const origin = `feedback/${closed.feedback}/closed/${closed.at}`;
    await this.messages.notify(closed.userId, 'feedback.closed', params, origin);
  }

  /** Number of feedback awaiting an answer, and their waiting times. */
  async openCounts(): Promise<{ open: number; overDay: number; overWeek: number; oldest: number | null }> {
    const now = this.clock();
    const { sql } = this.database;
    const open = sql.selectFrom('feedback').where('state', '=', 'open');
    const count = open.select(({ fn }) => fn.countAll<number>().as('total'));
    const since = async (ms: number) =>
      (await count.where('createdAt', '<=', now - ms).executeTakeFirstOrThrow()).total;
    const oldestFeedback = await open.select('createdAt').orderBy('id').limit(1).executeTakeFirst();
    return {
      open: (await count.executeTakeFirstOrThrow()).total,
      overDay: await since(AGES_MS.day),
      overWeek: await since(AGES_MS.week),
      oldest: oldestFeedback?.createdAt ?? null,
    };
  }

  /** The origin sends the message once; only the call that stored the answer sends the mail. */
  private async notifySender(feedback: FeedbackRow, answer: FeedbackAnswerRow, isNew: boolean): Promise<void> {
    const { userId } = feedback;
    const user =
      userId === null
        ? undefined
        : await this.database.sql.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
    const params = { feedback: String(feedback.id), answer: answer.text };
    if (user) await this.messages.notify(user.id, 'feedback.answered', params, `feedback/answer/${answer.id}`);
    const email = mailOf(feedback, user);
    if (!isNew || email === null) return;
    // The user's anti-phishing code appears only in mails to the user's own address.
    const antiPhishingCode = user?.email === email ? user.antiPhishingCode : null;
    const reader = { language: user?.language ?? feedback.language, antiPhishingCode };
    this.letters.sendFeedbackAnswered(email, reader, { ...params, writtenAt: feedback.createdAt });
  }

  private async usersOf(rows: readonly FeedbackRow[]): Promise<ReadonlyMap<number, UserRow>> {
    const ids = [...new Set(rows.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
    if (ids.length === 0) return new Map();
    const users = await this.database.lists.selectFrom('users').selectAll().where('id', 'in', ids).execute();
    return new Map(users.map((user) => [user.id, user]));
  }
}

/** Mail address of an answer: the account's bound one, else the contact left with the feedback. */
function mailOf({ contact }: FeedbackRow, user: UserRow | undefined): string | null {
  return user?.email ?? (contact === null ? null : normalEmail(contact));
}

async function feedbackOf(transaction: Transaction<ExchangeTables>, id: number): Promise<FeedbackRow> {
  const row = await transaction.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('feedback.not.found');
  return row;
}

/** The desk works on the text itself, so only parts of it that contact or identify a person are masked. */
function recordOf(row: FeedbackRow, answers: readonly FeedbackAnswerRow[], isMailed: boolean): FeedbackRecord {
  const { id, userId, category, createdAt, state, closeReason, closedBy, closedAt } = row;
  return {
    ...{ id: String(id), category, createdAt, state, userId, isMailed },
    text: maskContactsIn(row.text),
    contact: row.contact === null ? null : maskedContact(row.contact),
    answers: answers.map(({ text, answeredBy, at }) => ({ text: maskContactsIn(text), by: answeredBy, at })),
    closing: closedBy === null || closedAt === null ? null : { reason: closeReason, by: closedBy, at: closedAt },
  };
}

function hashOf(staff: number, clientId: string): string {
  return createHash('sha256').update(`staff/${staff} ${clientId}`).digest('hex');
}
