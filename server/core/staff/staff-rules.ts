/** What staff's commands about staff and the desk take. */
import type { CoreView } from '../state';
import type { DeclineStaff, SetDailyLimit, SetDeskSetting, SetOverdueHours, SetStaff } from './commands';
import { hoursOf } from './decide-controls';
import { staffRule, type Facts, type TakesTwo } from './rule';

const NOBODY = { role: 'user', rights: [], until: null, scope: null } as const;

/** To take rights takes two, as to give them: else one could do it to all others. */
export function changesStaff({ staff }: CoreView, command: SetStaff): Omit<TakesTwo, 'kind'> {
  const { user, role, rights } = command;
  const before = staff.people.get(user) ?? NOBODY;
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

/** Contradicting break-glass takes two: one who froze all others cannot. */
export const declineRule = staffRule(
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
  ['tighten', 'change'],
  'One lowers a limit.',
  ({ staff }, command: SetDailyLimit) => {
    const { bindings, limit } = command;
    const before = staff.dailyLimits.get(bindings);
    const subject = `limit/${bindings}`;
    if (before !== undefined && limit <= before)
      return { kind: 'tighten', subject, undo: { ...command, limit: before } };
    const facts: Facts = before === undefined ? { bindings } : { bindings, limit: `${before}` };
    return { kind: 'change', subject, user: null, before: facts, after: { bindings, limit: `${limit}` } };
  },
);

export const overdueHoursRule = staffRule(
  ['tighten', 'change'],
  'One has everybody told earlier.',
  ({ staff }, command: SetOverdueHours) => {
    const { wait, hours } = command;
    const before = hoursOf(staff, wait);
    const subject = `overdue/${wait}`;
    if (hours <= before) return { kind: 'tighten', subject, undo: { ...command, hours: before } };
    return { kind: 'change', subject, user: null, before: { wait, hours: before }, after: { wait, hours } };
  },
);

/** Of a text nobody can say which one is tighter: where users send their money to, for example. */
export function changesDeskSetting({ staff }: CoreView, { name, hash }: SetDeskSetting): Omit<TakesTwo, 'kind'> {
  const before = staff.settings.get(name);
  return {
    subject: `setting/${name}`,
    user: null,
    before: before === undefined ? { name } : { name, hash: before },
    after: { name, hash },
  };
}
