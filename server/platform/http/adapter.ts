/** Fastify, set up for us: limits, forms, headers, and envelopes for errors that come before any route. */
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { rateKeyOf } from '../auth/rates';
import { Envelope, envelopeFor } from '../errors/envelope';
import { ExceptionToEnvelope } from '../errors/exception.filter';
import { Refusal, requestInvalid } from '../errors/refusal';
import { workTime } from '../work-time';
import { compressAnswers } from './answers/compressed-answers';
import { isForeign, isOtherHost } from './requests/foreign-pages';
import { FormFields } from './requests/form-fields';
import { parseFlatJson } from './requests/flat-json';
import type { PaidRequest, RequestRates } from './requests/request-rates';
import { revalidateAnswers } from './answers/revalidated-answers';
import { isInside, setSecurityHeaders } from './answers/security-headers';

/** Between two looks for requests that take too long: usually it would be as long again as they may take. */
const LOOK_MS = 1_000;
const INTERFACE = '/exchange/';
/** Whoever watches whether the process lives is told so whatever else their address asks for: a fixed answer of a few bytes. */
const ALIVE = '/health';
/** How long somebody who asks too often waits for hearing it, or for another look. */
const REFUSED_AFTER_MS = 250;
/** A page that asks for all it needs at once, on a slow machine, gets it as its budget fills up again: so many requests of an address wait. */
const WAITING_MAX = 12;
const LOOKS_MAX = 6;
/** An e-mail address is a path parameter of the after-login call. */
const PARAMETER_LENGTH_MAX = 300;
/** In the place of a query string with too many fields: the router asks for its fields and knows no way to refuse them. */
const TOO_MANY = new FormFields();

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until it is let in. */
    payer: PaidRequest | null;
  }
}

export function createAdapter(config: Config, rates: RequestRates): FastifyAdapter {
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
    admit(request, done, LOOKS_MAX);
  });

  const waiting = new Map<string, number>();
  function admit(request: FastifyRequest, done: (refusal?: Refusal) => void, looks: number): void {
    const refusal = refusalOf(request);
    if (refusal?.code !== 'request.too.many') {
      if (refusal) done(refusal);
      else done();
      return;
    }
    const key = rateKeyOf(request.ip);
    const others = waiting.get(key) ?? 0;
    // Whoever asks again as soon as they are answered would still cost a refusal each time.
    if (looks === 0 || others >= WAITING_MAX) return void setTimeout(done, REFUSED_AFTER_MS, refusal);
    waiting.set(key, others + 1);
    setTimeout(() => {
      const left = (waiting.get(key) ?? 1) - 1;
      if (left === 0) waiting.delete(key);
      else waiting.set(key, left);
      admit(request, done, looks - 1);
    }, REFUSED_AFTER_MS);
  }

  /** Before a body is read: there is something left of a budget, what is asked for is there, and from where it may be asked. */
  function refusalOf(request: FastifyRequest): Refusal | null {
    if (request.url !== ALIVE) {
      const begun = rates.begin(request);
      if (begun instanceof Refusal) return begun;
      request.payer = begun;
      workTime.begin(begun);
    }
    if (!isInside(request) && isOtherHost(request.host, config)) return new Refusal('path.not.found');
    if (request.query === TOO_MANY) return tooManyFields();
    const isForced = changes(request) && isForeign(request.headers, request.host, config.publicUrl);
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
