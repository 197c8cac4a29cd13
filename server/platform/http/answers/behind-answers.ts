/** Says with each answer of the interface that the read models are being made anew, and never that something is not there. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PROJECTION_BEHIND } from '../../../../shared/wire/projection-behind';

const INTERFACE = '/exchange/';

/** `lacking`: how many events an answer may lack. */
export function sayBehind(fastify: FastifyInstance, lacking: () => number): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const events = request.url.startsWith(INTERFACE) ? lacking() : 0;
    if (events > 0) void reply.header(PROJECTION_BEHIND, String(events));
    done();
  });
}

export function isSaidBehind(reply: Pick<FastifyReply, 'hasHeader'>): boolean {
  return reply.hasHeader(PROJECTION_BEHIND);
}
