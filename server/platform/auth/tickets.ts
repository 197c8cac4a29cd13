/**
 * Tickets: 256 random bits that represent a log-in. The database stores only their hashes, so a stolen database permits no log-in. A
 * check costs a hash and a lookup in memory; the database is read once per ticket and process.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { AnswerCode } from '../../../shared/rules/codes';
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import type { ExchangeTables, Role, SessionRow, UserRow } from '../database/exchange-tables';
import { takeIds } from '../database/last-ids';
import { markErrorsAsAfterSave } from '../errors/failure';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, KNOWN_STAFF, type Clock } from '../tokens';
import type { KnownStaff } from './staff/known-staff';
import { logInCookieIn } from './log-in/log-in-cookie';
import { StaffNetworks } from './staff/staff-networks';
import type { TicketClient, Revocation, TicketHolder, TicketPort } from './ticket-port';
import type { ClientInfo } from './log-in/client-info';

const TICKET_BYTES = 32;
/** Base64url of 32 bytes. Other texts are neither tickets nor cookies and are not looked up. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const REMEMBERED_MAX = 200_000;
/** Longest delay a timer takes without overflowing. */
const EXPIRY_SWEEP_MS = 1_000;

/** Resolution of a session's last use: one write a minute, not one per request. */
const USE_RECORDED_EVERY_MS = 60_000;

interface Session {
  holder: TicketHolder;
  readonly expiresAt: number;
  readonly cookieHash: string | null;
  endedBy: 'user' | 'staff' | null;
  /** Time of the last use, and the last use written to the database. */
  usedAt: number;
  savedUseAt: number;
}

/** An open log-in. */
export type OpenSession = Omit<SessionRow, 'ticketHash' | 'cookieHash' | 'endedAt' | 'endedBy'> & {
  isCurrent: boolean;
};

/** Runs in the transaction that ends log-ins. */
export type InTransaction = (transaction: Transaction<ExchangeTables>) => Promise<void>;

/** The ticket's holder, or why the ticket is invalid. `lapsed`: an auditor's access has ended. */
export type Verdict = TicketHolder | 'unknown' | 'expired' | 'ended' | 'lapsed';

/** Code that the holder of an invalid ticket receives. */
export const TICKET_CODES = {
  unknown: 'login.user.not.login',
  expired: '4001',
  ended: '4003',
  lapsed: 'audit.access.expired',
} as const satisfies Record<Exclude<Verdict, TicketHolder>, AnswerCode>;

