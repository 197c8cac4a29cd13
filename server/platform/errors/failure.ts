/**
 * A fault of the exchange is answered with the failed operation, if it is certain that nothing of the request is
 * durable.
 */
import type { FastifyRequest } from 'fastify';
import type { FailureCode } from '../../../shared/wire/route';

export type RequestWithFailureCode = FastifyRequest & { failure?: { code: FailureCode; isSure: () => boolean } };

/** Errors thrown after a durable write. */
const errorsAfterSave = new WeakSet<object>();

/** For work after a save: its fault does not mean that the save failed. */
export async function markErrorsAsAfterSave<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) errorsAfterSave.add(error);
    throw error;
  }
}

export function failureOf(thrown: unknown, { failure }: RequestWithFailureCode): FailureCode | null {
  if (!failure || !(thrown instanceof Error) || errorsAfterSave.has(thrown)) return null;
  return failure.isSure() ? failure.code : null;
}
