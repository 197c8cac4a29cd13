/**
 * What everybody gets alike and seldom changes is not sent again to whoever has it: a browser asks each time whether it is still so, and
 * mostly hears yes. In which language it is said follows from header and cookie.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AREAS } from '../../../../shared/wire/routes';

const REVALIDATED: ReadonlySet<string> = new Set(
  Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .filter(({ revalidated }) => revalidated)
    .map(({ method, path }) => `${method} ${path}`),
);
const TAG_DIGITS = 27;
const VARIES = 'lang, cookie, accept-language';

/** Before anything compresses them: a tag is of what is said, not of how it is packed. */
export function revalidateAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload: unknown, done) => {
    const isOurs = REVALIDATED.has(`${request.method} ${request.routeOptions.url}`);
    if (!isOurs || typeof payload !== 'string' || reply.statusCode !== 200) return done(null, payload);
    const tag = tagOf(payload);
    void reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: VARIES });
    if (!names(request.headers['if-none-match'], tag)) return done(null, payload);
    void reply.code(304).removeHeader('content-length').removeHeader('content-type');
    done(null, '');
  });
}

/** Weak: compressed it is as good. */
export function tagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, TAG_DIGITS)}"`;
}

/** Whether whoever asks has this one; `*` is any, which they cannot know. */
export function names(asked: string | undefined, tag: string): boolean {
  const bare = tag.replace(/^W\//, '');
  return (asked ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === bare);
}
