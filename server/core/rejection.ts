/**
 * An expected rejection: a stable code and the facts that justify it. Nothing has changed and nothing is journalled.
 */
import type { RejectionCode } from '../../shared/rules/codes';

export interface Rejection {
  rejected: RejectionCode;
  /** Integers in the units that the product declares (`RejectionUnits`). The edge turns them into decimals. */
  facts?: Readonly<Record<string, string | number>>;
}

/**
 * `asset`: units of the asset that the facts name. `ticks`, `lots`, `quote`: in the units of the command's market.
 * `value`: USDT units of VALUE_SCALE.
 */
export type FactUnit = 'asset' | 'ticks' | 'lots' | 'quote' | 'value';
/** Units of the facts of each rejection. A fact without a unit is a plain number, a time or a name. */
export type RejectionUnits = { readonly [Code in RejectionCode]?: Readonly<Record<string, FactUnit>> };

export function reject(rejected: RejectionCode, facts?: Rejection['facts']): Rejection {
  return facts ? { rejected, facts } : { rejected };
}

export function isRejection<T extends object>(outcome: T | Rejection): outcome is Rejection {
  return 'rejected' in outcome;
}

/** Throws if an invariant is broken: never a rejection, the engine stops and rebuilds. */
export function invariant(holds: boolean, message: string): asserts holds {
  if (!holds) broken(message);
}

/** For hot paths: the message is built only on failure. */
export function broken(message: string): never {
  throw new Error(`invariant broken: ${message}`);
}
