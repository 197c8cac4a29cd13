/**
 * A withdrawal that has not ended: applied for, approved by as many of staff as its value asks for, being paid, when a person
 * may have sent something already, submitted to a chain that pays by itself, which cannot be called back, or failed there, which
 * the chain has proven. It ends as paid, rejected or cancelled.
 */
export interface Withdrawal {
  id: number;
  user: number;
  asset: string;
  amount: bigint;
  fee: bigint;
  hold: number;
  status: 'applied' | 'approved' | 'paying' | 'submitted' | 'failed';
  /** USDT units of scale 8; null where nothing priced it. */
  value: bigint | null;
  /** The day on whose limit the value counts; null when it counts on none. */
  day: number | null;
  /** Nobody approves it before, as its owner wished; null where there is no such wish. */
  notBefore: number | null;
  /** Above this value two approved when it was applied for, in USDT units of scale 8. */
  secondApprovalAbove: bigint;
  /** Who has approved it. */
  approvals: number[];
  /** Who has stated, since the payout started if it has, that nothing was sent. */
  proposedBy: number | null;
  /** What it was submitted under, and is for ever: under one key a chain pays once. */
  payoutKey: string | null;
}

/** Above this value two of staff approve, until staff say otherwise: 10,000 USDT. */
export const SECOND_APPROVAL_ABOVE = 1_000_000_000_000n;
