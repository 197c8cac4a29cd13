/** The user centre's menu. Screens reachable from another of its screens have no entry here, but the palette lists them. */
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BadgeCheck,
  CreditCard,
  FileCheck,
  MessageSquareText,
  ScrollText,
  Shield,
  UserRound,
  Wallet,
} from 'lucide-react';
import type { TextKey } from '../kit/i18n/i18n';
import type { AccountGroup, AccountMenuGroup, AccountTab } from '../kit/ui/places';

const accountPaths = (...names: readonly string[]): string[] => names.map((name) => `/accountSet/${name}`);

const TABS: readonly AccountTab[] = [
  { group: 'assets', path: '/accountSet/myassets', text: 'menu.assets', icon: Wallet },
  { group: 'assets', path: '/accountSet/verifyBalance', text: 'menu.balance_proof', icon: FileCheck },
  {
    group: 'assets',
    path: '/accountSet/recharge',
    below: accountPaths('rechargeRecords'),
    text: 'wallet.menu.recharge',
    icon: ArrowDownToLine,
  },
  {
    group: 'assets',
    path: '/accountSet/withdrawal',
    below: accountPaths('withdrawalRecords', 'addressManage'),
    text: 'wallet.menu.withdrawal',
    icon: ArrowUpFromLine,
  },
  { group: 'assets', path: '/accountSet/transfer', text: 'wallet.menu.transfer', icon: ArrowLeftRight },
  { group: 'assets', path: '/accountSet/assetRecords', text: 'menu.records', icon: ScrollText },
  {
    group: 'account',
    path: '/accountSet/personal',
    below: accountPaths('language'),
    text: 'security.menu.personal',
    icon: UserRound,
  },
  { group: 'account', path: '/accountSet/realName', text: 'security.menu.verification', icon: BadgeCheck },
  {
    group: 'account',
    path: '/accountSet/security',
    below: accountPaths('loginPassword', 'fundPassword', 'bindEmail', 'bindPhone', 'bindGoogle', 'passkeys'),
    text: 'security.menu.security',
    icon: Shield,
  },
  { group: 'account', path: '/accountSet/bankCards', text: 'security.menu.cards', icon: CreditCard },
  { group: 'account', path: '/accountSet/messages', text: 'security.menu.messages', icon: MessageSquareText },
];

const TITLES: Readonly<Record<AccountGroup, TextKey>> = {
  assets: 'menu.group_assets',
  orders: 'menu.group_orders',
  account: 'security.menu.group_account',
};

/** The menu plus the products' tabs, by group. */
export function accountMenuOf(tabs: readonly AccountTab[]): AccountMenuGroup[] {
  return (Object.keys(TITLES) as AccountGroup[])
    .map((name) => ({ title: TITLES[name], entries: [...TABS, ...tabs].filter(({ group }) => group === name) }))
    .filter(({ entries }) => entries.length > 0);
}
