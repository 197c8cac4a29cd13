/** Envelope of every answer, and the page's reaction to failures. */
import type { TextKey } from '../i18n/i18n';
import type { SessionEnd } from './session';

export interface Fault {
  /** Absent if the exchange did not answer. */
  code?: string;
  /** Server text in the user's language. */
  message?: string;
  /** Facts of the refusal. */
  data?: unknown;
  /** Cause of a missing answer; `superseded` if the session changed during the request. */
  cause?: 'timeout' | 'network' | 'superseded';
}

const SUCCESS = 'success';
const NOT_LOGGED_IN = 'login.user.not.login';
const EXPIRED: ReadonlySet<string> = new Set(['4001', '4003', 'audit.access.expired']);

/** Returns `data` of a success, else the fault. A response without an envelope is a fault, whatever its status. */
export function dataOf(answer: unknown, status?: number | string): { data: unknown } | { error: Fault } {
  if (!isEnvelope(answer)) return { error: causeOf(status) };
  if (answer.code === SUCCESS) return { data: answer.data };
  const { code, message, data } = answer;
  return {
    error: {
      code,
      ...(typeof message === 'string' ? { message } : {}),
      ...(data === undefined || data === null ? {} : { data }),
    },
  };
}

/** True if the read models do not yet include the requested position. */
export function isBehind(answer: unknown): boolean {
  return isEnvelope(answer) && answer.code === 'projection.behind';
}

/** True if the command was executed before under the same client id; the answer repeats that outcome. */
export function isRepeated(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'repeated' in data && data.repeated === true;
}

function causeOf(status: number | string | undefined): Fault {
  if (status === 'TIMEOUT_ERROR') return { cause: 'timeout' };
  return status === 'FETCH_ERROR' ? { cause: 'network' } : {};
}

function isEnvelope(answer: unknown): answer is { code: string; message?: unknown; data?: unknown } {
  return typeof answer === 'object' && answer !== null && 'code' in answer && typeof answer.code === 'string';
}

export type Words = { text: string } | { key: TextKey };

export type Reaction = { kind: 'none' } | SessionEnd | { kind: 'toast'; tone: 'info' | 'error'; words: Words };

/** Information rather than an error: the order ended before its cancellation, or the exported list is empty. */
const INFORMATIONAL_CODES: ReadonlySet<string> = new Set([
  'order.filled',
  'order.cancelled',
  'stop.filled',
  'stop.cancelled',
  'option.settled',
  'option.cancelled',
  'robot.ended',
  'earn.ended',
  'withdrawal.ended',
  'data.none',
]);

/** The specification's rule: show the server's message or ERROR, with a few exceptions. */
export function faultReaction(
  error: Fault,
  options: { isQuiet?: boolean; isLogin?: boolean; quietCodes?: readonly string[] },
): Reaction {
  const { code = '', message } = error;
  if (code === NOT_LOGGED_IN) return { kind: 'not_known' };
  if (EXPIRED.has(code) && !options.isLogin) return { kind: 'expired', text: message ?? '' };
  if (options.isQuiet || options.quietCodes?.includes(code)) return { kind: 'none' };
  return { kind: 'toast', tone: INFORMATIONAL_CODES.has(code) ? 'info' : 'error', words: faultMessage(error) };
}

/** Text for a fault, in a toast or in place of the content. */
export function faultMessage({ message, cause }: Fault): Words {
  if (message !== undefined) return { text: message };
  if (cause === 'timeout') return { key: 'page.timeout' };
  return { key: cause === 'network' ? 'page.offline' : 'page.error' };
}
