/** Authenticates, authorises and rate-limits every request before its endpoint. The usual case needs no database and no promise. */
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { AuditScope } from '../../../shared/rules/audit-scope';
import { QUOTE_PIECES_MAX } from '../../../shared/rules/quote-pieces';
import type { Access, Route } from '../../../shared/wire/route';
import type { Config } from '../config/config';
import type { Role } from '../database/exchange-tables';
import type { RequestWithFailureCode } from '../errors/failure';
import { Refusal } from '../errors/refusal';
import { routeOf } from '../http/endpoint-routes';
import { raiseMinPosition } from '../http/requests/min-position';
import { ReadYourWrites } from '../read-your-writes';
import { CLOCK, CONFIG, KNOWN_STAFF, MONOTONIC, type Clock, type Monotonic } from '../tokens';
import { isRequestOutOfScope } from './staff/audit-bounds';
import type { KnownStaff } from './staff/known-staff';
import { ticketClientOf, isUserAway } from './log-in/log-in-cookie';
import { rateKeyOf, SlidingWindow, TokenBuckets } from './rates';
import { SettingsLocks } from './settings-locks';
import { StaffLog } from './staff/staff-log';
import { staffLogEntry } from './staff/staff-log-entry';
import { StaffNetworks } from './staff/staff-networks';
import { givenFactor } from './factors/step-up';
import type { TicketHolder } from './ticket-port';
import { TICKET_CODES, Tickets, type Verdict } from './tickets';
import { TradingFactors } from './factors/trading-factors';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Which roles a kind of access admits. */
const ADMITTED: Readonly<Record<Exclude<Access, 'public'>, readonly Role[]>> = {
  user: ['user', 'auditor', 'admin'],
  auditor: ['auditor', 'admin'],
  admin: ['admin'],
};

/** Rates counted per user; the other rates are counted per IP address. Photos are limited before their body is read. */
type UserRate = 'orders' | 'commands' | 'reads' | 'transfers';
type Rate = Exclude<Route['rate'], UserRate | 'photos' | undefined>;

/** `auditScope` is set for auditors only. */
export type RequestWithCaller = RequestWithFailureCode & { caller?: TicketHolder; auditScope?: AuditScope };

@Injectable()
export class AccessGuard implements CanActivate {
  private readonly byUser: Readonly<Record<UserRate, TokenBuckets>>;
  private readonly byAddress: Readonly<Record<Rate, SlidingWindow>>;

  constructor(
    private readonly tickets: Tickets,
    private readonly staffLog: StaffLog,
    private readonly networks: StaffNetworks,
    private readonly settingsLocks: SettingsLocks,
    private readonly tradingFactors: TradingFactors,
    private readonly ownWrites: ReadYourWrites,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(MONOTONIC) private readonly now: Monotonic,
    @Inject(KNOWN_STAFF) private readonly staff: KnownStaff,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const { limits } = config;
    this.byUser = {
      orders: new TokenBuckets(limits.ordersPerSecondMax),
      commands: new TokenBuckets(limits.commandsPerSecondMax),
      reads: new TokenBuckets(limits.readsPerSecondMax),
      transfers: new TokenBuckets(limits.transfersPerDayMax, DAY_MS),
    };
    this.byAddress = {
      logins: new SlidingWindow(limits.loginsPerMinuteMax, MINUTE_MS),
      registrations: new SlidingWindow(limits.registrationsPerMinuteMax, MINUTE_MS),
      codes: new SlidingWindow(limits.codesPerMinuteMax, MINUTE_MS),
      feedback: new SlidingWindow(limits.feedbacksPerMinuteMax, MINUTE_MS),
      reports: new SlidingWindow(limits.reportsPerMinuteMax, MINUTE_MS),
    };
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    // A socket's handler is no endpoint: the gateway checks tickets itself.
    const route = routeOf(context.getHandler());
    if (!route) return true;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    if (route.access === 'public') return this.admitVisitor(route, request);
    const { ticket } = request.headers;
    if (typeof ticket !== 'string' || ticket === '') throw new Refusal('login.user.not.login');
    const verdict = this.tickets.judge(ticket, ticketClientOf(request), isUserAway(request));
    return verdict instanceof Promise
      ? verdict.then((resolvedVerdict) => this.admit(route, request, resolvedVerdict))
      : this.admit(route, request, verdict);
  }

  private admitVisitor({ rate, heedsTicket, failure }: Route, request: RequestWithCaller): true | Promise<true> {
    // No command is submitted for a visitor.
    if (failure) request.failure = { code: failure, isSure: () => true };
    this.takeAddressToken(rate, request);
    const { ticket } = request.headers;
    if (!heedsTicket || typeof ticket !== 'string') return true;
    const verdict = this.tickets.judge(ticket, ticketClientOf(request), isUserAway(request));
    return verdict instanceof Promise
      ? verdict.then((resolvedVerdict) => attachCaller(request, resolvedVerdict))
      : attachCaller(request, verdict);
  }

