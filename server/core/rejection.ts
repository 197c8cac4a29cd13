/** An expected refusal: a stable code and the facts that justify it. Nothing has changed and nothing is journalled. */
import type { RejectionCode } from '../../shared/rules/codes';

export interface Rejection {
  rejected: RejectionCode;
  /** Integers in the units that the product declares (`RefusalUnits`). The edge turns them into decimals. */
  facts?: Readonly<Record<string, string | number>>;
}

/** `asset`: units of the asset that the facts name. `ticks`, `lots`, `quote`: of the market of the command. `value`: USDT units of VALUE_SCALE. */
export type FactUnit = 'asset' | 'ticks' | 'lots' | 'quote' | 'value';
/** The units of the facts of each refusal. A fact without one is a plain number, a time or a name. */
export type RefusalUnits = { readonly [Code in RejectionCode]?: Readonly<Record<string, FactUnit>> };

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
