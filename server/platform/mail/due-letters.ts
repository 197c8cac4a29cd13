/**
 * Letters about journal events. Each is stored in the row of the matching message, in one step, and removed from it once sent. A letter
 * cut off by a crash is sent at the next start under the same origin. Letters due while the database is unavailable are sent when it is
 * back.
 */
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { MessageFacts, MessageKey } from '../../../shared/wire/messages-center';
import { Users } from '../auth/users';
import type { Database } from '../database/database';
import type { ExchangeTables, UserRow } from '../database/exchange-tables';
import { storeFaultOf } from '../database/store-fault';
import { Deliveries } from '../delivery/deliveries';
import { errorText } from '../logs/error-facts';
import { Messages } from '../messages/messages';
import { EXCHANGE_DATABASE } from '../tokens';
import type { WithdrawalNotice } from './letter-texts';
import type { LetterOrigin } from './letters';

/** Delay in ms between two attempts while the database is unreachable. */
export const RETRY_MS = 5_000;

export interface LetterFacts {
  withdrawal: WithdrawalNotice;
  'recovery.proposed': object;
  'recovery.granted': { recovery: number };
}

/** Writes one letter; resolves to whether it was sent or dropped. */
type Writer<K extends keyof LetterFacts> = (
  user: UserRow,
  details: LetterFacts[K],
  letterOrigin: LetterOrigin,
) => Promise<boolean>;

export type Letter = { [K in keyof LetterFacts]: { about: K; facts: LetterFacts[K] } }[keyof LetterFacts];

@Injectable()
export class DueLetters implements OnModuleDestroy {
  private readonly log = new Logger(DueLetters.name);
  private readonly writers = new Map<keyof LetterFacts, Writer<never>>();
  /** By the origin of the message. */
  private readonly inFlight = new Set<string>();
  private retryTimer: NodeJS.Timeout | null = null;
  private isClosed = false;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    private readonly users: Users,
    private readonly messages: Messages,
    private readonly deliveries: Deliveries,
  ) {}

  /** Registers the writer of a kind of letter; call it before any notification. */
  registerWriter<K extends keyof LetterFacts>(kind: K, writer: Writer<K>): void {
    this.writers.set(kind, writer);
  }

  /** Stores a message with its letter; neither if it was stored before. Does not wait for the letter. */
  async notifyWithLetter<K extends MessageKey>(
    user: number,
    key: K,
    details: MessageFacts<K>,
    origin: string,
    letter: Letter,
  ): Promise<boolean> {
    const isNew = await this.messages.notify(user, key, details, origin, JSON.stringify(letter));
    if (isNew) this.deliveries.track(this.write(origin));
    return isNew;
  }

  /** Sends letters that were not confirmed as sent when the process ended; sequentially, since there may be many. */
  resume(): void {
    this.deliveries.track(this.writeAll());
  }

  onModuleDestroy(): void {
    this.isClosed = true;
    if (this.retryTimer) clearTimeout(this.retryTimer);
  }

  private async writeAll(): Promise<void> {
    try {
      const open = this.database.sql.selectFrom('messages').select('origin').where('letter', 'is not', null);
      for (const { origin } of await open.orderBy('id').execute()) {
        // The remaining letters have to wait too.
        if (this.retryTimer || this.isClosed) return;
        if (origin !== null) await this.write(origin);
      }
    } catch (error) {
      this.wait(error as Error);
    }
  }

  /** Never rejects. */
  private async write(origin: string): Promise<void> {
    if (this.inFlight.has(origin)) return;
    this.inFlight.add(origin);
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
      this.wait(error as Error);
    } finally {
      this.inFlight.delete(origin);
    }
  }

  private wait(error: Error): void {
    const isPassing = storeFaultOf(error) !== null && !this.isClosed;
    this.log.warn({ fault: errorText(error) }, `letters wait for the ${isPassing ? 'database' : 'next start'}`);
    if (!isPassing || this.retryTimer) return;
    this.retryTimer = setTimeout(() => {
      this.retryTimer = null;
      this.resume();
    }, RETRY_MS);
    this.retryTimer.unref();
  }
}
