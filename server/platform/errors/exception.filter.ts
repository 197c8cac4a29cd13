/** Turns whatever was thrown into an envelope. Input never ends in a 500: what is not named here is our own fault, and logged. */
import { Catch, HttpException, Inject, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerCode } from '../../../shared/rules/codes';
import { ChainUnavailable } from '../chains/chain-port';
import { storeFaultOf } from '../database/store-fault';
import { errorText } from '../logs/error-facts';
import { hasBehindHeader } from '../http/answers/behind-header';
import type { ServerTexts } from '../i18n/messages';
import { SERVER_TEXTS } from '../tokens';
import { envelopeFor } from './envelope';
import { failureOf } from './failure';
import { Refusal, requestInvalid, unavailable } from './refusal';
import { statusOf } from './status';

/** After this the queue has had time to drain; a hint, not a promise. */
const BUSY_RETRY_SECONDS = 1;
/** Refusals that an operator must see although the program is not at fault. */
const SERIOUS: ReadonlySet<AnswerCode> = new Set(['store.unavailable', 'storage.full']);

/** Said of what a read looked for in the read models. */
const OF_READ_MODELS: ReadonlySet<AnswerCode> = new Set([
  'order.not.found',
  'option.not.found',
  'liquidation.not.found',
  'robot.not.found',
  'withdrawal.not.found',
  'payout.transaction.not.found',
]);

@Catch()
export class ExceptionToEnvelope implements ExceptionFilter {
  private readonly log = new Logger('http');

  constructor(@Inject(SERVER_TEXTS) private readonly serverTexts: ServerTexts) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = behindInsteadOfNotFound(refusalOf(thrown), request, reply);
    const status = statusOf(refusal.code);
    if (status >= 500) this.report(thrown, request, refusal.code);
    const code = (refusal.code === 'system.error' ? failureOf(thrown, request) : null) ?? refusal.code;
    if (refusal.retryAfterSeconds !== null) void reply.header('retry-after', String(refusal.retryAfterSeconds));
    void reply.status(status).send(envelopeFor(this.serverTexts, request, code, refusal.facts));
  }

  private report(thrown: unknown, request: FastifyRequest, code: AnswerCode): void {
    // As the table of routes has it: some have an address in the place of a parameter.
    const path = request.routeOptions.url ?? 'none';
    // As what it is: of an object that is no error each part would stand in the log by itself.
    if (code === 'system.error') this.log.error({ err: thrown }, `${request.method} ${path}`);
    else if (SERIOUS.has(code))
      this.log.error({ code, path, fault: thrown instanceof Error ? errorText(thrown) : null });
    else this.log.warn({ code, path });
  }
}

/** A row that the read models lack may still exist. Commands are decided by the core, which is current. */
function behindInsteadOfNotFound(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): Refusal {
  if (!OF_READ_MODELS.has(refusal.code) || !hasBehindHeader(reply)) return refusal;
  const isCommand = typeof request.body === 'object' && request.body !== null && 'clientId' in request.body;
  return isCommand ? refusal : new Refusal('projection.behind', null, BUSY_RETRY_SECONDS);
}

export function refusalOf(thrown: unknown): Refusal {
  if (thrown instanceof Refusal) return thrown;
  if (thrown instanceof ChainUnavailable) return new Refusal('chain.unavailable');
  const storeError = storeFaultOf(thrown);
  if (storeError) return unavailable(storeError === 'away' ? 'store.unavailable' : 'storage.full');
  const status = httpStatusOf(thrown);
  if (status === null || status >= 500) return new Refusal('system.error');
  if (status === 404) return new Refusal('path.not.found');
  if (status === 413) return new Refusal('request.too.large');
  if (status === 429) return new Refusal('request.too.many', null, BUSY_RETRY_SECONDS);
  // Malformed JSON, an unknown content type, an address that does not decode, a header too long.
  return requestInvalid([{ path: '', code: 'format' }]);
}

/** Nest and Fastify both throw errors that know their status. */
function httpStatusOf(thrown: unknown): number | null {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number')
    return thrown.statusCode;
  return null;
}
