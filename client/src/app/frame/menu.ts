/** Where the header and the panel of the user lead. An entry comes with the screen it leads to. */
import type { UserInfo } from '../../../../shared/wire/account';
import type { TextKey } from '../../shared/i18n/i18n';

export interface MenuEntry {
  path: string;
  text: TextKey;
}

export const TOP_MENU: readonly MenuEntry[] = [
  { path: '/quotation', text: 'menu.quotes' },
  { path: '/currencyTransaction', text: 'menu.spot' },
];

/** What wider screens show as icons. */
export const PHONE_MENU: readonly MenuEntry[] = [
  { path: '/noticeList', text: 'menu.notices' },
  { path: '/down', text: 'menu.download' },
];

export const ASSET_LINKS: readonly MenuEntry[] = [
  { path: '/accountSet/myassets', text: 'menu.assets' },
  { path: '/accountSet/recharge', text: 'wallet.menu.recharge' },
  { path: '/accountSet/withdrawal', text: 'wallet.menu.withdrawal' },
  { path: '/accountSet/transfer', text: 'wallet.menu.transfer' },
  { path: '/accountSet/assetRecords', text: 'menu.records' },
];

export const ORDER_LINKS: readonly MenuEntry[] = [
  { path: '/accountSet/commin?active=1', text: 'menu.orders_current' },
  { path: '/accountSet/commin?active=2', text: 'menu.orders_history' },
];

export const ACCOUNT_LINKS: readonly MenuEntry[] = [
  { path: '/accountSet/personal', text: 'security.menu.personal' },
  { path: '/accountSet/security', text: 'security.menu.security' },
  { path: '/accountSet/realName', text: 'security.menu.verification' },
  { path: '/accountSet/messages', text: 'security.menu.messages' },
];

/** By the type of the user: an admin, an auditor, everybody else. */
export const STAFF_LINKS: Readonly<Record<UserInfo['userType'], readonly MenuEntry[]>> = {
  1: [{ path: '/admin', text: 'menu.desk' }],
  2: [{ path: '/audit', text: 'menu.desk' }],
  3: [],
};
