/** Why an amount lies in `frozen`, and the only way out of it. */
export type HoldReason = 'order' | 'withdrawal' | 'admin';

/**
 * A claim on one user's frozen amount of one asset. Only entries that name the hold move it; the frozen bucket equals the
 * sum of its holds. A hold whose remainder reaches zero is gone.
 */
export interface Hold {
  id: number;
  reason: HoldReason;
  user: number;
  asset: string;
  /** Units still held, positive. */
  remaining: bigint;
}
