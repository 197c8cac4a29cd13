/** Rights of an admin: one word per area of the admin desk. */
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
