import type { HoldReason } from '../../../shared/rules/entry-kinds';
import type { UserAccount } from './account';

export type { HoldReason } from '../../../shared/rules/entry-kinds';

/**
 * A claim on the frozen or locked amount of one asset in one of a user's accounts. Only entries that name the hold move it; each of the two buckets equals
 * the sum of its holds. A hold whose remainder reaches zero is gone.
 */
export interface Hold {
  id: number;
  reason: HoldReason;
  /** The user's `frozen` or `locked` account that contains it. */
  account: UserAccount;
  /** Units still held, positive. */
  remaining: bigint;
  /** The hold it was split from: its unspent rest returns only there. */
  origin?: number;
}
