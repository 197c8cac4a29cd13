/**
 * ETags for public answers that seldom change: the browser revalidates each time and mostly gets 304. The language depends on header and
 * cookie.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../../../shared/wire/route';

const TAG_DIGITS = 27;
const VARIES = 'lang, cookie, accept-language';

/** Runs before compression: the tag covers the content, not its encoding. */
export function revalidateAnswers(fastify: FastifyInstance, routes: readonly Route[]): void {
  const revalidated = new Set(
    routes.filter((route) => route.revalidated).map(({ method, path }) => `${method} ${path}`),
  );
  fastify.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isOurs = revalidated.has(`${request.method} ${request.routeOptions.url}`);
    if (!isOurs || typeof payload !== 'string' || reply.statusCode !== 200) return done(null, payload);
    const tag = etagOf(payload);
    void reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: VARIES });
    if (!includesEtag(request.headers['if-none-match'], tag)) return done(null, payload);
    void reply.code(304).removeHeader('content-length').removeHeader('content-type');
    done(null, '');
  });
}

/** A weak tag, since it also matches the compressed form. */
export function etagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, TAG_DIGITS)}"`;
}

/** Whether `If-None-Match` contains the tag. `*` does not match, since clients cannot know the tag. */
export function includesEtag(header: string | undefined, tag: string): boolean {
  const bareTag = tag.replace(/^W\//, '');
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === bareTag);
}
