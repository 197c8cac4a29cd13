/**
 * What one address, and one user, may have worked for them: milliseconds of the main thread, where orders are matched, and of the thread
 * of backtests. A request is let in, before a route is looked up, when there is as much left as its route took so far; afterwards it has
 * paid what it took itself, but never less than the share that the number of requests leaves to each. So a flood costs no database, no
 * hash and no parsing, be it of many requests or of heavy ones. What a route may be asked for by its users has limits of its own behind
 * that.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { rateKeyOf, TokenBuckets } from '../../auth/rates';
import { Refusal } from '../../errors/refusal';
import type { Limits } from '../../limits';
import type { Payer } from '../../work-time';

/** Of a budget: what a route took is a mean, and one heavy request among light ones must not keep these out. */
const HELD_SHARE_MAX = 1 / 8;
/** Weight of the newest request in the mean of its route. */
const NEWEST = 1 / 16;

type Rates = Pick<
  Limits,
  'addressRequestsPerSecondMax' | 'ticketRequestsPerSecondMax' | 'addressWorkMsPerSecondMax' | 'userWorkMsPerSecondMax'
>;
type Asking = Pick<FastifyRequest, 'ip' | 'headers' | 'method' | 'url'> & {
  routeOptions: { url?: string | undefined };
};

/** The user of a ticket that is good, as far as that is known at once. */
export type UserOfTicket = (request: Pick<FastifyRequest, 'headers'>) => number | null;

export class RequestRates {
  private readonly addresses: Budgets;
  private readonly tickets: Budgets;
  /** Files of the page are read from memory: they are counted, by themselves, so that no page comes without a part of it. */
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

  /** All tickets of a user are one. Until this is called each is by itself. */
  knowUsers(userOf: UserOfTicket): void {
    this.userOf = userOf;
  }

  /** Who pays for the request, or why it is refused. */
  begin(request: Asking): PaidRequest | Refusal {
    const now = this.now();
    if (isFile(request)) {
      const waitMs = this.files.take(rateKeyOf(request.ip), now);
      return waitMs > 0 ? tooMany(waitMs) : new PaidRequest([], this.now, () => undefined);
    }
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const expected = this.routes.get(route) ?? 0;
    const shares = [this.addresses.of(rateKeyOf(request.ip), expected)];
    let waitMs = shares[0].take(now);
    // Of what is no ticket each is another: that is for the address to answer for.
    if (waitMs === 0 && typeof request.headers.ticket === 'string') {
      shares.push(this.tickets.of(this.keyOf(request, request.headers.ticket), expected));
      waitMs = shares[1].take(now);
      if (waitMs > 0) shares[0].giveBack(now);
    }
    if (waitMs > 0) return tooMany(waitMs);
    return new PaidRequest(shares, this.now, (ms) => this.learn(route, ms));
  }

  private learn(route: string, ms: number): void {
    const known = this.routes.get(route) ?? ms;
    // Routes are as many as are in the table.
    this.routes.set(route, known + (ms - known) * NEWEST);
  }

  private keyOf(request: Asking, ticket: string): string {
    const user = this.userOf(request);
    return user === null ? shortened(ticket) : String(user);
  }
}

function isFile({ method, url }: Asking): boolean {
  return method === 'GET' && !url.startsWith('/exchange/') && !url.startsWith('/metrics') && !url.startsWith('/ready');
}

function tooMany(waitMs: number): Refusal {
  return new Refusal('request.too.many', null, Math.ceil(waitMs / 1_000));
}

/** One request: what it takes above what it has paid is paid at once, what it has paid too much comes back when it is over. */
export class PaidRequest implements Payer {
  private taken = 0;
  private isOver = false;

  constructor(
    private readonly shares: readonly Share[],
    private readonly now: () => number,
    private readonly learn: (ms: number) => void,
  ) {}

  pay(ms: number): void {
    this.taken += ms;
    for (const share of this.shares) share.spendUpTo(this.taken, this.now());
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.learn(this.taken);
    for (const share of this.shares) share.settle(this.taken, this.now());
  }
}

/** Buckets of requests: one that takes longer than its share of the time counts as several. */
class Budgets {
  private readonly buckets: TokenBuckets<string>;
  private readonly msOfOne: number;

  constructor(
    msMax: number,
    private readonly requestsMax: number,
  ) {
    this.buckets = new TokenBuckets(requestsMax);
    this.msOfOne = msMax / requestsMax;
  }

  of(key: string, expectedMs: number): Share {
    const held = Math.min(expectedMs / this.msOfOne, this.requestsMax * HELD_SHARE_MAX);
    return new Share(this.buckets, key, this.msOfOne, Math.max(1, held));
  }
}

/** What one request has of one bucket. */
class Share {
  constructor(
    private readonly buckets: TokenBuckets<string>,
    private readonly key: string,
    private readonly msOfOne: number,
    private paid: number,
  ) {}

  /** Milliseconds until there is enough; 0 when it was taken. */
  take(now: number): number {
    return this.buckets.take(this.key, now, this.paid);
  }

  giveBack(now: number): void {
    this.buckets.spend(this.key, now, -this.paid);
  }

  spendUpTo(ms: number, now: number): void {
    if (ms / this.msOfOne > this.paid) this.settle(ms, now);
  }

  settle(ms: number, now: number): void {
    const due = Math.max(ms / this.msOfOne, 1);
    this.buckets.spend(this.key, now, due - this.paid);
    this.paid = due;
  }
}

/** Tickets lie nowhere as they are. */
function shortened(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url').slice(0, 22);
}
