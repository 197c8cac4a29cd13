import type { AccountKind } from '../../../shared/rules/account-kinds';
import type { HoldReason } from '../../../shared/rules/entry-kinds';

export type { HoldReason } from '../../../shared/rules/entry-kinds';

/**
 * A claim on the frozen or locked amount of one asset in one of a user's accounts. Only entries that name the hold move it; each of the two buckets equals
 * the sum of its holds. A hold whose remainder reaches zero is gone.
 */
export interface Hold {
  id: number;
  reason: HoldReason;
  user: number;
  account: AccountKind;
  asset: string;
  /** Units still held, positive. */
  remaining: bigint;
  /** Locked with a position; absent for what lies in `frozen`. */
  locked?: true;
  /** The hold that it was split from: what is not spent goes back there and nowhere else. */
  origin?: number;
}
