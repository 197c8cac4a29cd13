import { Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { markErrorsAsAfterSave, type RequestWithFailureCode } from './failure';
import { COMMON_TEXTS } from '../i18n/messages';
import { ExceptionToEnvelope } from './exception.filter';
import { isFinalRefusal, Refusal, unavailable } from './refusal';

afterEach(() => jest.restoreAllMocks());

/** Status and code of the answer, and the log entries. */
function answered(thrown: unknown, failure?: RequestWithFailureCode['failure']) {
  const log = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  const told: unknown[] = [];
  const reply = {
    status: (status: number) => ({ send: ({ code }: { code: string }) => told.push(status, code) }),
  } as unknown as FastifyReply;
  const request = { headers: {}, method: 'POST', routeOptions: { url: '/somewhere' }, failure };
  new ExceptionToEnvelope(COMMON_TEXTS).answer(thrown, request as unknown as FastifyRequest, reply);
  return { told, logged: log.mock.calls };
}

const FAULT = new Error('broken');
const failed = { code: 'save.failed' as const, isSure: (): boolean => true };

describe('an internal fault', () => {
  it('is answered with the failed operation and logged with its error', () => {
    const { told, logged } = answered(FAULT, failed);
    expect(told).toEqual([500, 'save.failed']);
    expect(logged).toEqual([[{ err: FAULT }, 'POST /somewhere']]);
  });

  it.each([
    ['no route names a failure', FAULT, undefined],
    ['something may be durable', FAULT, { ...failed, isSure: (): boolean => false }],
    ['what was thrown is no error', 'broken', failed],
  ] as const)('is a system error if %s', (_, thrown, failure) => {
    expect(answered(thrown, failure).told).toEqual([500, 'system.error']);
  });

  it('is a system error after a durable save', async () => {
    const late = new Error('late');
    await expect(markErrorsAsAfterSave(Promise.reject(late))).rejects.toBe(late);
    expect(answered(late, failed).told).toEqual([500, 'system.error']);
  });
});

it('answers refusals unchanged', () => {
  expect(answered(new Refusal('balance.insufficient'), failed)).toEqual({
    told: [200, 'balance.insufficient'],
    logged: [],
  });
});

it.each([
  ['outcome.unknown', 1],
  ['system.busy', 1],
  ['storage.full', 30],
  ['store.unavailable', 5],
] as const)('%s is not final and states when to retry', (code, seconds) => {
  const refusal = unavailable(code);
  expect(refusal.retryAfterSeconds).toBe(seconds);
  expect(isFinalRefusal(refusal)).toBe(false);
  expect(isFinalRefusal(new Refusal('balance.insufficient'))).toBe(true);
  expect(isFinalRefusal(FAULT)).toBe(false);
});
