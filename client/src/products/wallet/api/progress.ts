/** Progress of a deposit's confirmations. */
import type { RechargeRecord } from '../../../../../shared/products/wallet/wire';

export interface Progress {
  confirmations: number;
  needed: number;
  /** Whole percent, rounded down, so that 100 means complete. */
  percent: number;
}

/** Null if it did not come from a chain. Confirmations beyond the required number are not counted. */
export function progressOf({
  confirmations,
  needed,
}: Pick<RechargeRecord, 'confirmations' | 'needed'>): Progress | null {
  if (confirmations === null || needed === null || needed < 1) return null;
  const countedConfirmations = Math.min(Math.max(confirmations, 0), needed);
  return { confirmations: countedConfirmations, needed, percent: Math.floor((countedConfirmations * 100) / needed) };
}
