/** The sections of the desk, and who sees which. What somebody has no right to is not named to them either. */
import type { StaffRight } from '../../../../shared/rules/staff-rights';
import type { OwnStaff } from '../../../../shared/wire/staff';
import type { TextKey } from '../../shared/i18n/i18n';

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
}

const TERMS: Readonly<Record<SectionName, Terms>> = {
  overview: { rights: [], isAudited: true },
  risk: { rights: ['markets'], isAudited: true },
  users: { rights: ['users'], isAudited: true },
  verifications: { rights: ['verification'], isAudited: false },
  recoveries: { rights: ['verification'], isAudited: false },
  withdrawals: { rights: ['withdrawals'], isAudited: true },
  recharges: { rights: ['recharges'], isAudited: true },
  limits: { rights: ['settings', 'recharges'], isAudited: false },
  markets: { rights: ['markets'], isAudited: false },
  assets: { rights: ['markets'], isAudited: false },
  feedback: { rights: ['content'], isAudited: false },
  settings: { rights: ['settings'], isAudited: false },
  staff: { rights: ['staff'], isAudited: false },
  proposals: { rights: [], isAudited: true },
  log: { rights: ['staff'], isAudited: true },
  journal: { rights: ['staff'], isAudited: true },
  evidence: { rights: ['staff'], isAudited: true },
};

type Held = Pick<OwnStaff, 'role' | 'rights'>;

export function sectionsOf(own: Held): SectionName[] {
  return SECTION_NAMES.filter((name) => sees(own, name));
}

export function sees(own: Held, name: SectionName): boolean {
  return isOpenTo(own, TERMS[name]);
}

/** Of what products bring. */
export function addedFor<Section extends Terms>(own: Held, sections: readonly Section[]): Section[] {
  return sections.filter((section) => isOpenTo(own, section));
}

function isOpenTo({ role, rights: held }: Held, { rights, isAudited }: Terms): boolean {
  if (role === 'auditor') return isAudited;
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
