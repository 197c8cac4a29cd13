/** Screens of the desk as an admin has them; those of one user and of one market with what they are about. */
import { PERPETUAL } from './contract-floor';

const SECTIONS = [
  '',
  '/risk',
  '/users',
  '/verifications',
  '/withdrawals',
  '/recharges',
  '/limits',
  '/markets',
  '/assets',
  '/feedback',
  '/content',
  '/content/new',
  '/banners',
  '/banners/new',
];
const DESK = [
  ...SECTIONS,
  '/settings',
  '/staff',
  '/proposals',
  '/log',
  '/journal',
  '/evidence',
  '/contracts',
  '/options',
  '/earn',
].map((path) => `/admin${path}`);

/** Looked at by axe in `staff.spec.ts`, in both themes, when something is on them. */
export const DESK_SCREENS: readonly string[] = [
  ...DESK,
  '/admin/users/:trader',
  '/admin/markets/BTC-USDT',
  `/admin/markets/${PERPETUAL}`,
];
