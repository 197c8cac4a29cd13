/** Sources that reconciliation compares with the ledger. */
export const COMPARISONS = [
  /** Ledger consistency: every asset sums to zero, and frozen and locked amounts equal the holds. */
  'ledger.sum',
  'ledger.hold',
  'live.balance',
  'live.house',
  'live.order',
  'live.position',
  'stored.balance',
  'stored.order',
  'stored.position',
  'stored.withdrawal',
  'stored.frozen',
  'records.balance',
  'chain.custody',
  'chain.holdings',
] as const;
export type Comparison = (typeof COMPARISONS)[number];
