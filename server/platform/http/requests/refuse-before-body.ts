/**
 * With an invalid ticket no body is read and no JSON parsed: 64 KiB of it take longer than an order. The guard checks again once the body
 * is read, since the ticket may have ended, and logs denied staff requests.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Route } from '../../../../shared/wire/route';
import { ticketClientOf } from '../../auth/log-in/log-in-cookie';
import { TICKET_CODES, type Tickets } from '../../auth/tickets';
import { Refusal } from '../../errors/refusal';

/** Call before the routes are registered and after other hooks that read bodies. */
export function refuseBeforeReadingBody(
  fastify: FastifyInstance,
  { routes, tickets }: { routes: readonly Route[]; tickets: Pick<Tickets, 'judge'> },
): void {
  const closed = new Set(
    routes
      .filter(({ method, access, upload }) => method === 'POST' && access !== 'public' && upload === undefined)
      .map(({ path }) => path),
  );

  async function admit(request: FastifyRequest): Promise<void> {
    const { ticket } = request.headers;
    // Checked as `isUserAway`, so it does not extend the log-in; the guard decides that.
    const verdict = typeof ticket === 'string' ? await tickets.judge(ticket, ticketClientOf(request), true) : 'unknown';
    if (typeof verdict === 'string') throw new Refusal(TICKET_CODES[verdict]);
  }

  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !closed.has(route.url)) return;
    route.onRequest = [...[route.onRequest ?? []].flat(), admit];
  });
}
