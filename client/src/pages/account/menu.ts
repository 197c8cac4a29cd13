/** The user centre's screens, as far as they exist. */
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BadgeCheck,
  BookUser,
  ClipboardList,
  CreditCard,
  Fingerprint,
  History,
  KeyRound,
  Languages,
  ListMinus,
  ListPlus,
  LockKeyhole,
  Mail,
  MessageSquareText,
  ScrollText,
  Shield,
  ShieldCheck,
  Smartphone,
  UserRound,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { TextKey } from '../../shared/i18n/i18n';

export interface AccountEntry {
  path: string;
  /** Of the address' query, where two entries share a path. */
  active?: string;
  text: TextKey;
  icon: LucideIcon;
}

export const ACCOUNT_MENU: readonly { title: TextKey; entries: readonly AccountEntry[] }[] = [
  {
    title: 'menu.group_assets',
    entries: [
      { path: '/accountSet/myassets', text: 'menu.assets', icon: Wallet },
      { path: '/accountSet/recharge', text: 'wallet.menu.recharge', icon: ArrowDownToLine },
      { path: '/accountSet/withdrawal', text: 'wallet.menu.withdrawal', icon: ArrowUpFromLine },
      { path: '/accountSet/transfer', text: 'wallet.menu.transfer', icon: ArrowLeftRight },
      { path: '/accountSet/addressManage', text: 'wallet.menu.addresses', icon: BookUser },
      { path: '/accountSet/rechargeRecords', text: 'wallet.menu.recharge_records', icon: ListPlus },
      { path: '/accountSet/withdrawalRecords', text: 'wallet.menu.withdrawal_records', icon: ListMinus },
      { path: '/accountSet/assetRecords', text: 'menu.records', icon: ScrollText },
    ],
  },
  {
    title: 'menu.group_orders',
    entries: [
      { path: '/accountSet/commin', active: '1', text: 'menu.orders_current', icon: ClipboardList },
      { path: '/accountSet/commin', active: '2', text: 'menu.orders_history', icon: History },
    ],
  },
  {
    title: 'security.menu.group_account',
    entries: [
      { path: '/accountSet/personal', text: 'security.menu.personal', icon: UserRound },
      { path: '/accountSet/realName', text: 'security.menu.verification', icon: BadgeCheck },
      { path: '/accountSet/messages', text: 'security.menu.messages', icon: MessageSquareText },
      { path: '/accountSet/bankCards', text: 'security.menu.cards', icon: CreditCard },
      { path: '/accountSet/language', text: 'security.menu.language', icon: Languages },
    ],
  },
  {
    title: 'security.menu.group_security',
    entries: [
      { path: '/accountSet/security', text: 'security.menu.security', icon: Shield },
      { path: '/accountSet/loginPassword', text: 'security.menu.password', icon: KeyRound },
      { path: '/accountSet/fundPassword', text: 'security.menu.fund_password', icon: LockKeyhole },
      { path: '/accountSet/bindEmail', text: 'security.menu.email', icon: Mail },
      { path: '/accountSet/bindPhone', text: 'security.menu.phone', icon: Smartphone },
      { path: '/accountSet/bindGoogle', text: 'security.menu.authenticator', icon: ShieldCheck },
      { path: '/accountSet/passkeys', text: 'security.menu.passkeys', icon: Fingerprint },
    ],
  },
];

export function addressOf({ path, active }: AccountEntry): string {
  return active === undefined ? path : `${path}?active=${active}`;
}

/** The path, and of two entries with one path the one that the address names; it names the first by naming none. */
export function isCurrent({ path, active }: AccountEntry, pathname: string, search: string): boolean {
  if (path !== pathname) return false;
  return active === undefined || (new URLSearchParams(search).get('active') === '2' ? '2' : '1') === active;
}
