/**
 * Tickets: 256 random bits that stand for a log-in. The store keeps their hashes alone, so a stolen database logs nobody
 * in. Checking one costs a hash and a look into memory; the database is asked once per ticket and process.
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
import { afterSaving } from '../errors/failure';
import { CLOCK, CONFIG, EXCHANGE_DATABASE, KNOWN_STAFF, type Clock } from '../tokens';
import type { KnownStaff } from './staff/known-staff';
import { logInCookieIn } from './log-in/log-in-cookie';
import { StaffNetworks } from './staff/staff-networks';
import type { Bearing, Revocation, TicketHolder, TicketPort } from './ticket-port';
import type { Whence } from './log-in/whence';

const TICKET_BYTES = 32;
/** Base64url of 32 bytes: anything else is no ticket of ours, nor a cookie, and is not looked up. */
const TICKET = /^[A-Za-z0-9_-]{43}$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const REMEMBERED_MAX = 200_000;
/** Longest delay a timer takes without overflowing. */
const EXPIRY_SWEEP_MS = 1_000;

/** How exactly is kept when a session was last seen: one write a minute instead of one a request. */
const SEEN_EVERY_MS = 60_000;

interface Session {
  holder: TicketHolder;
  readonly expiresAt: number;
  readonly cookieHash: string | null;
  ended: 'user' | 'staff' | null;
  /** When it was last used, and as when that is kept. */
  usedAt: number;
  seenAt: number;
}

/** A log-in that is open. */
export type OpenSession = Omit<SessionRow, 'ticketHash' | 'cookieHash' | 'endedAt' | 'endedBy'> & {
  isCurrent: boolean;
};

/** What happens in the same transaction as the end of log-ins. */
export type Alongside = (transaction: Transaction<ExchangeTables>) => Promise<void>;

/** What a ticket is worth: its holder, or why it is worth nothing; `lapsed`: it is an auditor's, and their time is over. */
export type Verdict = TicketHolder | 'unknown' | 'expired' | 'ended' | 'lapsed';

/** Why a ticket is worth nothing, as its holder is told. */
export const TICKET_CODES = {
  unknown: 'login.user.not.login',
  expired: '4001',
  ended: '4003',
  lapsed: 'audit.access.expired',
} as const satisfies Record<Exclude<Verdict, TicketHolder>, AnswerCode>;

