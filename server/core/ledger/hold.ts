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
  /** A user's `frozen` or `locked`, where it lies. */
  account: UserAccount;
  /** Units still held, positive. */
  remaining: bigint;
  /** The hold that it was split from: what is not spent goes back there and nowhere else. */
  origin?: number;
}
