/**
 * Budgets of work per address and per user, in milliseconds of the main thread, which matches orders, and of the backtest thread. Before
 * routing, a request is admitted if the budget covers the mean cost of its route. Afterwards it is charged its real cost, but never less
 * than an equal share by the number of requests. A flood therefore costs no database access, no hash and no parsing, whether the requests
 * are many or heavy. Routes have separate limits per user behind this one.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { rateKeyOf, TokenBuckets } from '../../auth/rates';
import { Refusal } from '../../errors/refusal';
import type { Limits } from '../../limits';
import type { CostAccount } from '../../work-time';

/** Share of the budget: the cost of a route is a mean, and one heavy request must not block light ones. */
const HELD_SHARE_MAX = 1 / 8;
/** Weight of the newest request in the route's moving average. */
const NEWEST_WEIGHT = 1 / 16;

type Rates = Pick<
  Limits,
  'addressRequestsPerSecondMax' | 'ticketRequestsPerSecondMax' | 'addressWorkMsPerSecondMax' | 'userWorkMsPerSecondMax'
>;
type RatedRequest = Pick<FastifyRequest, 'ip' | 'headers' | 'method' | 'url'> & {
  routeOptions: { url?: string | undefined };
};

/** The user of a valid ticket, as far as known synchronously. */
export type UserOfTicket = (request: Pick<FastifyRequest, 'headers'>) => number | null;

export class RequestRates {
  private readonly addresses: Budgets;
  private readonly tickets: Budgets;
  /** Static files are served from memory. They have their own count, so a page never loads in part. */
  private readonly files: TokenBuckets<string>;
  private readonly routes = new Map<string, number>();
  private userOf: UserOfTicket = () => null;

  constructor(
    limits: Rates,
    private readonly now: () => number,
  ) {
    this.addresses = new Budgets(limits.addressWorkMsPerSecondMax, limits.addressRequestsPerSecondMax);
    this.files = new TokenBuckets(limits.addressRequestsPerSecondMax);
    this.tickets = new Budgets(limits.userWorkMsPerSecondMax, limits.ticketRequestsPerSecondMax);
  }

  /** After this call all tickets of a user share one budget; before it each ticket has its own. */
  shareBudgetPerUser(userOf: UserOfTicket): void {
    this.userOf = userOf;
  }

  /** The budgets charged for the request, or the refusal. */
  begin(request: RatedRequest): MeteredRequest | Refusal {
    const now = this.now();
    if (isFile(request)) {
      const waitMs = this.files.take(rateKeyOf(request.ip), now);
      return waitMs > 0 ? tooMany(waitMs) : new MeteredRequest([], this.now, () => undefined);
    }
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const expectedMs = this.routes.get(route) ?? 0;
    const prepayments = [this.addresses.prepaymentOf(rateKeyOf(request.ip), expectedMs)];
    let waitMs = prepayments[0].take(now);
    // Invalid tickets are unbounded in number, so their cost is charged to the address.
    if (waitMs === 0 && typeof request.headers.ticket === 'string') {
      prepayments.push(this.tickets.prepaymentOf(this.keyOf(request, request.headers.ticket), expectedMs));
      waitMs = prepayments[1].take(now);
      if (waitMs > 0) prepayments[0].giveBack(now);
    }
    if (waitMs > 0) return tooMany(waitMs);
    return new MeteredRequest(prepayments, this.now, (ms) => this.updateMeanCost(route, ms));
  }

  private updateMeanCost(route: string, ms: number): void {
    const meanMs = this.routes.get(route) ?? ms;
    // The map is bounded by the number of routes.
    this.routes.set(route, meanMs + (ms - meanMs) * NEWEST_WEIGHT);
  }

  private keyOf(request: RatedRequest, ticket: string): string {
    const user = this.userOf(request);
    return user === null ? shortened(ticket) : String(user);
  }
}

function isFile({ method, url }: RatedRequest): boolean {
  return method === 'GET' && !url.startsWith('/exchange/') && !url.startsWith('/metrics') && !url.startsWith('/ready');
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('request.too.many', null, Math.ceil(waitMs / 1_000));
}

/** One request. Cost above its prepayment is charged at once; an overpayment is returned at its end. */
export class MeteredRequest implements CostAccount {
  private spentMs = 0;
  private isOver = false;

  constructor(
    private readonly prepayments: readonly Prepayment[],
    private readonly now: () => number,
    private readonly recordCost: (ms: number) => void,
  ) {}

  charge(ms: number): void {
    this.spentMs += ms;
    for (const prepayment of this.prepayments) prepayment.spendUpTo(this.spentMs, this.now());
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.recordCost(this.spentMs);
    for (const prepayment of this.prepayments) prepayment.chargeActual(this.spentMs, this.now());
  }
}

/** Buckets counted in requests: a request above its share of time counts as several. */
class Budgets {
  private readonly buckets: TokenBuckets<string>;
  private readonly msPerRequest: number;

  constructor(
    msMax: number,
    private readonly requestsMax: number,
  ) {
    this.buckets = new TokenBuckets(requestsMax);
    this.msPerRequest = msMax / requestsMax;
  }

  prepaymentOf(key: string, expectedMs: number): Prepayment {
    const expectedTokens = Math.min(expectedMs / this.msPerRequest, this.requestsMax * HELD_SHARE_MAX);
    return new Prepayment(this.buckets, key, this.msPerRequest, Math.max(1, expectedTokens));
  }
}

/** The tokens that one request holds of one bucket. */
class Prepayment {
  constructor(
    private readonly buckets: TokenBuckets<string>,
    private readonly key: string,
    private readonly msPerRequest: number,
    private paidTokens: number,
  ) {}

  /** Returns 0 if the tokens are taken, else the milliseconds until there are enough. */
  take(now: number): number {
    return this.buckets.take(this.key, now, this.paidTokens);
  }

  giveBack(now: number): void {
    this.buckets.spend(this.key, now, -this.paidTokens);
  }

  spendUpTo(ms: number, now: number): void {
    if (ms / this.msPerRequest > this.paidTokens) this.chargeActual(ms, now);
  }

  chargeActual(ms: number, now: number): void {
    const actualTokens = Math.max(ms / this.msPerRequest, 1);
    this.buckets.spend(this.key, now, actualTokens - this.paidTokens);
    this.paidTokens = actualTokens;
  }
}

/** Tickets are held only as hashes. */
function shortened(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url').slice(0, 22);
}
