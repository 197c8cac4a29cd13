/** Staff membership: the first two admins are configured once; after that two persons confirm every change. */
import { AUDITOR_MS_MAX, scopeIn } from '../../../shared/rules/audit-scope';
import { STAFF_RIGHTS } from '../../../shared/rules/staff-rights';
import { capabilityOf } from '../actor';
import { AMOUNT_MAX } from '../amounts';
import type { Context, Decision } from '../decision';
import { reject } from '../rejection';
import type { CoreView } from '../state';
import { STAFF_ROLES, type NameStaff, type SetStaff, type TellStaff, type TellStaffRules } from './commands';
import { SETTINGS_MAX } from './decide-controls';
import type { StaffNamed } from './events';
import { parseRights } from './evolve';
import { isBeforeFirstDeposit } from './eligibility';

/** Maximum number of staff: one batch contains all of them. */
export const STAFF_MAX = 500;
const FIRST_MAX = 2;
const YEAR_MS = 366 * 86_400_000;
const CONFIRMATIONS_MAX = 10_000;
export const EVERY_RIGHT = STAFF_RIGHTS.join(' ');

export function decideTellStaffRules({ staff }: CoreView, command: TellStaffRules): Decision {
  if (!staff.told) return reject('staff.terms.invalid');
  const { type: _, ...rules } = command;
  const { waitMs, newcomerMs, openMs, confirmationsMin, reviewAboveMax, byHandDayMax, earnRatePpbMax, endNoticeMs } =
    rules;
  const isRate = Number.isSafeInteger(earnRatePpbMax) && earnRatePpbMax >= 0;
  const times = [waitMs, newcomerMs, openMs, endNoticeMs].every(
    (ms) => Number.isSafeInteger(ms) && ms >= 0 && ms <= YEAR_MS,
  );
  const isCount = Number.isSafeInteger(confirmationsMin) && confirmationsMin >= 1;
  const areAmounts = [reviewAboveMax, byHandDayMax].every((amount) => amount >= 0n && amount <= AMOUNT_MAX);
  if (!times || openMs === 0 || !isCount || confirmationsMin > CONFIRMATIONS_MAX || !areAmounts || !isRate)
    return reject('staff.terms.invalid');
  const isSame = (Object.keys(rules) as (keyof typeof rules)[]).every((rule) => rules[rule] === staff.rules[rule]);
  return isSame ? reject('terms.unchanged') : [{ type: 'StaffRulesSet', ...rules }];
}

export function decideTellStaff(view: CoreView, { staff, limits, settings }: TellStaff): Decision {
  if (view.staff.told) return reject('staff.already.named');
  const areValid = staff.every(({ role, rights }) => role !== 'user' && areRights(role, rights));
  const isTooMuch = staff.length > STAFF_MAX || limits.length + settings.length > SETTINGS_MAX;
  if (isTooMuch || !areValid) return reject('staff.terms.invalid');
  // Only two persons who may change staff are named without confirmation; they confirm the rest.
  const fullAdmins = staff.filter(({ rights }) => parseRights(rights).includes('staff')).map(({ user }) => user);
  const first = new Set(fullAdmins.slice(0, FIRST_MAX));
  const people = staff.map(({ user, role, rights }): StaffNamed => {
    const event = { type: 'StaffNamed', user, role, rights, approvesFrom: 0 } as const;
    return first.has(user) ? { ...event, first: 1 } : event;
  });
  return [
    ...people,
    ...limits.map((limit) => ({ type: 'DailyLimitSet', ...limit }) as const),
    ...settings.map((setting) => ({ type: 'DeskSettingSet', ...setting }) as const),
    { type: 'StaffTold', count: staff.length },
  ];
}

/**
 * The demo names its own staff whenever its users are lost. They start without a wait, because one operator plays
 * everyone.
 */
export function decideNameStaff(view: CoreView, { user }: NameStaff, { actor, at }: Context): Decision {
  const { told, first, people } = view.staff;
  const isFull = first >= FIRST_MAX;
  if (!told || (isFull && capabilityOf(actor) !== 'demo') || people.has(user)) return reject('staff.already.named');
  if (!view.members.has(user)) return reject('account.unknown');
  const approvesFrom = isFull || isBeforeFirstDeposit(view) ? 0 : at + view.staff.rules.newcomerMs;
  const event = { type: 'StaffNamed', user, role: 'admin', rights: EVERY_RIGHT, approvesFrom } as const;
  return [isFull ? event : { ...event, first: 1 }];
}

export function decideSetStaff(view: CoreView, command: SetStaff, { at }: Context): Decision {
  const { user, role, rights, reason, until, scope } = command;
  if (!view.members.has(user)) return reject('account.unknown');
  if (!STAFF_ROLES.includes(role) || !areRights(role, rights) || !isAuditorAccessValid(command, at))
    return reject('staff.terms.invalid');
  const before = view.staff.people.get(user);
  const isSame = (before?.role ?? 'user') === role && (before?.rights.join(' ') ?? '') === rights;
  if (isSame && (before?.until ?? undefined) === until && (before?.scope ?? undefined) === scope)
    return reject('terms.unchanged');
  if (!before && view.staff.people.size >= STAFF_MAX) return reject('staff.terms.invalid');
  return [{ type: 'StaffNamed', user, role, rights, approvesFrom: approvesFrom(view, user, at), reason, until, scope }];
}

/** True for auditors with a scope and an end of access within a year, and for others without either. */
function isAuditorAccessValid({ role, until, scope }: SetStaff, at: number): boolean {
  if (role !== 'auditor') return until === undefined && scope === undefined;
  if (until === undefined || scope === undefined || scopeIn(scope) === null) return false;
  return Number.isSafeInteger(until) && until > at && until <= at + AUDITOR_MS_MAX;
}

/** Existing admins keep their time. A new admin waits, except during the setup of the exchange. */
function approvesFrom(view: CoreView, user: number, at: number): number {
  const before = view.staff.people.get(user);
  if (before?.role === 'admin') return before.approvesFrom;
  return isBeforeFirstDeposit(view) ? 0 : at + view.staff.rules.newcomerMs;
}

/** True for unique names from the table of rights in table order; only admins have rights. */
function areRights(role: string, rights: string): boolean {
  const names = parseRights(rights);
  const inOrder = STAFF_RIGHTS.filter((right) => names.includes(right));
  return inOrder.join(' ') === rights && (role === 'admin' || names.length === 0);
}
