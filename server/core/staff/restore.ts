/**
 * Break-glass: the owner of the key that signs the heads makes a member a full admin again if staff can no longer do it themselves. It is a
 * proposal without confirmation. It waits, and two full admins can contradict it.
 */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import { reject } from '../rejection';
import type { CoreView } from '../state';
import { serializeCommand } from './act';
import type { RestoreStaff } from './commands';
import { EVERY_RIGHT } from './decide-people';
import { RESTORES_MAX } from './evolve';
import { OPERATOR } from './rule';
import { countObjectors } from './eligibility';
import { staffChangeApproval } from './staff-rules';

/** Minimum delay while two admins can contradict. */
export const CONTRADICTED_MS = 72 * 3_600_000;
const REQUEST = /^[0-9a-f]{32}$/;

/** Schedules the restore. Exempt from the maximum number of staff, which may already be used up. */
export function decideRestoreStaff(view: CoreView, { user, request }: RestoreStaff, { at }: Context): Decision {
  const { told: isStaffNamed, people } = view.staff;
  if (!isStaffNamed || !REQUEST.test(request)) return reject('staff.terms.invalid');
  const member = view.members.get(user);
  if (!member) return reject('account.unknown');
  if (member.erased) return reject('account.erased');
  const person = people.get(user);
  const hasAll = person?.role === 'admin' && person.rights.join(' ') === EVERY_RIGHT && person.approvesFrom <= at;
  if (hasAll && !member.frozen) return reject('terms.unchanged');
  const unfrozen: CoreEvent[] = member.frozen ? [{ type: 'AccountUnfrozen', user, reason: request }] : [];
  return [
    ...unfrozen,
    // The delay of the request replaces the newcomer's delay.
    { type: 'StaffNamed', user, role: 'admin', rights: EVERY_RIGHT, approvesFrom: 0 },
    { type: 'StaffRestored', user, request },
  ];
}

/**
 * The proposal that schedules the restore. A newer request for the same member replaces the older one unless it takes
 * effect later.
 */
export function decideAskRestore(view: CoreView, command: RestoreStaff, { at }: Context): Decision {
  const { staff } = view;
  const { user, request } = command;
  const restores = [...staff.restores];
  if (restores.some(([, one]) => one.request === request)) return reject('client.id.reused');
  const open = restores.filter(([, one]) => one.end === null);
  if (open.length >= RESTORES_MAX) return reject('proposals.too.many', { maximum: RESTORES_MAX });
  const { waitMs } = staff.rules;
  const from = at + (countObjectors(view, user, at) >= 2 ? Math.max(waitMs, CONTRADICTED_MS) : waitMs);
  const same = open.filter(([, one]) => one.user === user);
  const earlierRestore = same.find(([, one]) => one.from < from);
  if (earlierRestore) return reject('proposal.already.open', { proposal: earlierRestore[0] });
  const adminCommand = { type: 'SetStaff', user, role: 'admin', rights: EVERY_RIGHT, reason: '' } as const;
  const { subject, before, after } = staffChangeApproval(view, adminCommand);
  const frozen = view.members.get(user)?.frozen === true ? 1 : 0;
  return [
    {
      type: 'StaffProposed',
      proposal: staff.next,
      by: OPERATOR,
      command: command.type,
      act: serializeCommand(command),
      subject,
      user,
      waits: 1,
      before: JSON.stringify({ ...before, frozen }),
      after: JSON.stringify({ ...after, frozen: 0 }),
      until: from,
    },
    ...same.map(([proposal]): CoreEvent => ({ type: 'StaffLapsed', proposal, why: 'replaced' })),
    { type: 'StaffConfirmed', proposal: staff.next, by: OPERATOR, from },
  ];
}
