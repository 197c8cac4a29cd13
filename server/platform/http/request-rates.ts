/**
 * How often anything may be asked, by address and by ticket, before a route is looked up: a flood costs no database, no hash and no
 * parsing. What a route may be asked for by its users has limits of its own behind that.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { rateKeyOf, TokenBuckets } from '../auth/rates';
import { Refusal } from '../errors/refusal';
import type { Limits } from '../limits';

export class RequestRates {
  private readonly byAddress: TokenBuckets<string>;
  private readonly byTicket: TokenBuckets<string>;

  constructor(
    limits: Pick<Limits, 'addressRequestsPerSecondMax' | 'ticketRequestsPerSecondMax'>,
    private readonly now: () => number,
  ) {
    this.byAddress = new TokenBuckets(limits.addressRequestsPerSecondMax);
    this.byTicket = new TokenBuckets(limits.ticketRequestsPerSecondMax);
  }

  /** Null when it may go on. */
  refusalOf({ ip, headers: { ticket } }: Pick<FastifyRequest, 'ip' | 'headers'>): Refusal | null {
    const now = this.now();
    const address = this.byAddress.take(rateKeyOf(ip), now);
    // Of what is no ticket each is another: that is for the address to answer for.
    const own = typeof ticket === 'string' && address === 0 ? this.byTicket.take(shortened(ticket), now) : 0;
    const waitMs = Math.max(address, own);
    return waitMs > 0 ? new Refusal('request.too.many', null, Math.ceil(waitMs / 1_000)) : null;
  }
}

/** Tickets lie nowhere as they are. */
function shortened(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url').slice(0, 22);
}
