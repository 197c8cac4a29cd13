/** Staff rules of commands about staff and the desk. */
import type { CoreView } from '../state';
import type { DeclineStaff, SetDailyLimit, SetDeskSetting, SetOverdueHours, SetStaff } from './commands';
import { overdueHoursOf } from './decide-controls';
import { staffRule, type Facts, type TwoPersonApproval } from './rule';

const NOT_STAFF = { role: 'user', rights: [], until: null, scope: null } as const;

/** Removing rights needs two persons, like granting them: otherwise one person could remove everyone else's. */
export function staffChangeApproval({ staff }: CoreView, command: SetStaff): Omit<TwoPersonApproval, 'kind'> {
  const { user, role, rights } = command;
  const before = staff.people.get(user) ?? NOT_STAFF;
  return {
    subject: `staff/${user}`,
    user,
    before: { role: before.role, rights: before.rights.join(' '), ...boundsOf(before) },
    after: { role, rights, ...boundsOf(command) },
  };
}

function boundsOf({ until, scope }: Readonly<{ until?: number | null; scope?: string | null }>): Facts {
  return { ...(typeof until === 'number' ? { until } : {}), ...(typeof scope === 'string' ? { scope } : {}) };
}

/** Contradicting break-glass needs two persons: one who froze all others cannot do it. */
export const declineRule = staffRule(
  null,
  ['case', 'restore'],
  'What nobody has confirmed, or what has not begun, stays as it is. Break-glass is contradicted by two.',
  ({ staff }, { proposal: id }: DeclineStaff) => {
    const restore = staff.restores.get(id);
    if (!restore) return { kind: 'case' };
    const { user, from } = restore;
    return { kind: 'restore', subject: `proposal/${id}`, user, before: { from }, after: {} };
  },
);

export const dailyLimitRule = staffRule(
  'settings',
  ['tighten', 'change'],
  'One lowers a limit.',
  ({ staff }, command: SetDailyLimit) => {
    const { bindings, limit } = command;
    const before = staff.dailyLimits.get(bindings);
    const subject = `limit/${bindings}`;
    if (before !== undefined && limit <= before)
      return { kind: 'tighten', subject, undo: { ...command, limit: before } };
    const currentLimit: Facts = before === undefined ? { bindings } : { bindings, limit: `${before}` };
    return { kind: 'change', subject, user: null, before: currentLimit, after: { bindings, limit: `${limit}` } };
  },
);

export const overdueHoursRule = staffRule(
  'settings',
  ['tighten', 'change'],
  'One has everybody told earlier.',
  ({ staff }, command: SetOverdueHours) => {
    const { wait, hours } = command;
    const before = overdueHoursOf(staff, wait);
    const subject = `overdue/${wait}`;
    if (hours <= before) return { kind: 'tighten', subject, undo: { ...command, hours: before } };
    return { kind: 'change', subject, user: null, before: { wait, hours: before }, after: { wait, hours } };
  },
);

/**
 * Changes of texts need two persons, because a text has no tighter value, for example the address that users send money
 * to.
 */
export function deskSettingApproval(
  { staff }: CoreView,
  { name, hash }: SetDeskSetting,
): Omit<TwoPersonApproval, 'kind'> {
  const before = staff.settings.get(name);
  return {
    subject: `setting/${name}`,
    user: null,
    before: before === undefined ? { name } : { name, hash: before },
    after: { name, hash },
  };
}
