/** What every answer of the interface is wrapped in, and what the page does about one that is no success. */
import type { TextKey } from '../i18n/i18n';
import type { SessionEnd } from './session';

export interface Fault {
  /** Absent when no answer of the exchange came at all. */
  code?: string;
  /** In the user's language, as the server says it. */
  message?: string;
  /** Facts of the refusal. */
  data?: unknown;
  /** Why no answer came, or none that counts: superseded is one that was asked for under another session. */
  cause?: 'timeout' | 'network' | 'superseded';
}

const SUCCESS = 'success';
const NOT_LOGGED_IN = 'login.user.not.login';
const EXPIRED: ReadonlySet<string> = new Set(['4001', '4003', 'audit.access.expired']);

/** `data` of a success; else why not. An answer without an envelope is a failure, whatever its status. */
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

/** Whether an answer says that the read models do not hold yet what was asked for. */
export function isBehind(answer: unknown): boolean {
  return isEnvelope(answer) && answer.code === 'projection.behind';
}

/** Whether a command had been taken before under the same client id, and this is its first outcome again. */
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

/** An order that had ended before its cancel came, and a file of an empty list: information, no errors. */
const INFORMING: ReadonlySet<string> = new Set([
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

/** The specification's rule: the server's message, or ERROR; and the few answers that are not told like that. */
export function reactionTo(
  fault: Fault,
  options: { isQuiet?: boolean; isLogin?: boolean; quietCodes?: readonly string[] },
): Reaction {
  const { code = '', message } = fault;
  if (code === NOT_LOGGED_IN) return { kind: 'not_known' };
  if (EXPIRED.has(code) && !options.isLogin) return { kind: 'expired', text: message ?? '' };
  if (options.isQuiet || options.quietCodes?.includes(code)) return { kind: 'none' };
  return { kind: 'toast', tone: INFORMING.has(code) ? 'info' : 'error', words: wordsOf(fault) };
}

/** What to say of a fault, in a toast or where the content would be. */
export function wordsOf({ message, cause }: Fault): Words {
  if (message !== undefined) return { text: message };
  if (cause === 'timeout') return { key: 'page.timeout' };
  return { key: cause === 'network' ? 'page.offline' : 'page.error' };
}
