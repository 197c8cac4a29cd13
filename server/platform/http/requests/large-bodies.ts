/** Texts in nine languages are larger than what is read of anybody: of staff it is read, once their ticket was looked at. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ARTICLE_REQUEST_BYTES_MAX } from '../../../../shared/products/content/staff';
import { AREAS } from '../../../../shared/wire/routes';
import { bearingOf } from '../../auth/log-in/log-in-cookie';
import type { Tickets } from '../../auth/tickets';
import type { Config } from '../../config/config';
import { Refusal } from '../../errors/refusal';

const LARGE: ReadonlySet<string> = new Set(
  Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .filter(({ isLarge }) => isLarge)
    .map(({ path }) => path),
);

interface Given {
  tickets: Pick<Tickets, 'judge'>;
  limits: Pick<Config['limits'], 'bodyBytesMax'>;
}

/** Before the routes are made. */
export function acceptLargeBodies(fastify: FastifyInstance, { tickets, limits }: Given): void {
  async function isOfStaff({ headers }: FastifyRequest, bearing: ReturnType<typeof bearingOf>): Promise<boolean> {
    const { ticket } = headers;
    const verdict = typeof ticket === 'string' ? await tickets.judge(ticket, bearing) : 'unknown';
    return typeof verdict !== 'string' && verdict.role === 'admin';
  }

  /** The guard says later what is wrong with a ticket; of whoever has none of staff's no more is read than of anybody. */
  async function admit(request: FastifyRequest): Promise<void> {
    const length = Number(request.headers['content-length'] ?? NaN);
    if (length <= limits.bodyBytesMax || (await isOfStaff(request, bearingOf(request)))) return;
    throw new Refusal('request.too.large');
  }

  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !LARGE.has(route.url)) return;
    route.bodyLimit = ARTICLE_REQUEST_BYTES_MAX;
    route.onRequest = [admit];
  });
}
