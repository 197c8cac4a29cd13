/** What every answer of the interface is wrapped in. */

export interface Fault {
  /** Absent when no answer of the exchange came at all. */
  code?: string;
  /** In the user's language, as the server says it. */
  message?: string;
}

const SUCCESS = 'success';

/** `data` of a success; else why not. An answer without an envelope is a failure, whatever its status. */
export function dataOf(answer: unknown): { data: unknown } | { error: Fault } {
  if (!isEnvelope(answer)) return { error: {} };
  if (answer.code === SUCCESS) return { data: answer.data };
  return { error: { code: answer.code, ...(typeof answer.message === 'string' ? { message: answer.message } : {}) } };
}

function isEnvelope(answer: unknown): answer is { code: string; message?: unknown; data?: unknown } {
  return typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string';
}
