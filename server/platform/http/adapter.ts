/** The Fastify adapter: limits, forms, headers, and envelopes for errors before routing. */
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../../shared/wire/route';
import type { Config } from '../config/config';
import { rateKeyOf } from '../auth/rates';
import { Envelope, envelopeFor } from '../errors/envelope';
import { ExceptionToEnvelope } from '../errors/exception.filter';
import type { ServerTexts } from '../i18n/messages';
import { Refusal, requestInvalid } from '../errors/refusal';
import { workTime } from '../work-time';
import { compressAnswers } from './answers/compressed-answers';
import { isCrossOrigin, isOtherHost } from './requests/cross-origin';
import { FormFields } from './requests/form-fields';
import { parseFlatJson } from './requests/flat-json';
import type { MeteredRequest, RequestRates } from './requests/request-rates';
import { revalidateAnswers } from './answers/revalidated-answers';
import { isInside, setSecurityHeaders } from './answers/security-headers';

/** Interval in ms of the check for requests over their timeout; Node's default is as long as the timeout. */
const TIMEOUT_CHECK_MS = 1_000;
const INTERFACE = '/exchange/';
/** The liveness probe is exempt from rates: a fixed answer of a few bytes. */
const ALIVE = '/health';
/** Delay in ms before a rate refusal is sent, or before the rate is checked again. */
const REFUSED_AFTER_MS = 250;
/** A page on a slow machine sends all its requests at once. Up to this many requests per address wait for the budget to refill. */
const WAITING_MAX = 12;
const RETRIES_MAX = 6;
/** Fits an e-mail address, a path parameter of the after-login call. */
const PARAMETER_LENGTH_MAX = 300;
/** Placeholder for a query string with too many fields: the router's parser cannot refuse. */
const TOO_MANY = new FormFields();

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is admitted. */
    payer: MeteredRequest | null;
  }
}

export function createAdapter(
  config: Config,
  rates: RequestRates,
  routes: readonly Route[],
  serverTexts: ServerTexts,
): FastifyAdapter {
  const { bodyBytesMax, formFieldsMax, requestSecondsMax, headersSecondsMax } = config.limits;
  const filter = new ExceptionToEnvelope(serverTexts);
  const adapter = new FastifyAdapter({
    bodyLimit: bodyBytesMax,
    trustProxy: config.trustProxy,
    requestTimeout: requestSecondsMax * 1_000,
    http: { headersTimeout: headersSecondsMax * 1_000, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    routerOptions: {
      maxParamLength: PARAMETER_LENGTH_MAX,
      querystringParser: (text) => FormFields.parse(text, formFieldsMax) ?? TOO_MANY,
    },
    // Fastify runs no hook for a URL that does not decode.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      setSecurityHeaders(request, reply);
      filter.answer(error, request, reply);
    },
    // No Connect middleware is used, so its cost is avoided.
    skipMiddie: true,
  });
  const fastify: FastifyInstance = adapter.getInstance();
  fastify.decorateRequest('payer', null);
  parseFlatJson(fastify);
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    workTime.begin(request.payer);
    const fields = FormFields.parse(body as string, formFieldsMax);
    if (fields) done(null, fields);
    else done(tooManyFields());
  });
  fastify.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    admit(request, done, RETRIES_MAX);
  });

  const waitingCounts = new Map<string, number>();
  function admit(request: FastifyRequest, done: (refusal?: Refusal) => void, retriesLeft: number): void {
    const refusal = refusalOf(request);
    if (refusal?.code !== 'request.too.many') {
      if (refusal) done(refusal);
      else done();
      return;
    }
    const key = rateKeyOf(request.ip);
    const waitingCount = waitingCounts.get(key) ?? 0;
    // The delay limits the cost of clients that retry as soon as they are refused.
    if (retriesLeft === 0 || waitingCount >= WAITING_MAX) return void setTimeout(done, REFUSED_AFTER_MS, refusal);
    waitingCounts.set(key, waitingCount + 1);
    setTimeout(() => {
      const remaining = (waitingCounts.get(key) ?? 1) - 1;
      if (remaining === 0) waitingCounts.delete(key);
      else waitingCounts.set(key, remaining);
      admit(request, done, retriesLeft - 1);
    }, REFUSED_AFTER_MS);
  }

  /** Checks before the body is read: the rate budget, the existence of the route, and the origin of the request. */
  function refusalOf(request: FastifyRequest): Refusal | null {
    if (request.url !== ALIVE) {
      const meteredRequest = rates.begin(request);
      if (meteredRequest instanceof Refusal) return meteredRequest;
      request.payer = meteredRequest;
      workTime.begin(meteredRequest);
    }
    if (!isInside(request) && isOtherHost(request.host, config)) return new Refusal('path.not.found');
    if (request.query === TOO_MANY) return tooManyFields();
    const isForced = isWriteRequest(request) && isCrossOrigin(request.headers, request.host, config.publicUrl);
    if (isForced) return new Refusal('origin.foreign');
    return request.is404 ? new Refusal('path.not.found') : null;
  }

  fastify.addHook('preHandler', (request, _reply, done) => {
    workTime.begin(request.payer);
    done();
  });
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    workTime.begin(request.payer);
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, _reply, done) => {
    request.payer?.end();
    done();
  });
  fastify.addHook('preSerialization', (request, _reply, payload, done) => {
    workTime.begin(request.payer);
    done(
      null,
      payload instanceof Envelope && payload.message === '' ? withMessage(serverTexts, request, payload) : payload,
    );
  });
  revalidateAnswers(fastify, routes);
  compressAnswers(fastify, routes);
  return adapter;
}

function isWriteRequest({ method, url }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && url.startsWith(INTERFACE);
}

function tooManyFields(): Refusal {
  return requestInvalid([{ path: '', code: 'too.long' }]);
}

/** Sets the message; further fields of the envelope stay. */
function withMessage(serverTexts: ServerTexts, request: FastifyRequest, envelope: Envelope): Envelope {
  return Object.assign(envelope, { message: envelopeFor(serverTexts, request, envelope.code, null).message });
}
