/** Entries that products add to the common shells: the user centre, the desk, the palette. */
import type { LucideIcon } from 'lucide-react';
import type { ScopeNarrowing } from '../../../../shared/rules/audit-scope';
import type { StaffRight } from '../../../../shared/rules/staff-rights';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { TextKey } from '../i18n/i18n';
import type { PageLoader } from './page/lazy-page';
import type { MenuEntry } from './screen';

export type AccountGroup = 'assets' | 'orders' | 'account';

/** An entry of the user centre's menu. */
export interface AccountTab {
  group: AccountGroup;
  path: string;
  /** `active` parameter, if two entries share a path. */
  active?: string;
  /** Screens without an entry of their own, which mark this entry. */
  below?: readonly string[];
  text: TextKey;
  icon: LucideIcon;
}

export interface AccountMenuGroup {
  title: TextKey;
  entries: readonly AccountTab[];
}

/** Desk section of a product. */
export interface AdminSection {
  /** Last segment of its path. */
  name: string;
  text: TextKey;
  icon: LucideIcon;
  /** Any of these rights opens it to an admin; without rights, all admins see it. */
  rights: readonly StaffRight[];
  /** Auditors may read it without a right. */
  isAudited: boolean;
  /** Audit scope limits that apply to its calls. */
  narrowed?: ScopeNarrowing;
  load: AdminPageLoader;
}

export type AdminPageLoader = PageLoader<{ ownStaff: OwnStaff }>;

/** Screens of a section listed by the desk itself, which defines its menu place and access. */
export interface AdminScreens {
  list: AdminPageLoader;
  /** Screen of one record, below the list's path. */
  detail?: AdminPageLoader;
}

/** By section name, per role. */
export interface AdminScreensByRole {
  admin: Readonly<Partial<Record<string, AdminScreens>>>;
  auditor: Readonly<Partial<Record<string, AdminScreens>>>;
}

/** A screen, or a part of one, in the palette. */
export interface PaletteEntry extends MenuEntry {
  /** User types for whom it is meant. */
  isFor: 'everybody' | 'visitors' | 'users';
}

export function addressOf({ path, active }: Pick<AccountTab, 'path' | 'active'>): string {
  return active === undefined ? path : `${path}?active=${active}`;
}

/** Matches the entry's path or one of `below`. Of two entries with one path, `active` decides; without it the first one matches. */
export function isCurrent({ path, active, below = [] }: AccountTab, pathname: string, search: string): boolean {
  if (path !== pathname && !below.includes(pathname)) return false;
  return active === undefined || (new URLSearchParams(search).get('active') === '2' ? '2' : '1') === active;
}
