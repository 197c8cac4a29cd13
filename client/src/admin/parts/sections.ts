/** Sections of the admin and the access they need. Sections without access are not shown at all. */
import { isOutOfScope, type ScopeNarrowing } from '../../../../shared/rules/audit-scope';
import type { StaffRight } from '../../../../shared/rules/staff-rights';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { TextKey } from '../../kit/i18n/i18n';

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
  /** An admin needs any of these rights; if empty, every admin has access. */
  rights: readonly StaffRight[];
  /** Auditors have access without a right. */
  isAudited: boolean;
  /**
   * Restrictions of an auditor that the section's requests respect. Auditors with other restrictions do not see it, as its requests would
   * be refused.
   */
  narrowed?: ScopeNarrowing;
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
  // Verified in the browser only.
  evidence: { rights: ['staff'], isAudited: true, narrowed: 'open' },
};

type HeldRights = Pick<OwnStaff, 'role' | 'rights' | 'scope'>;

export function sectionsOf(ownStaff: HeldRights, now = Date.now()): SectionName[] {
  return SECTION_NAMES.filter((name) => maySee(ownStaff, name, now));
}

export function maySee(ownStaff: HeldRights, name: SectionName, now = Date.now()): boolean {
  return isOpenTo(ownStaff, TERMS[name], now);
}

export function narrowedOf(name: SectionName): ScopeNarrowing | undefined {
  return TERMS[name].narrowed;
}

/** Sections defined by products. */
export function allowedSections<Section extends Terms>(
  ownStaff: HeldRights,
  sections: readonly Section[],
  now = Date.now(),
): Section[] {
  return sections.filter((section) => isOpenTo(ownStaff, section, now));
}

function isOpenTo(
  { role, rights: heldRights, scope }: HeldRights,
  { rights, isAudited, narrowed }: Terms,
  now: number,
): boolean {
  if (role === 'auditor') return isAudited && !(scope && isOutOfScope(scope, narrowed, now));
  return rights.length === 0 || rights.some((right) => heldRights.includes(right));
}

/** Base path of the role's admin. */
export function staffRootOf({ role }: Pick<OwnStaff, 'role'>): '/admin' | '/audit' {
  return role === 'admin' ? '/admin' : '/audit';
}

/** The overview is at the base path. */
export function pathOf(ownStaff: Pick<OwnStaff, 'role'>, name: SectionName): string {
  return name === 'overview' ? staffRootOf(ownStaff) : `${staffRootOf(ownStaff)}/${name}`;
}

export function titleOf(name: SectionName): TextKey {
  return `staff.section.${name}`;
}
