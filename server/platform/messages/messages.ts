/**
 * The message centre: a message is stored as facts and rendered when it is read. Followers of the journal pass an origin, so a retry
 * after a crash stores the message once.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Page } from '../../../shared/wire/fields';
import type { Language } from '../../../shared/wire/languages';
import type { MessageFacts, MessageKey, MessageRecord, MessagesRequest } from '../../../shared/wire/messages-center';
import type { Database } from '../database/database';
import type { ExchangeTables, MessageRow } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import { markErrorsAsAfterSave } from '../errors/failure';
import type { ServerTexts } from '../i18n/messages';
import { CLOCK, EXCHANGE_DATABASE, SERVER_TEXTS, type Clock } from '../tokens';
import { MessageTexts, type Facts } from './message-texts';

/** Announces a new message; its contents are read over HTTP. */
export interface NewMessage {
  user: number;
  message: number;
  at: number;
}

@Injectable()
export class Messages {
  private readonly listeners = new Set<(message: NewMessage) => void>();
  private readonly texts: MessageTexts;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SERVER_TEXTS) serverTexts: ServerTexts,
  ) {
    this.texts = new MessageTexts(serverTexts);
  }

  /**
   * Stores a message and notifies listeners. `origin` identifies the event permanently: `withdrawal/42/paid`. `letter`
   * is a letter to the user; it is stored with the message until it is sent. Returns whether the message is new. Erased
   * accounts get none.
   */
  async notify<K extends MessageKey>(
    user: number,
    key: K,
    details: MessageFacts<K>,
    origin?: string,
    letter: string | null = null,
  ): Promise<boolean> {
    // The event of the message is already durable.
    const telling = this.database.sql.transaction().execute(async (transaction) => {
      // Taking an id serialises: a concurrent call with the same origin waits here and then finds it stored.
      const [id] = await takeIds(transaction, 'message', 1);
      // Erased accounts receive no messages, including that of their own freeze.
      const erased = transaction.selectFrom('erasures').select('userId').where('userId', '=', user);
      if (await erased.where('outcome', '=', 'erased').executeTakeFirst()) return null;
      const createdAt = this.clock();
      const row = { id, userId: user, key, facts: JSON.stringify(details), createdAt, readAt: null, letter };
      const stored = await transaction
        .insertInto('messages')
        .values({ ...row, origin: origin ?? null })
        .onConflict((conflict) => conflict.column('origin').doNothing())
        .returning('id')
        .executeTakeFirst();
      return stored ? { user, message: id, at: createdAt } : null;
    });
    const newMessage = await markErrorsAsAfterSave(telling);
    if (newMessage) for (const listener of this.listeners) listener(newMessage);
    return newMessage !== null;
  }

  /** Returns the unsubscribe function. */
  onMessage(listener: (message: NewMessage) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Newest first, in the given language. */
  async list(
    user: number,
    { onlyUnread, pageIndex, pageSize }: MessagesRequest,
    language: Language,
  ): Promise<Page<MessageRecord>> {
    let base = this.database.lists.selectFrom('messages').where('userId', '=', user);
    if (onlyUnread) base = base.where('readAt', 'is', null);
    const rows = await base
      .selectAll()
      .orderBy('id', 'desc')
      .offset((pageIndex - 1) * pageSize)
      .limit(pageSize)
      .execute();
    const { total } = await base.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    return { records: rows.map((row) => this.recordOf(row, language)), total, pageIndex, pageSize };
  }

  async unread(user: number): Promise<number> {
    const { count } = await this.database.sql
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', user)
      .where('readAt', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Marks the given messages of the user, or all, as read; returns the number left unread. */
  async read(user: number, messages: readonly number[] | 'all'): Promise<number> {
    let reading = this.database.sql
      .updateTable('messages')
      .set({ readAt: this.clock() })
      .where('userId', '=', user)
      .where('readAt', 'is', null);
    if (messages !== 'all') reading = reading.where('id', 'in', messages);
    await reading.execute();
    return this.unread(user);
  }

  private recordOf({ id, key, facts: stored, createdAt, readAt }: MessageRow, language: Language): MessageRecord {
    const details = JSON.parse(stored) as Facts;
    return {
      message: String(id),
      key,
      ...this.texts.render(language, key, details),
      facts: details,
      createdAt,
      readAt,
    };
  }
}
