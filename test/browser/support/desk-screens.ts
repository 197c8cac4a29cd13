/** Screens of the desk as an admin sees them; those of one user or market with an existing one. */
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

/** `staff.spec.ts` checks them with axe in both themes once they have content. */
export const DESK_SCREENS: readonly string[] = [
  ...DESK,
  '/admin/users/:trader',
  '/admin/markets/BTC-USDT',
  `/admin/markets/${PERPETUAL}`,
];
