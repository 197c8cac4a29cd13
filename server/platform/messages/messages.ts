/**
 * The message centre: what a user is told is stored with its facts and put into words when it is read. Whoever tells from
 * a follower of the journal names the origin, so that a message told again after a crash is there once.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Page } from '../../../shared/wire/fields';
import type { Language } from '../../../shared/wire/languages';
import type { MessageFacts, MessageKey, MessageRecord, MessagesRequest } from '../../../shared/wire/messages-center';
import type { Database } from '../database/database';
import type { ExchangeTables, MessageRow } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import { afterSaving } from '../errors/failure';
import { CLOCK, EXCHANGE_DATABASE, type Clock } from '../tokens';
import { wordMessage, type Facts } from './message-texts';

/** That there is a new one; what it says is read over HTTP. */
export interface MessageTold {
  user: number;
  message: number;
  at: number;
}

@Injectable()
export class Messages {
  private readonly listeners = new Set<(told: MessageTold) => void>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores a message and says so to whoever listens. `origin` is what it tells of, unique for ever: `withdrawal/42/paid`.
   * `letter` is what is to be written to the user as well: it is stored with the message, and there until it has left. Returns
   * whether it is new; to who is erased nothing is told.
   */
  async tell<K extends MessageKey>(
    user: number,
    key: K,
    facts: MessageFacts<K>,
    origin?: string,
    letter: string | null = null,
  ): Promise<boolean> {
    // What it tells of has been saved.
    const telling = this.database.sql.transaction().execute(async (transaction) => {
      // Ids are taken one at a time: who tells of the same origin at once waits here, and then finds it told.
      const [id] = await takeIds(transaction, 'message', 1);
      // Of who is erased nothing is written any more, also not that erasing froze the account.
      const erased = transaction.selectFrom('erasures').select('userId').where('userId', '=', user);
      if (await erased.where('outcome', '=', 'erased').executeTakeFirst()) return null;
      const createdAt = this.clock();
      const row = { id, userId: user, key, facts: JSON.stringify(facts), createdAt, readAt: null, letter };
      const stored = await transaction
        .insertInto('messages')
        .values({ ...row, origin: origin ?? null })
        .onConflict((conflict) => conflict.column('origin').doNothing())
        .returning('id')
        .executeTakeFirst();
      return stored ? { user, message: id, at: createdAt } : null;
    });
    const told = await afterSaving(telling);
    if (told) for (const listener of this.listeners) listener(told);
    return told !== null;
  }

  /** Returns how to stop listening. */
  onTold(listener: (told: MessageTold) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Newest first, in words of the language. */
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
    return { records: rows.map((row) => recordOf(row, language)), total, pageIndex, pageSize };
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

  /** Marks those of them that are the user's, or all, as read; returns how many are left unread. */
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
}

function recordOf({ id, key, facts: stored, createdAt, readAt }: MessageRow, language: Language): MessageRecord {
  const facts = JSON.parse(stored) as Facts;
  return { message: String(id), key, ...wordMessage(language, key, facts), facts, createdAt, readAt };
}
