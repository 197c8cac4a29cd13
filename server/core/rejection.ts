/** An expected refusal: a stable code and the facts that justify it. Nothing has changed and nothing is journalled. */
import type { RejectionCode } from '../../shared/rules/codes';

export interface Rejection {
  rejected: RejectionCode;
  /** Decimal strings in units, ticks or lots as the names say; the edge may turn them into the asset's decimals. */
  facts?: Readonly<Record<string, string | number>>;
}

export function reject(rejected: RejectionCode, facts?: Rejection['facts']): Rejection {
  return facts ? { rejected, facts } : { rejected };
}

export function isRejection<T extends object>(outcome: T | Rejection): outcome is Rejection {
  return 'rejected' in outcome;
}

/** A broken invariant is a crash, never a refusal: the engine stops and rebuilds. */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) broken(what);
}

/** For hot paths, where the text of a complaint must cost nothing as long as nobody complains. */
export function broken(what: string): never {
  throw new Error(`invariant broken: ${what}`);
}
