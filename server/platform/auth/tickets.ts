/**
 * Tickets: 256 random bits that stand for a log-in. The store keeps their hashes alone, so a stolen database logs nobody
 * in. Checking one costs a hash and a look into memory; the database is asked once per ticket and process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Transaction } from 'kysely';
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { ExchangeTables, SessionRow, UserRow } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../tokens';
import type { Revocation, TicketHolder, TicketPort } from './ticket-port';
import type { Whence } from './whence';

const TICKET_BYTES = 32;
/** Base64url of 32 bytes: anything else is no ticket of ours and is not looked up. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3_600_000;
const REMEMBERED_MAX = 200_000;
/** Longest delay a timer takes without overflowing. */
const EXPIRY_SWEEP_MS = 1_000;

/** How exactly is kept when a session was last seen: one write a minute instead of one a request. */
const SEEN_EVERY_MS = 60_000;

interface Session {
  readonly holder: TicketHolder;
  readonly expiresAt: number;
  ended: 'user' | 'staff' | null;
  seenAt: number;
}

/** A log-in that is open. */
export type OpenSession = Omit<SessionRow, 'ticketHash' | 'endedAt' | 'endedBy'> & { isCurrent: boolean };

/** What happens in the same transaction as the end of log-ins. */
export type Alongside = (transaction: Transaction<ExchangeTables>) => Promise<void>;

/** What a ticket is worth: its holder, or why it is worth nothing. */
export type Verdict = TicketHolder | 'unknown' | 'expired' | 'ended';

export interface IssuedTicket {
  ticket: string;
  expiresInSeconds: number;
}

@Injectable()
export class Tickets implements TicketPort {
  private readonly sessions = new Map<string, Session>();
  private readonly listeners = new Set<(revocation: Revocation) => void>();
  private readonly log = new Logger(Tickets.name);
  private readonly timer: NodeJS.Timeout;
  private sweptAt: number;

