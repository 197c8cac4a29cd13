/** A fault of the exchange is told as what failed, as long as it is sure that nothing of the request is durable. */
import type { FastifyRequest } from 'fastify';
import type { FailureCode } from '../../../shared/wire/route';

export type RequestThatMayFail = FastifyRequest & { failure?: { code: FailureCode; isSure: () => boolean } };

/** Thrown behind a write that is durable. */
const late = new WeakSet<object>();

/** For what follows a save: its fault does not say that the save failed. */
export async function afterSaving<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) late.add(error);
    throw error;
  }
}

export function failureOf(thrown: unknown, { failure }: RequestThatMayFail): FailureCode | null {
  if (!failure || !(thrown instanceof Error) || late.has(thrown)) return null;
  return failure.isSure() ? failure.code : null;
}
