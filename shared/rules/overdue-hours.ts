/** How many hours each thing may wait for staff before it is overdue: what they begin with, and what the desk may set. */
export const OVERDUE_HOURS = {
  /** To be approved, to be paid once it is, and to leave once it is handed over. */
  withdrawal_applied: 2,
  withdrawal_approved: 4,
  withdrawal_paying: 4,
  recharge: 12,
  verification: 24,
  proposal: 12,
  feedback: 48,
} as const;
export type OverdueWait = keyof typeof OVERDUE_HOURS;
export const OVERDUE_WAITS = Object.keys(OVERDUE_HOURS) as OverdueWait[];
/** A month: what may wait for longer is not waited for. */
export const OVERDUE_HOURS_MAX = 720;

/** What a withdrawal in this status waits for; what has ended waits for nothing. */
export const WITHDRAWAL_WAITS = {
  applied: 'withdrawal_applied',
  approved: 'withdrawal_approved',
  paying: 'withdrawal_paying',
  submitted: 'withdrawal_paying',
  failed: 'withdrawal_paying',
} as const satisfies Readonly<Record<string, OverdueWait>>;
