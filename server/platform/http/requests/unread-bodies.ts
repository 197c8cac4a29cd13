/**
 * Whose ticket is good for nothing has no body read, and no JSON parsed: 64 KiB of it take longer than an order. The guard decides again
 * when the body is there, for the ticket may have ended meanwhile, and writes down what staff may not.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Route } from '../../../../shared/wire/route';
import { AREAS } from '../../../../shared/wire/routes';
import { bearingOf } from '../../auth/log-in/log-in-cookie';
import { TICKET_CODES, type Tickets } from '../../auth/tickets';
import { Refusal } from '../../errors/refusal';

const CLOSED: ReadonlySet<string> = new Set(
  Object.values(AREAS)
    .flatMap((area): Route[] => Object.values(area))
    .filter(({ method, access, upload }) => method === 'POST' && access !== 'public' && upload === undefined)
    .map(({ path }) => path),
);

/** Before the routes are made, after whatever else looks at their bodies. */
export function refuseUnread(fastify: FastifyInstance, tickets: Pick<Tickets, 'judge'>): void {
  async function admit(request: FastifyRequest): Promise<void> {
    const { ticket } = request.headers;
    // It may have been sent by itself, with nobody there: the guard knows.
    const verdict = typeof ticket === 'string' ? await tickets.judge(ticket, bearingOf(request), true) : 'unknown';
    if (typeof verdict === 'string') throw new Refusal(TICKET_CODES[verdict]);
  }

  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !CLOSED.has(route.url)) return;
    route.onRequest = [...[route.onRequest ?? []].flat(), admit];
  });
}
