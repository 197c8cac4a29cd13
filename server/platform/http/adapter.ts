/** Fastify, set up for us: limits, forms, headers, and envelopes for errors that come before any route. */
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { Envelope, envelopeFor } from '../errors/envelope';
import { ExceptionToEnvelope } from '../errors/exception.filter';
import { Refusal, requestInvalid } from '../errors/refusal';
import { compressAnswers } from './compressed-answers';
import { isForeign, isOtherHost } from './foreign-pages';
import { FormFields } from './form-fields';
import { RequestRates } from './request-rates';
import { revalidateAnswers } from './revalidated-answers';
import { isInside, setSecurityHeaders } from './security-headers';

/** Between two looks for requests that take too long: usually it would be as long again as they may take. */
const LOOK_MS = 1_000;
/** Files of the page are read from memory, and counted by nobody. */
const INTERFACE = '/exchange/';
/** An e-mail address is a path parameter of the after-login call. */
const PARAMETER_LENGTH_MAX = 300;
/** In the place of a query string with too many fields: the router asks for its fields and knows no way to refuse them. */
const TOO_MANY = new FormFields();

export function createAdapter(config: Config, now: () => number = () => performance.now()): FastifyAdapter {
  const { bodyBytesMax, formFieldsMax, requestSecondsMax, headersSecondsMax } = config.limits;
  const filter = new ExceptionToEnvelope();
  const adapter = new FastifyAdapter({
    bodyLimit: bodyBytesMax,
    trustProxy: config.trustProxy,
    requestTimeout: requestSecondsMax * 1_000,
    http: { headersTimeout: headersSecondsMax * 1_000, connectionsCheckingInterval: LOOK_MS },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: PARAMETER_LENGTH_MAX,
      querystringParser: (text) => FormFields.parse(text, formFieldsMax) ?? TOO_MANY,
    },
    // No hook runs for an address that does not decode.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      setSecurityHeaders(request, reply);
      filter.answer(error, request, reply);
    },
    // No Connect middleware runs, so none of its cost is paid.
    skipMiddie: true,
  });
  const rates = new RequestRates(config.limits, now);
  const fastify: FastifyInstance = adapter.getInstance();
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const fields = FormFields.parse(body as string, formFieldsMax);
    if (fields) done(null, fields);
    else done(tooManyFields());
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    const refusal = refusalOf(request);
    if (refusal) done(refusal);
    else done();
  });

  /** Before a route is looked up. */
  function refusalOf(request: FastifyRequest): Refusal | null {
    if (!isInside(request) && isOtherHost(request.host, config)) return new Refusal('path.not.found');
    const tooOften = request.url.startsWith(INTERFACE) ? rates.refusalOf(request) : null;
    if (tooOften) return tooOften;
    if (request.query === TOO_MANY) return tooManyFields();
    const isForced = changes(request) && isForeign(request.headers, request.host, config.publicUrl);
    return isForced ? new Refusal('origin.foreign') : null;
  }

  fastify.addHook('preSerialization', (request, _reply, payload, done) => {
    done(null, payload instanceof Envelope && payload.message === '' ? worded(request, payload) : payload);
  });
  revalidateAnswers(fastify);
  compressAnswers(fastify);
  return adapter;
}

function changes({ method, url }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && url.startsWith(INTERFACE);
}

function tooManyFields(): Refusal {
  return requestInvalid([{ path: '', code: 'too.long' }]);
}

/** Fills the message in; what an envelope carries besides the three fields stays. */
function worded(request: FastifyRequest, envelope: Envelope): Envelope {
  return Object.assign(envelope, { message: envelopeFor(request, envelope.code, null).message });
}
