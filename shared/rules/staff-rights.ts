/** What an admin may be given: one word an area of the desk. */
export const STAFF_RIGHTS = [
  'users',
  'verification',
  'recharges',
  'withdrawals',
  'markets',
  'settings',
  'content',
  'staff',
] as const;
export type StaffRight = (typeof STAFF_RIGHTS)[number];