  private admit(route: Route, request: RequestWithCaller, verdict: Verdict): true | Promise<true> {
    if (typeof verdict === 'string') throw new Refusal(TICKET_CODES[verdict]);
    if (verdict.role !== 'user' && !this.networks.admit(request.ip)) return this.deny(route, request, verdict);
    if (verdict.isUnbound && !route.unbound) throw new Refusal('staff.factor.missing');
    if (!ADMITTED[route.access as Exclude<Access, 'public'>].includes(verdict.role))
      return this.deny(route, request, verdict);
    if (verdict.role === 'auditor' && route.access === 'auditor') {
      const scope = this.staff.scopeOf(verdict.user);
      if (isRequestOutOfScope(route, scope, request, this.clock()))
        return this.deny(route, request, verdict, 'audit.scope.outside');
      request.auditScope = scope;
    }
    if (verdict.role === 'auditor' && route.shownToStaff) request.auditScope = this.staff.scopeOf(verdict.user);
    const tokens = tokensOf(route, request.body);
    for (const rate of ratesOf(route)) this.refuseIfTooMany(this.byUser[rate].take(verdict.user, this.now(), tokens));
    this.takeAddressToken(route.rate, request);
    request.caller = verdict;
    if (route.failure) request.failure = { code: route.failure, isSure: this.noCommandSince(verdict.user) };
    // A list reports the position it covers; a file must include all of the user's writes.
    const position = route.answers
      ? this.ownWrites.completePositionOf(verdict.user)
      : this.ownWrites.minPositionOf(verdict.user);
    raiseMinPosition(position, route, request);
    if (route.trades) return this.admitTrading(request, verdict);
    if (route.lockable) return this.settingsLocks.refuse(verdict.user).then(() => true);
    const isLacking = verdict.role === 'admin' && route.right && !this.staff.has(verdict.user, route.right);
    return isLacking ? this.deny(route, request, verdict) : true;
  }

  /** Returns a check that the engine has received no command of the user since this call. */
  private noCommandSince(user: number): () => boolean {
    const before = this.ownWrites.lastSubmission(user);
    return () => this.ownWrites.lastSubmission(user) === before;
  }

  private admitTrading(request: RequestWithCaller, { user }: TicketHolder): true | Promise<true> {
    const factorCheck = this.tradingFactors.require(user, String(request.headers['ticket']), () =>
      givenFactor(request, this.config),
    );
    return factorCheck === null ? true : factorCheck.then(() => true);
  }

  /** Denied requests of staff are written to the staff log. */
  private async deny(
    route: Route,
    request: RequestWithCaller,
    holder: TicketHolder,
    code: 'permission.denied' | 'audit.scope.outside' = 'permission.denied',
  ): Promise<never> {
    const refusal = new Refusal(code);
    if (holder.role !== 'user') await this.staffLog.recordRefusal(staffLogEntry(route, holder, request), refusal.code);
    throw refusal;
  }

  private takeAddressToken(rate: Route['rate'], { ip }: RequestWithCaller): void {
    if (!rate || rate === 'orders' || rate === 'transfers' || rate === 'photos') return;
    this.refuseIfTooMany(this.byAddress[rate].take(rateKeyOf(ip), this.now()));
  }

  private refuseIfTooMany(waitMs: number): void {
    if (waitMs > 0) throw new Refusal('request.too.many', null, Math.ceil(waitMs / 1000));
  }
}

const RATES = {
  orders: ['orders'],
  transfers: ['commands', 'transfers'],
  commands: ['commands'],
  reads: ['reads'],
} as const satisfies Record<string, readonly UserRate[]>;

/** Commands of staff have no rate: they act for other users. Reads of staff are limited like those of users. */
function ratesOf({ rate, access, body }: Route): readonly UserRate[] {
  if (rate === 'orders' || rate === 'transfers') return RATES[rate];
  const isCommand = body !== undefined && 'clientId' in body.shape;
  if (!isCommand) return RATES.reads;
  return access === 'user' ? RATES.commands : [];
}

/** Counted before the body is validated; validation later rejects a value that is not a list or is too long. */
function tokensOf({ pieces }: Route, body: unknown): number {
  if (!pieces) return 1;
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const counts = pieces.map((field) => (Array.isArray(fields[field]) ? fields[field].length : 0));
  const count = counts.reduce((sum, one) => sum + one, 0);
  return Math.min(Math.max(count, 1), QUOTE_PIECES_MAX);
}

/** An invalid ticket does not block access to public endpoints. */
function attachCaller(request: RequestWithCaller, verdict: Verdict): true {
  if (typeof verdict !== 'string' && !verdict.isUnbound) request.caller = verdict;
  return true;
}
