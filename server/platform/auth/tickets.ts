/**
 * Tickets: 256 random bits that stand for a log-in. The store keeps their hashes alone, so a stolen database logs nobody
 * in. Checking one costs a hash and a look into memory; the database is asked once per ticket and process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { ExchangeTables, Role } from '../database/exchange-tables';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, type Clock } from '../tokens';
import type { Revocation, TicketHolder, TicketPort } from './ticket-port';

const TICKET_BYTES = 32;
/** Base64url of 32 bytes: anything else is no ticket of ours and is not looked up. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3_600_000;
const REMEMBERED_MAX = 200_000;
/** Longest delay a timer takes without overflowing. */
const EXPIRY_SWEEP_MS = 1_000;

interface Session {
  readonly holder: TicketHolder;
  readonly expiresAt: number;
  ended: 'user' | 'staff' | null;
}

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

  async issue(user: number, role: Role): Promise<IssuedTicket> {
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    const startedAt = this.clock();
    const lifeMs = this.config.limits.ticketHoursMax * HOUR_MS;
    const expiresAt = startedAt + lifeMs;
    const ticketHash = hashOf(ticket);
    await this.database.sql
      .insertInto('sessions')
      .values({ ticketHash, userId: user, startedAt, expiresAt, endedAt: null, endedBy: null })
      .execute();
    this.remember(ticketHash, { holder: { user, role }, expiresAt, ended: null });
    return { ticket, expiresInSeconds: lifeMs / 1000 };
  }

  /** The verdict at once when the ticket is in memory, else a promise of it. */
  judge(ticket: string): Verdict | Promise<Verdict> {
    if (!TICKET.test(ticket)) return 'unknown';
    const ticketHash = hashOf(ticket);
    const session = this.sessions.get(ticketHash);
    return session ? this.verdictOn(session) : this.load(ticketHash);
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
    await this.database.sql
      .updateTable('sessions')
      .set({ endedAt: this.clock(), endedBy: 'user' })
      .where('ticketHash', '=', ticketHash)
      .where('endedAt', 'is', null)
      .execute();
    const session = this.sessions.get(ticketHash);
    if (!session) return;
    session.ended ??= 'user';
    this.tell({ user: session.holder.user, code: '4001' });
  }

  /** Ends every log-in of a user; returns how many. A changed password and staff both do this. */
  async endAll(user: number, by: 'user' | 'staff'): Promise<number> {
    const ended = await this.database.sql
      .updateTable('sessions')
      .set({ endedAt: this.clock(), endedBy: by })
      .where('userId', '=', user)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', this.clock())
      .returning('ticketHash')
      .execute();
    for (const { ticketHash } of ended) {
      const session = this.sessions.get(ticketHash);
      if (session) session.ended ??= by;
    }
    if (ended.length > 0) this.tell({ user, code: by === 'staff' ? '4003' : '4001' });
    return ended.length;
  }

  private async load(ticketHash: string): Promise<Verdict> {
    const row = await this.database.sql
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .select(['users.id', 'users.role', 'sessions.expiresAt', 'sessions.endedBy'])
      .where('sessions.ticketHash', '=', ticketHash)
      .executeTakeFirst();
    if (!row) return 'unknown';
    // Another request may have loaded it meanwhile, and a revocation may have changed that copy.
    const known = this.sessions.get(ticketHash);
    if (known) return this.verdictOn(known);
    const session = { holder: { user: row.id, role: row.role }, expiresAt: row.expiresAt, ended: row.endedBy };
    this.remember(ticketHash, session);
    return this.verdictOn(session);
  }

  private verdictOn(session: Session): Verdict {
    if (session.ended !== null) return session.ended === 'staff' ? 'ended' : 'expired';
    return session.expiresAt <= this.clock() ? 'expired' : session.holder;
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
