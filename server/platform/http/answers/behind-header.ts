/** While read models are rebuilt, a header reports the missing events, so clients do not take missing rows as absent. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PROJECTION_BEHIND } from '../../../../shared/wire/projection-behind';

const INTERFACE = '/exchange/';

/** `eventsBehind`: the number of events that the read models have not applied. */
export function addBehindHeader(fastify: FastifyInstance, eventsBehind: () => number): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const events = request.url.startsWith(INTERFACE) ? eventsBehind() : 0;
    if (events > 0) void reply.header(PROJECTION_BEHIND, String(events));
    done();
  });
}

export function hasBehindHeader(reply: Pick<FastifyReply, 'hasHeader'>): boolean {
  return reply.hasHeader(PROJECTION_BEHIND);
}