  constructor(
    @Inject(EXCHANGE_DATABASE) private readonly database: Database<ExchangeTables>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'limits'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.sweptAt = clock();
    this.timer = setInterval(() => this.sweep(), EXPIRY_SWEEP_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Null when password or role have changed since they were read: that change has ended what this would begin. */
  async issue(
    { id: userId, role, passwordHash }: Pick<UserRow, 'id' | 'role' | 'passwordHash'>,
    { ip, userAgent }: Pick<Whence, 'ip' | 'userAgent'>,
  ): Promise<IssuedTicket | null> {
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    const startedAt = this.clock();
    const lifeMs = this.config.limits.ticketHoursMax * HOUR_MS;
    const expiresAt = startedAt + lifeMs;
    const ticketHash = hashOf(ticket);
    const issued = await this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'session', 1);
      // Written for its lock, which a change of the password takes too: one of the two sees what the other did.
      const unchanged = await transaction
        .updateTable('users')
        .set({ passwordHash })
        .where('id', '=', userId)
        .where('passwordHash', '=', passwordHash)
        .where('role', '=', role)
        .returning('id')
        .executeTakeFirst();
      if (!unchanged) return false;
      const when = { startedAt, expiresAt, lastSeenAt: startedAt, endedAt: null, endedBy: null };
      await transaction
        .insertInto('sessions')
        .values({ ticketHash, id, userId, ip, userAgent, ...when })
        .execute();
      return true;
    });
    if (!issued) return null;
    this.remember(ticketHash, { holder: { user: userId, role }, expiresAt, ended: null, seenAt: startedAt });
    return { ticket, expiresInSeconds: lifeMs / 1000 };
  }

  /** The verdict at once when the ticket is in memory, else a promise of it. */
  judge(ticket: string): Verdict | Promise<Verdict> {
    if (!TICKET.test(ticket)) return 'unknown';
    const ticketHash = hashOf(ticket);
    const session = this.sessions.get(ticketHash);
    if (!session) return this.load(ticketHash);
    this.see(ticketHash, session);
    return this.verdictOn(session);
  }

  async check(ticket: string): Promise<TicketHolder | null> {
    const verdict = await this.judge(ticket);
    return typeof verdict === 'string' ? null : verdict;
  }

  onRevoked(listener: (revocation: Revocation) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Logs this ticket out. */
  async end(ticket: string): Promise<void> {
    const ticketHash = hashOf(ticket);
    const ended = await this.database.sql
      .updateTable('sessions')
      .set({ endedAt: this.clock(), endedBy: 'user' })
      .where('ticketHash', '=', ticketHash)
      .where('endedAt', 'is', null)
      .returning(['userId', 'expiresAt'])
      .executeTakeFirst();
    if (!ended) return;
    this.rememberEnd(ticketHash, ended.userId, ended.expiresAt, 'user');
    this.tell({ user: ended.userId, code: '4001' });
  }

  /** The open log-ins of a user: that of `ticket` first, then the last seen first. */
  async openSessions(user: number, ticket: string): Promise<OpenSession[]> {
    const rows = await this.database.sql
      .selectFrom('sessions')
      .selectAll()
      .where('userId', '=', user)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', this.clock())
      .execute();
    const current = hashOf(ticket);
    return rows
      .map(({ ticketHash, ...row }) => {
        const seenAt = this.sessions.get(ticketHash)?.seenAt ?? row.lastSeenAt;
        return { ...row, lastSeenAt: seenAt, isCurrent: ticketHash === current };
      })
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.lastSeenAt - one.lastSeenAt);
  }

  /** Ends one log-in of a user, by its id; false when they have no such open one. */
  async endSession(user: number, session: number): Promise<boolean> {
    return (await this.endWhere(user, 'user', { session })) > 0;
  }

  /**
   * Ends every log-in of a user but that of the ticket `except`; returns how many. A changed password and staff both do
   * this; the new password is written `alongside`, so that there is no moment at which one of the two holds alone.
   */
  endAll(user: number, by: 'user' | 'staff', except?: string, alongside?: Alongside): Promise<number> {
    return this.endWhere(user, by, { except, alongside });
  }

  /**
   * Ends every other log-in of a user when a change of what protects the account is done: whoever else is in has to show that
   * they are still let in.
   */
  async endingOthers<Answer>(user: number, ticket: string, change: Promise<Answer>): Promise<Answer> {
    const answer = await change;
    await this.endAll(user, 'user', ticket);
    return answer;
  }

  private async endWhere(
    user: number,
    by: 'user' | 'staff',
    { session, except, alongside }: { session?: number; except?: string; alongside?: Alongside },
  ): Promise<number> {
    const now = this.clock();
    const ended = await this.database.sql.transaction().execute(async (transaction) => {
      await alongside?.(transaction);
      let ending = transaction
        .updateTable('sessions')
        .set({ endedAt: now, endedBy: by })
        .where('userId', '=', user)
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', now);
      if (session !== undefined) ending = ending.where('id', '=', session);
      if (except !== undefined) ending = ending.where('ticketHash', '!=', hashOf(except));
      return ending.returning(['ticketHash', 'expiresAt']).execute();
    });
    for (const { ticketHash, expiresAt } of ended) this.rememberEnd(ticketHash, user, expiresAt, by);
    if (ended.length > 0) this.tell({ user, code: by === 'staff' ? '4003' : '4001' });
    return ended.length;
  }

  /** Also of one that is not in memory: somebody may be reading it from the database, as it was before. */
  private rememberEnd(ticketHash: string, user: number, expiresAt: number, by: 'user' | 'staff'): void {
    const known = this.sessions.get(ticketHash);
    if (known) known.ended ??= by;
    else this.remember(ticketHash, { holder: { user, role: 'user' }, expiresAt, ended: by, seenAt: 0 });
  }

  private async load(ticketHash: string): Promise<Verdict> {
    const row = await this.database.sql
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['users.id', 'users.role', 'sessions.expiresAt', 'sessions.endedBy', 'sessions.lastSeenAt'])
      .where('sessions.ticketHash', '=', ticketHash)
      .executeTakeFirst();
    if (!row) return 'unknown';
    // Another request may have loaded it meanwhile, and a revocation may have changed that copy.
    const known = this.sessions.get(ticketHash);
    if (known) return this.verdictOn(known);
    const { expiresAt, endedBy: ended, lastSeenAt: seenAt } = row;
    const session: Session = { holder: { user: row.id, role: row.role }, expiresAt, ended, seenAt };
    this.remember(ticketHash, session);
    this.see(ticketHash, session);
    return this.verdictOn(session);
  }

  private verdictOn(session: Session): Verdict {
    if (session.ended !== null) return session.ended === 'staff' ? 'ended' : 'expired';
    return session.expiresAt <= this.clock() ? 'expired' : session.holder;
  }

  /** A request does not wait for this note, nor fail with it. */
  private see(ticketHash: string, session: Session): void {
    const now = this.clock();
    if (session.ended !== null || now - session.seenAt < SEEN_EVERY_MS) return;
    session.seenAt = now;
    const update = this.database.sql.updateTable('sessions').set({ lastSeenAt: now });
    void update
      .where('ticketHash', '=', ticketHash)
      .execute()
      .catch((error: unknown) => this.log.warn(error, 'a session was not marked as seen'));
  }

  private remember(ticketHash: string, session: Session): void {
    if (this.sessions.size >= REMEMBERED_MAX) this.sessions.delete(this.sessions.keys().next().value as string);
    this.sessions.set(ticketHash, session);
  }

  /** Sockets outlive a request: they are told when a ticket runs out. */
  private sweep(): void {
    const now = this.clock();
    for (const { holder, expiresAt, ended } of this.sessions.values()) {
      if (ended === null && expiresAt > this.sweptAt && expiresAt <= now)
        this.tell({ user: holder.user, code: '4001' });
    }
    this.sweptAt = now;
  }

  private tell(revocation: Revocation): void {
    for (const listener of this.listeners) listener(revocation);
  }
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
