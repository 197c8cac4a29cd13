/** What a request is answered with when it is not answered with success: a code, and the facts behind it. */
import type { AnswerCode, FieldCode } from '../../../shared/rules/codes';

export class Refusal extends Error {
  constructor(
    readonly code: AnswerCode,
    readonly facts: unknown = null,
    /** Seconds after which trying again makes sense. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(code);
  }
}

export interface FieldFault {
  path: string;
  code: FieldCode;
}

export function requestInvalid(fields: readonly FieldFault[]): Refusal {
  return new Refusal('request.invalid', { fields });
}
