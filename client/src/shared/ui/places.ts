/** What products add to the shells of all of them: the user centre, the desk, the palette. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Narrowed } from '../../../../shared/rules/audit-scope';
import type { StaffRight } from '../../../../shared/rules/staff-rights';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { TextKey } from '../i18n/i18n';
import type { MenuEntry } from './screen';

export type AccountGroup = 'assets' | 'orders' | 'account';

/** An entry of the user centre's menu. */
export interface AccountTab {
  group: AccountGroup;
  path: string;
  /** Of the address' query, where two entries share a path. */
  active?: string;
  /** Screens that are reached from this one and have no entry of their own. */
  below?: readonly string[];
  text: TextKey;
  icon: LucideIcon;
}

export interface AccountMenuGroup {
  title: TextKey;
  entries: readonly AccountTab[];
}

/** A section of the desk that a product brings. */
export interface DeskSection {
  /** The last part of its path. */
  name: string;
  text: TextKey;
  icon: LucideIcon;
  /** Any of them opens it to an admin; none asked for, every admin sees it. */
  rights: readonly StaffRight[];
  /** Auditors read it without a right. */
  isAudited: boolean;
  /** By which bounds of an auditor its calls are narrowed. */
  narrowed?: Narrowed;
  load: () => Promise<ComponentType<{ own: OwnStaff }>>;
}

/** A screen, or a part of one, as the palette offers it. */
export interface PaletteEntry extends MenuEntry {
  /** Others have no business there. */
  isFor: 'everybody' | 'visitors' | 'users';
}

export function addressOf({ path, active }: Pick<AccountTab, 'path' | 'active'>): string {
  return active === undefined ? path : `${path}?active=${active}`;
}

/** The path or one below it, and of two entries with one path the one that the address names; it names the first by naming none. */
export function isCurrent({ path, active, below = [] }: AccountTab, pathname: string, search: string): boolean {
  if (path !== pathname && !below.includes(pathname)) return false;
  return active === undefined || (new URLSearchParams(search).get('active') === '2' ? '2' : '1') === active;
}