export interface IssuedTicket {
  ticket: string;
  expiresInSeconds: number;
  /** What the browser is to keep beside it; null for who is no browser, or cannot keep it safely. */
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
   * Null when password or role have changed since they were read: that change has ended what this would begin. `isUnbound`: for a
   * member of staff who has nothing to prove themselves by but the password.
   */
  async issue(
    { id: userId, role, passwordHash }: Pick<UserRow, 'id' | 'role' | 'passwordHash'>,
    { ip, userAgent, browser = null }: Pick<Whence, 'ip' | 'userAgent'> & Partial<Pick<Whence, 'browser'>>,
    isUnbound = false,
  ): Promise<IssuedTicket | null> {
    const ticket = newSecret();
    const startedAt = this.clock();
    const lifeMs = this.lifeMs(role);
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
      if (!unchanged) return null;
      const cookie = browser ? await cookieFor(transaction, browser.cookie, startedAt) : null;
      const cookieHash = cookie === null ? null : hashOf(cookie);
      const when = { startedAt, expiresAt, lastSeenAt: startedAt, endedAt: null, endedBy: null };
      await transaction
        .insertInto('sessions')
        .values({ ticketHash, id, userId, ip, userAgent, ...when, isUnbound: Number(isUnbound), cookieHash })
        .execute();
      return { cookie, cookieHash };
    });
    if (!issued) return null;
    const holder = { user: userId, role, isUnbound };
    const seen = { usedAt: startedAt, seenAt: startedAt };
    this.remember(ticketHash, { holder, expiresAt, cookieHash: issued.cookieHash, ended: null, ...seen });
    return { ticket, expiresInSeconds: lifeMs / 1000, cookie: issued.cookie };
  }

  /**
   * The verdict at once when the ticket is in memory, else a promise of it. `isAway`: the page asks by itself, with nobody in front of
   * it, which is no use of the ticket.
   */
  judge(ticket: string, { cookie }: Bearing, isAway = false): Verdict | Promise<Verdict> {
    if (!TICKET.test(ticket)) return 'unknown';
    const ticketHash = hashOf(ticket);
    const session = this.sessions.get(ticketHash);
    if (session) return this.used(ticketHash, session, cookie, isAway);
    return this.load(ticketHash).then((loaded) => (loaded ? this.used(ticketHash, loaded, cookie, isAway) : 'unknown'));
  }

  /** Of a log-in that is open and in memory; asking is no use of it. */
  userOf({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
    const { ticket } = headers;
    if (typeof ticket !== 'string' || !TICKET.test(ticket)) return null;
    const ticketHash = hashOf(ticket);
    const session = this.sessions.get(ticketHash);
    if (!session) return null;
    const verdict = this.used(ticketHash, session, logInCookieIn(headers.cookie), true);
    return typeof verdict === 'string' ? null : verdict.user;
  }

  async check(ticket: string, bearing: Bearing): Promise<TicketHolder | null> {
    const verdict = await this.judge(ticket, bearing, true);
    if (typeof verdict === 'string' || verdict.isUnbound) return null;
    return verdict.role === 'user' || this.networks.admit(bearing.ip) ? verdict : null;
  }

  /** When a factor is bound, this log-in has seen it: that of a member of staff is one like any other from then on. */
  async makeWhole<Answer>(ticket: string, bound: Promise<Answer>): Promise<Answer> {
    const answer = await bound;
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
        const seenAt = this.sessions.get(ticketHash)?.usedAt ?? row.lastSeenAt;
        return { ...row, lastSeenAt: seenAt, isCurrent: ticketHash === current };
      })
      .filter(({ lastSeenAt, role }) => lastSeenAt + this.idleMs(role) > now)
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
    await afterSaving(this.endAll(user, 'user', ticket));
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
    else {
      const holder = { user, role: 'user', isUnbound: false } as const;
      this.remember(ticketHash, { holder, expiresAt, cookieHash: null, ended: by, usedAt: 0, seenAt: 0 });
    }
  }

  /** Null when there is none. */
  private async load(ticketHash: string): Promise<Session | null> {
    const row = await this.database.sql
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.userId')
      .selectAll('sessions')
      .select('users.role')
      .where('sessions.ticketHash', '=', ticketHash)
      .executeTakeFirst();
    if (!row) return null;
    // Another request may have loaded it meanwhile, and a revocation may have changed that copy.
    const known = this.sessions.get(ticketHash);
    if (known) return known;
    const { role, startedAt, cookieHash, endedBy: ended, lastSeenAt } = row;
    const expiresAt = Math.min(row.expiresAt, startedAt + this.lifeMs(role));
    const holder = { user: row.userId, role, isUnbound: row.isUnbound === 1 };
    const session: Session = { holder, expiresAt, cookieHash, ended, usedAt: lastSeenAt, seenAt: lastSeenAt };
    this.remember(ticketHash, session);
    return session;
  }

  /** What it is worth, which is also noted as a use of it. */
  private used(ticketHash: string, session: Session, cookie: string | undefined, isAway: boolean): Verdict {
    const now = this.clock();
    if (session.ended !== null) return session.ended === 'staff' ? 'ended' : 'expired';
    if (this.isLapsed(session.holder, now)) return 'lapsed';
    if (this.endOf(session) <= now) return 'expired';
    // As what they came, whatever made them so, is not what the journal says they are.
    const { user, role } = session.holder;
    if (this.staff.roleOf(user) !== role) return 'ended';
    // Whoever has stolen the ticket out of a page has not the cookie, which no script reads.
    if (session.cookieHash !== null && (cookie === undefined || hashOf(cookie) !== session.cookieHash))
      return 'expired';
    if (!isAway) this.see(ticketHash, session, now);
    return session.holder;
  }

  private endOf({ holder, expiresAt, usedAt }: Session): number {
    return Math.min(expiresAt, usedAt + this.idleMs(holder.role), this.lapseOf(holder));
  }

  /** Whether somebody is an auditor whose time is over: they are let in again when another end is set. */
  isLapsed(holder: Pick<TicketHolder, 'user' | 'role'>, now = this.clock()): boolean {
    return this.lapseOf(holder) <= now;
  }

  private lapseOf({ user, role }: Pick<TicketHolder, 'user' | 'role'>): number {
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

  /** A request does not wait for this note, nor fail with it. */
  private see(ticketHash: string, session: Session, now: number): void {
    session.usedAt = now;
    if (now - session.seenAt < SEEN_EVERY_MS) return;
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
    for (const session of this.sessions.values()) {
      if (session.ended !== null) continue;
      const endedAt = this.endOf(session);
      if (endedAt <= this.sweptAt || endedAt > now) continue;
      const code = this.isLapsed(session.holder, now) ? 'audit.access.expired' : '4001';
      this.tell({ user: session.holder.user, code });
    }
    this.sweptAt = now;
  }

  private tell(revocation: Revocation): void {
    for (const listener of this.listeners) listener(revocation);
  }
}

/**
 * That of the browser as long as a log-in goes by it, so that another log-in there does not take it from the tabs that are open; else
 * a new one. One that no log-in goes by may have been put there by somebody else.
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
