/** The sections of the desk, and who sees which. What somebody has no right to is not named to them either. */
import { isClosed, type Narrowed } from '../../../../../shared/rules/audit-scope';
import type { StaffRight } from '../../../../../shared/rules/staff-rights';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import type { TextKey } from '../../../shared/i18n/i18n';

export const SECTION_NAMES = [
  'overview',
  'risk',
  'users',
  'verifications',
  'recoveries',
  'withdrawals',
  'recharges',
  'limits',
  'markets',
  'assets',
  'feedback',
  'content',
  'banners',
  'settings',
  'staff',
  'proposals',
  'log',
  'journal',
  'evidence',
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

interface Terms {
  /** Any of them opens it to an admin; none asked for, every admin sees it. */
  rights: readonly StaffRight[];
  /** Auditors read it without a right. */
  isAudited: boolean;
  /** By which bounds of an auditor its calls are narrowed; whom others bound is not shown what would refuse them. */
  narrowed?: Narrowed;
}

const TERMS: Readonly<Record<SectionName, Terms>> = {
  overview: { rights: [], isAudited: true, narrowed: 'open' },
  risk: { rights: ['markets'], isAudited: true },
  users: { rights: ['users'], isAudited: true, narrowed: ['users', 'accounts', 'assets'] },
  verifications: { rights: ['verification'], isAudited: false },
  recoveries: { rights: ['verification'], isAudited: false },
  withdrawals: { rights: ['withdrawals'], isAudited: true, narrowed: ['users', 'assets', 'time'] },
  recharges: { rights: ['recharges'], isAudited: true, narrowed: ['users', 'assets', 'time'] },
  limits: { rights: ['settings', 'recharges'], isAudited: false },
  markets: { rights: ['markets'], isAudited: false },
  assets: { rights: ['markets'], isAudited: false },
  feedback: { rights: ['content'], isAudited: false },
  content: { rights: ['content'], isAudited: false },
  banners: { rights: ['content'], isAudited: false },
  settings: { rights: ['settings'], isAudited: false },
  staff: { rights: ['staff'], isAudited: false },
  proposals: { rights: [], isAudited: true },
  log: { rights: ['staff'], isAudited: true, narrowed: ['users', 'time'] },
  journal: { rights: ['staff'], isAudited: true, narrowed: ['users', 'accounts', 'assets', 'time'] },
  // Checked in the browser alone.
  evidence: { rights: ['staff'], isAudited: true, narrowed: 'open' },
};

type Held = Pick<OwnStaff, 'role' | 'rights' | 'scope'>;

export function sectionsOf(own: Held, now = Date.now()): SectionName[] {
  return SECTION_NAMES.filter((name) => sees(own, name, now));
}

export function sees(own: Held, name: SectionName, now = Date.now()): boolean {
  return isOpenTo(own, TERMS[name], now);
}

export function narrowedOf(name: SectionName): Narrowed | undefined {
  return TERMS[name].narrowed;
}

/** Of what products bring. */
export function addedFor<Section extends Terms>(own: Held, sections: readonly Section[], now = Date.now()): Section[] {
  return sections.filter((section) => isOpenTo(own, section, now));
}

function isOpenTo({ role, rights: held, scope }: Held, { rights, isAudited, narrowed }: Terms, now: number): boolean {
  if (role === 'auditor') return isAudited && !(scope && isClosed(scope, narrowed, now));
  return rights.length === 0 || rights.some((right) => held.includes(right));
}

/** Where the desk of this role stands. */
export function deskOf({ role }: Pick<OwnStaff, 'role'>): '/admin' | '/audit' {
  return role === 'admin' ? '/admin' : '/audit';
}

/** The overview is the desk itself. */
export function pathOf(own: Pick<OwnStaff, 'role'>, name: SectionName): string {
  return name === 'overview' ? deskOf(own) : `${deskOf(own)}/${name}`;
}

export function titleOf(name: SectionName): TextKey {
  return `staff.section.${name}`;
}
