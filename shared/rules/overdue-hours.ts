/** Hours after which tasks of staff count as overdue: the defaults, and the permitted range of the settings. */
export const OVERDUE_HOURS = {
  /** Time until approval, from approval until payment, and from the hand-over until it leaves. */
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
/** Maximum of the settings: one month. */
export const OVERDUE_HOURS_MAX = 720;

/** The overdue limit that applies to each withdrawal status. Final statuses have none. */
export const WITHDRAWAL_WAITS = {
  applied: 'withdrawal_applied',
  approved: 'withdrawal_approved',
  paying: 'withdrawal_paying',
  submitted: 'withdrawal_paying',
  failed: 'withdrawal_paying',
} as const satisfies Readonly<Record<string, OverdueWait>>;
