import type { AccountKind } from '../../../shared/rules/account-kinds';

/** Why an amount lies in `frozen`, and the only way out of it. */
export type HoldReason = 'order' | 'withdrawal' | 'admin';

/**
 * A claim on the frozen amount of one asset in one of a user's accounts. Only entries that name the hold move it; the frozen bucket equals the
 * sum of its holds. A hold whose remainder reaches zero is gone.
 */
export interface Hold {
  id: number;
  reason: HoldReason;
  user: number;
  account: AccountKind;
  asset: string;
  /** Units still held, positive. */
  remaining: bigint;
}
