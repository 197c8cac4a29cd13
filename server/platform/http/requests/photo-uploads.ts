/**
 * Photos come as the whole body of a request, 8 MB where everything else has 64 KiB. So whoever sends one is asked for a
 * ticket before the first byte is read, may not do it often, and not many may do it at once.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PHOTO_TYPES } from '../../../../shared/products/identity/verification';
import { RECOVERY_HEADER, RECOVERY_ROUTES } from '../../../../shared/products/identity/recovery';
import { AREAS } from '../../../../shared/wire/routes';
import type { Config } from '../../config/config';
import { bearingOf } from '../../auth/log-in/log-in-cookie';
import { rateKeyOf, SlidingWindow } from '../../auth/rates';
import { Shares } from './shares';
import { TICKET_CODES, type Tickets } from '../../auth/tickets';
import { Refusal, requestInvalid } from '../../errors/refusal';
import type { Monotonic } from '../../tokens';

const MINUTE_MS = 60_000;
const BUSY_RETRY_SECONDS = 1;
/** As many are read and dropped of a photo that is too heavy: no camera makes larger ones. */
const DROPPED_BYTES_MAX = 64 * 1024 * 1024;

const UPLOADS: ReadonlySet<string> = new Set(
  Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .filter(({ upload }) => upload === 'photo')
    .map(({ path }) => path),
);

const OF_VISITORS: ReadonlySet<string> = new Set([RECOVERY_ROUTES.uploadPhoto.path]);

interface Given {
  tickets: Pick<Tickets, 'judge'>;
  /** Who lost an account has no ticket but a request. Refuses what names none. */
  visitors: { open(token: string): Promise<number> };
  limits: Config['limits'];
  monotonic: Monotonic;
}

/** Before the routes are made: the larger limit belongs to those that take a photo and to no other. */
export function acceptPhotos(fastify: FastifyInstance, { tickets, visitors, limits, monotonic }: Given): void {
  const rate = new SlidingWindow(limits.photosPerMinuteMax, MINUTE_MS);
  const underWay = new Shares(limits.photosPerUserAtOnceMax, limits.photosAtOnceMax);

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { ticket } = request.headers;
    const verdict = typeof ticket === 'string' ? await tickets.judge(ticket, bearingOf(request)) : 'unknown';
    // The guard says later what is wrong with a ticket; here it is enough that nothing large is read for it.
    if (typeof verdict === 'string') throw new Refusal(TICKET_CODES[verdict]);
    const waitMs = rate.take(String(verdict.user), monotonic());
    if (waitMs > 0) throw new Refusal('request.too.many', null, Math.ceil(waitMs / 1000));
    weigh(request, reply);
    underWay.take(verdict.user, reply.raw, BUSY_RETRY_SECONDS);
  }

  /** Refused here, the rest of the body is dropped as it comes: a browser hears the answer when it has sent everything. */
  function weigh({ headers }: FastifyRequest, reply: FastifyReply): void {
    const sizeBytes = Number(headers['content-length'] ?? NaN);
    const maximumBytes = limits.photoBytesMax;
    if (sizeBytes > DROPPED_BYTES_MAX) void reply.header('connection', 'close');
    if (sizeBytes > maximumBytes) throw new Refusal('photo.too.heavy', { sizeBytes, maximumBytes });
  }

  async function admitVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const from = rateKeyOf(request.ip);
    const waitMs = rate.take(`address/${from}`, monotonic());
    if (waitMs > 0) throw new Refusal('request.too.many', null, Math.ceil(waitMs / 1000));
    const token = request.headers[RECOVERY_HEADER];
    await visitors.open(typeof token === 'string' ? token : '');
    weigh(request, reply);
    underWay.take(`address/${from}`, reply.raw, BUSY_RETRY_SECONDS);
  }

  fastify.addContentTypeParser(
    [...PHOTO_TYPES, 'application/octet-stream'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (UPLOADS.has(request.routeOptions.url ?? '')) done(null, body);
      else done(requestInvalid([{ path: '', code: 'format' }]));
    },
  );
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !UPLOADS.has(route.url)) return;
    route.bodyLimit = limits.photoBytesMax;
    route.onRequest = [OF_VISITORS.has(route.url) ? admitVisitor : admit];
  });
}

/** The body of an upload: bytes, or `picture.required` for a request without any. */
export function photoBytes(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal('picture.required');
  return body;
}
