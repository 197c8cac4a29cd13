/** Every answer other than success, outside the core: a code and the facts behind it. */
import type { AnswerCode, FieldCode } from '../../../shared/rules/codes';

export class Refusal extends Error {
  constructor(
    readonly code: AnswerCode,
    readonly facts: unknown = null,
    /** Seconds before a retry makes sense. */
    readonly retryAfterSeconds: number | null = null,
    /** False if the command was not taken or its outcome is unknown. */
    readonly isFinal = true,
  ) {
    super(code);
  }
}

/** Hints: a busy queue drains in a second, a restarted server is back in seconds, an operator makes space. */
const RETRY_SECONDS = { 'system.busy': 1, 'outcome.unknown': 1, 'store.unavailable': 5, 'storage.full': 30 } as const;

/** The engine or a store cannot decide now. A retry with the same client id is safe. */
export function unavailable(code: keyof typeof RETRY_SECONDS): Refusal {
  return new Refusal(code, null, RETRY_SECONDS[code], false);
}

/** A refusal after which the command will not take effect. */
export function isFinalRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.isFinal;
}

export interface FieldFault {
  path: string;
  code: FieldCode;
}

export function requestInvalid(fields: readonly FieldFault[]): Refusal {
  return new Refusal('request.invalid', { fields });
}
