/** Texts in nine languages exceed the usual body limit. A larger limit applies to staff, after their ticket is checked. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ARTICLE_REQUEST_BYTES_MAX } from '../../../../shared/products/content/staff';
import type { Route } from '../../../../shared/wire/route';
import { ticketClientOf } from '../../auth/log-in/log-in-cookie';
import type { Tickets } from '../../auth/tickets';
import type { Config } from '../../config/config';
import { Refusal } from '../../errors/refusal';

interface LargeBodiesOptions {
  routes: readonly Route[];
  tickets: Pick<Tickets, 'judge'>;
  limits: Pick<Config['limits'], 'bodyBytesMax'>;
}

/** Call before the routes are registered. */
export function acceptLargeBodies(fastify: FastifyInstance, { routes, tickets, limits }: LargeBodiesOptions): void {
  const large = new Set(routes.filter(({ isLarge }) => isLarge).map(({ path }) => path));

  async function isOfStaff({ headers }: FastifyRequest, bearing: ReturnType<typeof ticketClientOf>): Promise<boolean> {
    const { ticket } = headers;
    const verdict = typeof ticket === 'string' ? await tickets.judge(ticket, bearing) : 'unknown';
    return typeof verdict !== 'string' && verdict.role === 'admin';
  }

  /** The guard reports invalid tickets later; without a staff ticket the usual body limit applies. */
  async function admit(request: FastifyRequest): Promise<void> {
    const length = Number(request.headers['content-length'] ?? NaN);
    if (length <= limits.bodyBytesMax || (await isOfStaff(request, ticketClientOf(request)))) return;
    throw new Refusal('request.too.large');
  }

  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !large.has(route.url)) return;
    route.bodyLimit = ARTICLE_REQUEST_BYTES_MAX;
    route.onRequest = [admit];
  });
}
