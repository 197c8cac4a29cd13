/** What may be asked about differences between the ledger and what should agree with it. */

export interface StopWithdrawals {
  type: 'StopWithdrawals';
  /** Which comparison: `live.balance`, `stored.balance`, `chain.custody` and so on. */
  comparison: string;
  /** What was compared, as the ledger names it: an account, a hold, an asset on a chain. */
  subject: string;
  asset: string;
  /** What the ledger says, in units of the asset. */
  expected: bigint;
  /** What the other says. */
  found: bigint;
}
export interface LiftWithdrawals {
  type: 'LiftWithdrawals';
  /** Those up to this number: what was found since stays. */
  upTo: number;
  /** Keyed hash of it. */
  reason: string;
}

export type DriftCommand = StopWithdrawals | LiftWithdrawals;
