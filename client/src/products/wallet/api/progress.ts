/** How far a recharge has come. */
import type { RechargeRecord } from '../../../../../shared/products/wallet/wire';

export interface Progress {
  confirmations: number;
  needed: number;
  /** Whole hundredths, rounded down: full only when it is. */
  percent: number;
}

/** Null for what no chain brought. Blocks that come after it was credited are of no interest. */
export function progressOf({
  confirmations,
  needed,
}: Pick<RechargeRecord, 'confirmations' | 'needed'>): Progress | null {
  if (confirmations === null || needed === null || needed < 1) return null;
  const counted = Math.min(Math.max(confirmations, 0), needed);
  return { confirmations: counted, needed, percent: Math.floor((counted * 100) / needed) };
}
