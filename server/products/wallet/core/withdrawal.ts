/**
 * An open withdrawal. Its states: applied for; approved by the staff members that its value requires; being paid, when a person may already
 * have sent it; submitted to a chain with automatic payouts, which cannot be recalled; failed there, as the chain has proven. It ends as
 * paid, rejected or cancelled.
 */
export interface Withdrawal {
  id: number;
  user: number;
  asset: string;
  amount: bigint;
  fee: bigint;
  hold: number;
  status: 'applied' | 'approved' | 'paying' | 'submitted' | 'failed';
  /** USDT units of scale 8; null without a price. */
  value: bigint | null;
  /** Day to whose limit the value counts; null if it counts to none. */
  day: number | null;
  /** Earliest time of approval, set by the owner; null without one. */
  notBefore: number | null;
  /** Value above which it needs two approvals, as of its request, in USDT units of scale 8. */
  secondApprovalAbove: bigint;
  /** Staff members who approved it. */
  approvals: number[];
  /** The staff member who stated, since the start of any payout, that nothing was sent. */
  proposedBy: number | null;
  /** Permanent key of its submission: a chain pays once per key. */
  payoutKey: string | null;
}

/** Default value above which two approvals are needed: 10,000 USDT. */
export const SECOND_APPROVAL_ABOVE = 1_000_000_000_000n;
