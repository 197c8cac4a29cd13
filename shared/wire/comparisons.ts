/** Reconciliation compares the ledger with each of these. */
export const COMPARISONS = [
  /** The ledger with itself: every asset adds up to nothing, what is frozen or locked is what holds say. */
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
