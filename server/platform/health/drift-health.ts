/** Whether the ledger agrees with what should say the same. While it does not, everything goes on but withdrawals. */
export interface DriftHealth {
  /** `stopped`: it does not, and withdrawals are stopped; `unknown`: something cannot be compared now. */
  state(): 'none' | 'stopped' | 'unknown';
}
