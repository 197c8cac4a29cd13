/**
 * Photos are raw request bodies of up to 8 MB, where other bodies have 64 KiB. The ticket is checked before the first byte is read, and
 * uploads are limited in rate and in concurrency.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PHOTO_TYPES } from '../../../../shared/products/identity/verification';
import { RECOVERY_HEADER, RECOVERY_ROUTES } from '../../../../shared/products/identity/recovery';
import type { Route } from '../../../../shared/wire/route';
import type { Config } from '../../config/config';
import { ticketClientOf } from '../../auth/log-in/log-in-cookie';
import { rateKeyOf, SlidingWindow } from '../../auth/rates';
import { ConcurrencyLimit } from './concurrency-limit';
import { TICKET_CODES, type Tickets } from '../../auth/tickets';
import { Refusal, requestInvalid } from '../../errors/refusal';
import type { Monotonic } from '../../tokens';

const MINUTE_MS = 60_000;
const BUSY_RETRY_SECONDS = 1;
/** Maximum number of bytes of an oversized photo that are read and dropped; cameras produce no larger files. */
const DROPPED_BYTES_MAX = 64 * 1024 * 1024;

const VISITORS_KEY: ReadonlySet<string> = new Set([RECOVERY_ROUTES.uploadPhoto.path]);

interface PhotoUploadsOptions {
  routes: readonly Route[];
  tickets: Pick<Tickets, 'judge'>;
  /** A user who lost the account presents a recovery request instead of a ticket. Refuses an unknown one. */
  visitors: { open(token: string): Promise<number> };
  limits: Config['limits'];
  monotonic: Monotonic;
}

/** Call before the routes are registered: the larger limit applies to photo routes only. */
export function acceptPhotos(
  fastify: FastifyInstance,
  { routes, tickets, visitors, limits, monotonic }: PhotoUploadsOptions,
): void {
  const uploads = new Set(routes.filter(({ upload }) => upload === 'photo').map(({ path }) => path));
  const rate = new SlidingWindow(limits.photosPerMinuteMax, MINUTE_MS);
  const uploadsAtOnce = new ConcurrencyLimit(limits.photosPerUserAtOnceMax, limits.photosAtOnceMax);

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { ticket } = request.headers;
    const verdict = typeof ticket === 'string' ? await tickets.judge(ticket, ticketClientOf(request)) : 'unknown';
    // The guard reports invalid tickets later; here the large body is just not read.
    if (typeof verdict === 'string') throw new Refusal(TICKET_CODES[verdict]);
    const waitMs = rate.take(String(verdict.user), monotonic());
    if (waitMs > 0) throw new Refusal('request.too.many', null, Math.ceil(waitMs / 1000));
    weigh(request, reply);
    uploadsAtOnce.acquire(verdict.user, reply.raw, BUSY_RETRY_SECONDS);
  }

  /** After a refusal the rest of the body is read and dropped, because browsers read the answer only after sending everything. */
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
    uploadsAtOnce.acquire(`address/${from}`, reply.raw, BUSY_RETRY_SECONDS);
  }

  fastify.addContentTypeParser(
    [...PHOTO_TYPES, 'application/octet-stream'],
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (uploads.has(request.routeOptions.url ?? '')) done(null, body);
      else done(requestInvalid([{ path: '', code: 'format' }]));
    },
  );
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'POST' || !uploads.has(route.url)) return;
    route.bodyLimit = limits.photoBytesMax;
    route.onRequest = [VISITORS_KEY.has(route.url) ? admitVisitor : admit];
  });
}

/** The body of an upload: bytes, or `picture.required` for a request without any. */
export function photoBytes(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal('picture.required');
  return body;
}
