/** Fastify, set up for us: limits, forms, headers, and envelopes for errors that come before any route. */
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { Envelope, envelopeFor } from '../errors/envelope';
import { ExceptionToEnvelope } from '../errors/exception.filter';
import { FormFields } from './form-fields';
import { setSecurityHeaders } from './security-headers';

/** The client gives up after this; so does the server. */
const REQUEST_MS_MAX = 30_000;
/** An e-mail address is a path parameter of the after-login call. */
const PARAMETER_LENGTH_MAX = 300;

export function createAdapter(config: Config): FastifyAdapter {
  const filter = new ExceptionToEnvelope();
  const adapter = new FastifyAdapter({
    bodyLimit: config.limits.bodyBytesMax,
    trustProxy: config.trustProxy,
    requestTimeout: REQUEST_MS_MAX,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: PARAMETER_LENGTH_MAX,
      querystringParser: (text) => FormFields.parse(text),
    },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      filter.answer(error, request, reply),
    // No Connect middleware runs, so none of its cost is paid.
    skipMiddie: true,
  });
  const fastify: FastifyInstance = adapter.getInstance();
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, FormFields.parse(body as string));
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
  fastify.addHook('preSerialization', (request, _reply, payload, done) => {
    done(null, payload instanceof Envelope && payload.message === '' ? worded(request, payload) : payload);
  });
  return adapter;
}

/** Fills the message in; what an envelope carries besides the three fields stays. */
function worded(request: FastifyRequest, envelope: Envelope): Envelope {
  return Object.assign(envelope, { message: envelopeFor(request, envelope.code, null).message });
}
