/**
 * Letters about what the journal has. Each is stored in the row of the message that tells the same, in one step, and taken out of it
 * when it has left: whatever a crash cuts off is written at the next start, under the same origin as before.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { MessageFacts, MessageKey } from '../../../shared/wire/messages-center';
import { Users } from '../auth/users';
import type { Database } from '../database/database';
import type { ExchangeTables, UserRow } from '../database/exchange-tables';
import { Deliveries } from '../delivery/deliveries';
import { errorText } from '../logs/error-facts';
import { Messages } from '../messages/messages';
import { EXCHANGE_DATABASE } from '../tokens';
import type { Due, WithdrawalNotice } from './letters';

export interface LetterFacts {
  withdrawal: WithdrawalNotice;
  'recovery.proposed': object;
  'recovery.granted': { recovery: number };
}

/** Writes one; resolves to whether it has left or been given up. */
type Writer<K extends keyof LetterFacts> = (user: UserRow, facts: LetterFacts[K], due: Due) => Promise<boolean>;

export type Letter = { [K in keyof LetterFacts]: { about: K; facts: LetterFacts[K] } }[keyof LetterFacts];

@Injectable()
export class DueLetters {
  private readonly log = new Logger(DueLetters.name);
  private readonly writers = new Map<keyof LetterFacts, Writer<never>>();

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly users: Users,
    private readonly messages: Messages,
    private readonly deliveries: Deliveries,
  ) {}

  /** Who writes what, said before anything is told. */
  writtenBy<K extends keyof LetterFacts>(about: K, writer: Writer<K>): void {
    this.writers.set(about, writer);
  }

  /** A message with its letter; neither when it was told before. Does not wait for the letter. */
  async tell<K extends MessageKey>(
    user: number,
    key: K,
    facts: MessageFacts<K>,
    origin: string,
    letter: Letter,
  ): Promise<boolean> {
    const isNew = await this.messages.tell(user, key, facts, origin, JSON.stringify(letter));
    if (isNew) this.deliveries.follow(this.write(origin));
    return isNew;
  }

  /** What was not known to have left when the process ended. One after the other: there may be many. */
  resume(): void {
    this.deliveries.follow(this.writeAll());
  }

  private async writeAll(): Promise<void> {
    try {
      const open = this.database.sql.selectFrom('messages').select('origin').where('letter', 'is not', null);
      for (const { origin } of await open.orderBy('id').execute()) if (origin !== null) await this.write(origin);
    } catch (error) {
      this.log.warn({ fault: errorText(error as Error) }, 'letters wait for the next start');
    }
  }

  /** Never rejects. */
  private async write(origin: string): Promise<void> {
    try {
      const messages = this.database.sql.selectFrom('messages').select(['userId', 'letter', 'createdAt']);
      const row = await messages.where('origin', '=', origin).executeTakeFirst();
      if (!row?.letter) return;
      const user = await this.users.byId(row.userId);
      const { about, facts } = JSON.parse(row.letter) as Letter;
      const writer = this.writers.get(about) as Writer<typeof about> | undefined;
      const isOver = !user || !writer || (await writer(user, facts, { origin, at: row.createdAt }));
      if (!isOver) return;
      await this.database.sql.updateTable('messages').set({ letter: null }).where('origin', '=', origin).execute();
    } catch (error) {
      this.log.warn({ fault: errorText(error as Error) }, 'a letter waits for the next start');
    }
  }
}
