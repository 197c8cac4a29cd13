/**
 * A small exchange whose core knows who is staff: two admins of full standing, a third and a fourth with rights of their own, an auditor.
 * The fourth imports what the bank says, so that the others may act on it.
 */
import type { Actor, Command, SetStaff, StaffRole, TellStaffRules, ToldStaff } from '../../server/core/command';
import type { ImportedLine } from '../../server/products/wallet/core/commands';
import { EVERY_RIGHT } from '../../server/core/staff/decide-people';
import { scopeText, WHOLE_SCOPE } from '../../shared/rules/audit-scope';
import { STAFF_RIGHTS, type StaffRight } from '../../shared/rules/staff-rights';
import {
  ADMIN,
  SECOND,
  STARTED_AT,
  given,
  later,
  staff,
  stoppedBy,
  system,
  type Scenario,
  type Step,
} from './core-fixture';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const THIRD: Actor = 'admin/10000007';
export const IMPORTER: Actor = 'admin/10000005';
export const FIRST_ID = 10_000_009;
export const SECOND_ID = 10_000_008;
export const THIRD_ID = 10_000_007;
export const AUDITOR_ID = 10_000_006;
export const IMPORTER_ID = 10_000_005;

export function rulesOf(fields: Partial<TellStaffRules> = {}): TellStaffRules {
  return {
    type: 'TellStaffRules',
    waitMs: DAY,
    newcomerMs: 3 * DAY,
    openMs: 2 * DAY,
    confirmationsMin: 2,
    reviewAboveMax: 5_000_000n,
    byHandDayMax: 10n ** 9n,
    earnRatePpbMax: 1_000_000_000,
    endNoticeMs: 7 * DAY,
    ...fields,
  };
}

const TOLD: readonly ToldStaff[] = [
  { user: FIRST_ID, role: 'admin', rights: EVERY_RIGHT },
  { user: SECOND_ID, role: 'admin', rights: EVERY_RIGHT },
  { user: THIRD_ID, role: 'admin', rights: 'users withdrawals' },
  { user: AUDITOR_ID, role: 'auditor', rights: '' },
  { user: IMPORTER_ID, role: 'admin', rights: 'recharges' },
];

/** All admins of full standing. */
export function full(...users: number[]): ToldStaff[] {
  return users.map((user) => ({ user, role: 'admin', rights: EVERY_RIGHT }));
}

export function told(people: readonly ToldStaff[] = TOLD): Step {
  return system({ type: 'TellStaff', staff: [...people], limits: [], settings: [] });
}

/** As after an upgrade of an exchange with users and balances. */
export function staffed(...steps: (Step | Step[])[]): Scenario {
  return upgraded(given()).given(...steps);
}
export function upgraded(scenario: Scenario, people: readonly ToldStaff[] = TOLD): Scenario {
  const members = people.map(({ user }) => system({ type: 'RegisterMember', user }));
  return scenario.given(members, told(people), system(rulesOf()));
}

export function setStaff(
  user: number,
  role: StaffRole,
  rights: readonly StaffRight[] = [],
): Step & { command: SetStaff } {
  const words = STAFF_RIGHTS.filter((right) => rights.includes(right)).join(' ');
  const bounds = role === 'auditor' ? { until: STARTED_AT + 300 * DAY, scope: scopeText(WHOLE_SCOPE) } : {};
  return { actor: ADMIN, command: { type: 'SetStaff', user, role, rights: words, ...bounds, reason: 'a1b2' } };
}

export function confirmed(proposal = 1, actor: Actor = SECOND): Step {
  return { actor, command: { type: 'ConfirmStaff', proposal } };
}
/** Another agrees with what one did alone. */
export function kept(act = 1, actor: Actor = SECOND): Step {
  return { actor, command: { type: 'KeepStaffAct', act } };
}
export function declined(proposal = 1, actor: Actor = SECOND): Step {
  return { actor, command: { type: 'DeclineStaff', proposal, reason: 'c3d4' } };
}
/** Break-glass. */
export function restore(user: number, request = 1): Step {
  return { actor: 'operator', command: { type: 'RestoreStaff', user, request: String(request).padStart(32, '0') } };
}
export function sent(actor: Actor, command: Command): Step {
  return { actor, command };
}
/** Time goes by, and what is due then is paid; the command itself is refused. */
export function passed(ms: number): Step {
  return later(ms, staff({ type: 'DeclineStaff', proposal: 9_999, reason: 'none' }));
}

export const NAME = 'aa'.repeat(32);
/** What the bank says came in from somebody of that name, or went out to them. */
export function stated(...lines: Partial<ImportedLine>[]): Step {
  const line: ImportedLine = { way: 'in', reference: 'bank/1', amount: 1n, name: NAME };
  const command: Command = {
    type: 'ImportStatement',
    asset: 'USD',
    lines: lines.map((fields) => ({ ...line, ...fields })),
  };
  return { actor: IMPORTER, command };
}
/** Dollars that somebody says came in for BOB. */
export function byBank(reference: string, amount = 1n, name = NAME): Step {
  return staff({ type: 'CreditRecharge', user: 10_000_002, asset: 'USD', amount, reference, name });
}

/** Every event among staff. */
export function everythingOfStaff(): Scenario {
  const scenario = staffed(
    [setStaff(10_000_001, 'auditor'), confirmed(1)],
    [setStaff(10_000_002, 'auditor'), declined(2)],
    setStaff(10_000_003, 'auditor'),
    [staff({ type: 'SetDailyLimit', bindings: 1, limit: 5n }), confirmed(4)],
    [staff({ type: 'SetDeskSetting', name: 'bank.USD', hash: NAME }), confirmed(5)],
    staff({ type: 'SetOverdueHours', wait: 'feedback', hours: 24 }),
    [staff({ type: 'SetMarketState', market: 'BTC-USDT', state: 'cancel_only' }), kept(2)],
    stated({}),
    stoppedBy(),
    [sent(ADMIN, { type: 'LiftWithdrawals', upTo: 1, reason: NAME }), confirmed(6)],
    restore(THIRD_ID),
  );
  return scenario.when(passed(3 * DAY + HOUR));
}