export interface IssuedTicket {
  ticket: string;
  expiresInSeconds: number;
  /** The cookie the browser must store; null if the client is no browser or cannot store it safely. */
  cookie: string | null;
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
    private readonly networks: StaffNetworks,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
  ) {
    this.sweptAt = clock();
    this.timer = setInterval(() => this.sweep(), EXPIRY_SWEEP_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /**
   * Null if the password or the role has changed since `user` was read: that change ends this log-in. `isUnbound`: for a member of staff
   * without a second factor.
   */
  async issue(
    { id: userId, role, passwordHash }: Pick<UserRow, 'id' | 'role' | 'passwordHash'>,
    { ip, userAgent, browser = null }: Pick<ClientInfo, 'ip' | 'userAgent'> & Partial<Pick<ClientInfo, 'browser'>>,
    isUnbound = false,
  ): Promise<IssuedTicket | null> {
    const ticket = newSecret();
    const startedAt = this.clock();
    const lifeMs = this.lifeMs(role);
    const expiresAt = startedAt + lifeMs;
    const ticketHash = hashOf(ticket);
    const issued = await this.database.sql.transaction().execute(async (transaction) => {
      const [id] = await takeIds(transaction, 'session', 1);
      // This update takes the row lock that a password change takes too, so one of the two sees the other.
      const unchanged = await transaction
        .updateTable('users')
        .set({ passwordHash })
        .where('id', '=', userId)
        .where('passwordHash', '=', passwordHash)
        .where('role', '=', role)
        .returning('id')
        .executeTakeFirst();
      if (!unchanged) return null;
      const cookie = browser ? await cookieFor(transaction, browser.cookie, startedAt) : null;
      const cookieHash = cookie === null ? null : hashOf(cookie);
      const times = { startedAt, expiresAt, lastSeenAt: startedAt, endedAt: null, endedBy: null };
      await transaction
        .insertInto('sessions')
        .values({ ticketHash, id, userId, ip, userAgent, ...times, isUnbound: Number(isUnbound), cookieHash })
        .execute();
      return { cookie, cookieHash };
    });
    if (!issued) return null;
    const holder = { user: userId, role, isUnbound };
    const lastUse = { usedAt: startedAt, savedUseAt: startedAt };
    this.remember(ticketHash, { holder, expiresAt, cookieHash: issued.cookieHash, endedBy: null, ...lastUse });
    return { ticket, expiresInSeconds: lifeMs / 1000, cookie: issued.cookie };
  }

  /**
   * Returns the verdict synchronously if the ticket is in memory, else a promise. `isAway`: the page sent the request without a user
   * present, so it does not extend the log-in.
   */
  judge(ticket: string, { cookie }: TicketClient, isAway = false): Verdict | Promise<Verdict> {
    if (!TICKET.test(ticket)) return 'unknown';
    const ticketHash = hashOf(ticket);
    const session = this.sessions.get(ticketHash);
    if (session) return this.judgeUse(ticketHash, session, cookie, isAway);
    return this.load(ticketHash).then((loaded) =>
      loaded ? this.judgeUse(ticketHash, loaded, cookie, isAway) : 'unknown',
    );
  }

  /** The user of an open log-in in memory; does not extend the log-in. */
  userOf({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
    const { ticket } = headers;
    if (typeof ticket !== 'string' || !TICKET.test(ticket)) return null;
    const ticketHash = hashOf(ticket);
    const session = this.sessions.get(ticketHash);
    if (!session) return null;
    const verdict = this.judgeUse(ticketHash, session, logInCookieIn(headers.cookie), true);
    return typeof verdict === 'string' ? null : verdict.user;
  }

  async check(ticket: string, bearing: TicketClient): Promise<TicketHolder | null> {
    const verdict = await this.judge(ticket, bearing, true);
    if (typeof verdict === 'string' || verdict.isUnbound) return null;
    return verdict.role === 'user' || this.networks.admit(bearing.ip) ? verdict : null;
  }

  /** After a factor is bound, the log-in counts as proved with it and loses its restrictions. */
  async proveWithNewFactor<Answer>(ticket: string, binding: Promise<Answer>): Promise<Answer> {
    const answer = await binding;
    const ticketHash = hashOf(ticket);
    await this.database.sql
      .updateTable('sessions')
      .set({ isUnbound: 0 })
      .where('ticketHash', '=', ticketHash)
      .where('endedAt', 'is', null)
      .execute();
    const session = this.sessions.get(ticketHash);
    if (session) session.holder = { ...session.holder, isUnbound: false };
    return answer;
  }

  onRevoked(listener: (revocation: Revocation) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Logs out this ticket. */
  async end(ticket: string): Promise<void> {
    const ticketHash = hashOf(ticket);
    const endedSession = await this.database.sql
      .updateTable('sessions')
      .set({ endedAt: this.clock(), endedBy: 'user' })
      .where('ticketHash', '=', ticketHash)
      .where('endedAt', 'is', null)
      .returning(['userId', 'expiresAt'])
      .executeTakeFirst();
    if (!endedSession) return;
    this.rememberEnd(ticketHash, endedSession.userId, endedSession.expiresAt, 'user');
    this.notifyRevoked({ user: endedSession.userId, code: '4001' });
  }

  /** Open log-ins of a user: that of `ticket` first, then by last use, newest first. */
  async openSessions(user: number, ticket: string): Promise<OpenSession[]> {
    const now = this.clock();
    const rows = await this.database.sql
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .selectAll('sessions')
      .select('users.role')
      .where('userId', '=', user)
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', now)
      .execute();
    const current = hashOf(ticket);
    return rows
      .map(({ ticketHash, cookieHash: _, ...row }) => {
        const lastUsedAt = this.sessions.get(ticketHash)?.usedAt ?? row.lastSeenAt;
        return { ...row, lastSeenAt: lastUsedAt, isCurrent: ticketHash === current };
      })
      .filter(({ lastSeenAt, role }) => lastSeenAt + this.idleMs(role) > now)
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.lastSeenAt - one.lastSeenAt);
  }

  /** Ends one log-in of a user by id; false if the user has no such open log-in. */
  async endSession(user: number, session: number): Promise<boolean> {
    return (await this.endWhere(user, 'user', { session })) > 0;
  }

  /**
   * Ends every log-in of a user except that of the ticket `except`; returns how many. Used by password changes and by staff. `alongside`
   * writes the new password in the same transaction, so both take effect together.
   */
  endAll(user: number, endedBy: 'user' | 'staff', except?: string, alongside?: InTransaction): Promise<number> {
    return this.endWhere(user, endedBy, { except, alongside });
  }

  /** Ends the user's other log-ins after a change of the account's protection; they must log in again. */
  async endingOthers<Answer>(user: number, ticket: string, change: Promise<Answer>): Promise<Answer> {
    const answer = await change;
    await markErrorsAsAfterSave(this.endAll(user, 'user', ticket));
    return answer;
  }

  private async endWhere(
    user: number,
    endedBy: 'user' | 'staff',
    { session, except, alongside }: { session?: number; except?: string; alongside?: InTransaction },
  ): Promise<number> {
    const now = this.clock();
    const endedSessions = await this.database.sql.transaction().execute(async (transaction) => {
      await alongside?.(transaction);
      let query = transaction
        .updateTable('sessions')
        .set({ endedAt: now, endedBy })
        .where('userId', '=', user)
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', now);
      if (session !== undefined) query = query.where('id', '=', session);
      if (except !== undefined) query = query.where('ticketHash', '!=', hashOf(except));
      return query.returning(['ticketHash', 'expiresAt']).execute();
    });
    for (const { ticketHash, expiresAt } of endedSessions) this.rememberEnd(ticketHash, user, expiresAt, endedBy);
    if (endedSessions.length > 0) this.notifyRevoked({ user, code: endedBy === 'staff' ? '4003' : '4001' });
    return endedSessions.length;
  }

  /** Also stored for a ticket that is not in memory: a concurrent load may have read the row before its end. */
  private rememberEnd(ticketHash: string, user: number, expiresAt: number, endedBy: 'user' | 'staff'): void {
    const cached = this.sessions.get(ticketHash);
    if (cached) cached.endedBy ??= endedBy;
    else {
      const holder = { user, role: 'user', isUnbound: false } as const;
      this.remember(ticketHash, { holder, expiresAt, cookieHash: null, endedBy, usedAt: 0, savedUseAt: 0 });
    }
  }

  /** Null if there is none. */
  private async load(ticketHash: string): Promise<Session | null> {
    const row = await this.database.sql
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .selectAll('sessions')
      .select('users.role')
      .where('sessions.ticketHash', '=', ticketHash)
      .executeTakeFirst();
    if (!row) return null;
    // A concurrent request may have loaded the session, and a revocation may have changed that copy.
    const cached = this.sessions.get(ticketHash);
    if (cached) return cached;
    const { role, startedAt, cookieHash, endedBy, lastSeenAt } = row;
    const expiresAt = Math.min(row.expiresAt, startedAt + this.lifeMs(role));
    const holder = { user: row.userId, role, isUnbound: row.isUnbound === 1 };
    const session: Session = { holder, expiresAt, cookieHash, endedBy, usedAt: lastSeenAt, savedUseAt: lastSeenAt };
    this.remember(ticketHash, session);
    return session;
  }

  /** Returns the verdict and records the use. */
  private judgeUse(ticketHash: string, session: Session, cookie: string | undefined, isAway: boolean): Verdict {
    const now = this.clock();
    if (session.endedBy !== null) return session.endedBy === 'staff' ? 'ended' : 'expired';
    if (this.isLapsed(session.holder, now)) return 'lapsed';
    if (this.endOf(session) <= now) return 'expired';
    // The session's role may be outdated; the journal decides.
    const { user, role } = session.holder;
    if (this.staff.roleOf(user) !== role) return 'ended';
    // A ticket stolen from a page comes without the HttpOnly cookie.
    if (session.cookieHash !== null && (cookie === undefined || hashOf(cookie) !== session.cookieHash))
      return 'expired';
    if (!isAway) this.recordUse(ticketHash, session, now);
    return session.holder;
  }

  private endOf({ holder, expiresAt, usedAt }: Session): number {
    return Math.min(expiresAt, usedAt + this.idleMs(holder.role), this.auditorAccessEnd(holder));
  }

  /** Whether the holder is an auditor whose access has ended; a new end restores access. */
  isLapsed(holder: Pick<TicketHolder, 'user' | 'role'>, now = this.clock()): boolean {
    return this.auditorAccessEnd(holder) <= now;
  }

  private auditorAccessEnd({ user, role }: Pick<TicketHolder, 'user' | 'role'>): number {
    return role === 'auditor' ? (this.staff.untilOf(user) ?? Infinity) : Infinity;
  }

  private lifeMs(role: Role): number {
    const { ticketHoursMax, staffTicketHoursMax } = this.config.limits;
    return HOUR_MS * (role === 'user' ? ticketHoursMax : staffTicketHoursMax);
  }

  private idleMs(role: Role): number {
    const { ticketIdleMinutesMax, staffTicketIdleMinutesMax } = this.config.limits;
    return MINUTE_MS * (role === 'user' ? ticketIdleMinutesMax : staffTicketIdleMinutesMax);
  }

  /** Written in the background; a failure does not affect the request. */
  private recordUse(ticketHash: string, session: Session, now: number): void {
    session.usedAt = now;
    if (now - session.savedUseAt < USE_RECORDED_EVERY_MS) return;
    session.savedUseAt = now;
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

  /** Sockets outlive a request, so expired tickets are announced to them. */
  private sweep(): void {
    const now = this.clock();
    for (const session of this.sessions.values()) {
      if (session.endedBy !== null) continue;
      const endedAt = this.endOf(session);
      if (endedAt <= this.sweptAt || endedAt > now) continue;
      const code = this.isLapsed(session.holder, now) ? 'audit.access.expired' : '4001';
      this.notifyRevoked({ user: session.holder.user, code });
    }
    this.sweptAt = now;
  }

  private notifyRevoked(revocation: Revocation): void {
    for (const listener of this.listeners) listener(revocation);
  }
}

/**
 * Reuses the browser's cookie while an open log-in depends on it, so a second log-in does not break open tabs. Otherwise creates a new
 * one: an unused cookie may have been planted by an attacker.
 */
async function cookieFor(
  transaction: Transaction<ExchangeTables>,
  cookie: string | undefined,
  now: number,
): Promise<string> {
  if (cookie === undefined || !TICKET.test(cookie)) return newSecret();
  const inUse = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('cookieHash', '=', hashOf(cookie))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst();
  return inUse ? cookie : newSecret();
}

function newSecret(): string {
  return randomBytes(TICKET_BYTES).toString('base64url');
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
