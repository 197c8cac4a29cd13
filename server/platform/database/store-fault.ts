/** Faults of the relational store itself, which are nobody's who asked: it is away, or has no space. They pass. */

/** It cannot be reached, does not answer, or ended the connection; whether a change was made then nobody knows. */
export class StoreAway extends Error {}

/** SQL states: connection lost, too many of them, no memory, shut down or starting, given up as too long. */
const AWAY_STATE = /^(08...|53200|53300|57014|57P0[1-5])$/;
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
  // A socket in a folder.
  'ENOENT',
]);
/** The driver's own errors have words alone. */
const DRIVER = /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has|was) )/;
const CAUSES_MAX = 4;

type StoreFault = 'away' | 'full';

export function storeFaultOf(error: unknown): StoreFault | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < CAUSES_MAX; cause = cause.cause, depth++) {
    if (cause instanceof StoreAway) return 'away';
    const { code } = cause as { code?: unknown };
    if (FULL_STATES.has(code) || String(code).startsWith('SQLITE_FULL')) return 'full';
    if (typeof code === 'string' && AWAY_STATE.test(code)) return 'away';
  }
  return null;
}

/** A table of the query is not there, in either store. */
export function isMissingTable(error: unknown): boolean {
  const { code, message } = error as Error & { code?: unknown };
  return code === '42P01' || message.startsWith('no such table');
}

/** For what the driver of PostgreSQL threw: null when it is an answer, if only a refusal. */
export function asAway(error: unknown, place: string): StoreAway | null {
  if (error instanceof StoreAway) return error;
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  const isAway = NETWORK.has(code) || DRIVER.test(error.message) || (typeof code === 'string' && AWAY_STATE.test(code));
  return isAway ? awayFrom(place, typeof code === 'string' ? code : error.message, error) : null;
}

export function awayFrom(place: string, why: string, cause?: Error): StoreAway {
  return new StoreAway(`the database at ${place} is away: ${why}`, { cause });
}
