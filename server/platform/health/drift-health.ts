/** Whether the ledger agrees with its external counterparts. During a difference only withdrawals stop. */
export interface DriftHealth {
  /** `stopped`: a difference stops withdrawals; `unknown`: a comparison is impossible now. */
  state(): 'none' | 'stopped' | 'unknown';
}
