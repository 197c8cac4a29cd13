/** Withdrawals stop because something that should agree with the ledger does not, and go on when two of staff say so. */

export interface WithdrawalsStopped {
  type: 'WithdrawalsStopped';
  /** Of the difference, from 1. */
  difference: number;
  comparison: string;
  subject: string;
  asset: string;
  /** Units of the asset: what the ledger says, and what the other says. */
  expected: bigint;
  found: bigint;
}
export interface WithdrawalsLifted {
  type: 'WithdrawalsLifted';
  upTo: number;
  reason: string;
}

export type DriftEvent = WithdrawalsStopped | WithdrawalsLifted;
