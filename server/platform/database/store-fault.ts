/** Faults of the relational store itself, independent of the requester: unreachable or out of space. They pass. */

/** The store cannot be reached, does not answer, or ended the connection; whether a change was made is unknown. */
export class DatabaseUnreachable extends Error {}

/** SQLSTATEs: connection lost, too many connections, out of memory, shutdown or startup, cancelled by timeout. */
const UNREACHABLE_STATE = /^(08...|53200|53300|57014|57P0[1-5])$/;
const FULL_STATES: ReadonlySet<unknown> = new Set(['53100', 'SQLITE_FULL', 'ENOSPC', 'EDQUOT']);
const NETWORK: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // A missing Unix socket.
  'ENOENT',
]);
/** The driver's own errors have only a message. */
const DRIVER = /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has|was) )/;
const CAUSES_MAX = 4;

type StoreFault = 'away' | 'full';

export function storeFaultOf(error: unknown): StoreFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth++) {
    if (cause instanceof DatabaseUnreachable) return 'away';
    const { code } = cause as { code?: unknown };
    if (FULL_STATES.has(code) || String(code).startsWith('SQLITE_FULL')) return 'full';
    if (typeof code === 'string' && UNREACHABLE_STATE.test(code)) return 'away';
  }
  return null;
}

/** A table of the query is missing, in either store. */
export function isMissingTable(error: unknown): boolean {
  const { code, message } = error as Error & { code?: unknown };
  return code === '42P01' || message.startsWith('no such table');
}

/** Converts errors of the PostgreSQL driver; null if the server answered, even with an error. */
export function toDatabaseUnreachable(error: unknown, place: string): DatabaseUnreachable | null {
  if (error instanceof DatabaseUnreachable) return error;
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  const isAway =
    NETWORK.has(code) || DRIVER.test(error.message) || (typeof code === 'string' && UNREACHABLE_STATE.test(code));
  return isAway ? databaseUnreachable(place, typeof code === 'string' ? code : error.message, error) : null;
}

export function databaseUnreachable(place: string, reason: string, cause?: Error): DatabaseUnreachable {
  return new DatabaseUnreachable(`the database at ${place} is away: ${reason}`, { cause });
}
