/** Staff: roles and rights, and the approval by two of loosened controls and of money moved by hand. */
import { getOrThrow } from '../evolve-helpers';
import { monthOnly, type CommandRow, type DueWork, type EventRow, type Part } from '../product';
import type { RejectionUnits } from '../rejection';
import { firstRanked } from '../indexes/ranked-ids';
import type { ProductStates } from '../state';
import type { StaffProductCommand } from './commands';
import {
  ApplyStaff,
  ConfirmStaff,
  DeclineStaff,
  ExpireStaff,
  KeepStaffAct,
  NameStaff,
  RestoreStaff,
  SetDailyLimit,
  SetDeskSetting,
  SetOverdueHours,
  SetStaff,
  TellStaff,
  TellStaffRules,
  UndoStaffAct,
} from './commands';
import { decideKeepStaffAct, decideUndoStaffAct } from './decide-act';
import { decideSetDailyLimit, decideSetDeskSetting, decideSetOverdueHours } from './decide-controls';
import { decideNameStaff, decideSetStaff, decideTellStaff, decideTellStaffRules } from './decide-people';
import { decideApplyStaff, decideConfirmStaff, decideDeclineStaff, decideExpireStaff } from './decide-proposal';
import type { StaffEvent } from './events';
import {
  DailyLimitSet,
  DeskSettingSet,
  OverdueHoursSet,
  StaffActed,
  StaffActKept,
  StaffActUndone,
  StaffApplied,
  StaffConfirmed,
  StaffDeclined,
  StaffLapsed,
  StaffNamed,
  StaffProposed,
  StaffRestored,
  StaffRulesSet,
  StaffTold,
} from './events';
import {
  applyProposal,
  confirm,
  endProposal,
  keepAct,
  setStaffMember,
  noteAct,
  propose,
  setRules,
  undoAct,
} from './evolve';
import { staffSnapshotRows } from './snapshot';
import { decideRestoreStaff } from './restore';
import { onePersonRule, twoPersonRule } from './rule';
import { deskSettingApproval, staffChangeApproval, dailyLimitRule, declineRule, overdueHoursRule } from './staff-rules';
import { createStaffState } from './state';

const staffCommands: {
  [T in StaffProductCommand['type']]: CommandRow<Extract<StaffProductCommand, { type: T }>>;
} = {
  TellStaffRules: {
    about: 'Records the rules for decisions of two members of staff, as configured.',
    allowedActors: ['registrar'],
    message: TellStaffRules,
    idempotencyRetention: null,
    decide: decideTellStaffRules,
  },
  TellStaff: {
    about: 'Records who was staff before the core recorded staff, once.',
    allowedActors: ['registrar'],
    message: TellStaff,
    idempotencyRetention: null,
    decide: decideTellStaff,
  },
  NameStaff: {
    about: 'Names one of the first two admins, with all rights.',
    allowedActors: ['registrar', 'demo'],
    message: NameStaff,
    idempotencyRetention: null,
    decide: decideNameStaff,
  },
  SetStaff: {
    about: 'Sets role and rights of a member of staff; the role `user` removes them from staff.',
    allowedActors: ['admin'],
    staff: twoPersonRule('staff', staffChangeApproval),
    beneficiaryForbidden: true,
    message: SetStaff,
    idempotencyRetention: monthOnly,
    decide: decideSetStaff,
  },
  SetDailyLimit: {
    about: 'Sets the daily withdrawal limit for a safety level, in USDT.',
    allowedActors: ['admin'],
    staff: dailyLimitRule,
    message: SetDailyLimit,
    idempotencyRetention: monthOnly,
    decide: decideSetDailyLimit,
  },
  SetOverdueHours: {
    about: 'Sets after how many hours an open task of staff is overdue.',
    allowedActors: ['admin'],
    staff: overdueHoursRule,
    message: SetOverdueHours,
    idempotencyRetention: monthOnly,
    decide: decideSetOverdueHours,
  },
  SetDeskSetting: {
    about: 'Puts a setting of the staff desk into effect by its keyed hash.',
    allowedActors: ['admin'],
    staff: twoPersonRule('settings', deskSettingApproval),
    message: SetDeskSetting,
    idempotencyRetention: monthOnly,
    decide: decideSetDeskSetting,
  },
  ConfirmStaff: {
    about: 'Confirms a proposal of another member of staff.',
    allowedActors: ['admin'],
    staff: onePersonRule(null, 'It is the second word itself.'),
    message: ConfirmStaff,
    idempotencyRetention: monthOnly,
    decide: decideConfirmStaff,
  },
  DeclineStaff: {
    about: 'Declines or withdraws a proposal before it takes effect.',
    allowedActors: ['admin'],
    staff: declineRule,
    message: DeclineStaff,
    idempotencyRetention: monthOnly,
    decide: decideDeclineStaff,
  },
  RestoreStaff: {
    about: 'Break-glass: makes a member an admin with all rights and ends a freeze of their account, after the delay.',
    allowedActors: ['operator'],
    message: RestoreStaff,
    idempotencyRetention: null,
    decide: decideRestoreStaff,
  },
  KeepStaffAct: {
    about: 'Keeps what another member of staff did alone: it does not end by itself any more.',
    allowedActors: ['admin'],
    staff: onePersonRule(null, 'It is the second word itself.'),
    message: KeepStaffAct,
    idempotencyRetention: monthOnly,
    decide: decideKeepStaffAct,
  },
  UndoStaffAct: {
    about: 'Undoes what a member of staff did alone and nobody kept.',
    allowedActors: ['clock'],
    message: UndoStaffAct,
    idempotencyRetention: null,
    decide: decideUndoStaffAct,
    fallbackEvents: (_, { act }) => [{ type: 'StaffActUndone', act }],
  },
  ApplyStaff: {
    about: 'Applies a confirmed proposal when its delay is over.',
    allowedActors: ['clock'],
    message: ApplyStaff,
    idempotencyRetention: null,
    decide: decideApplyStaff,
    fallbackEvents: (_, { proposal }) => [{ type: 'StaffLapsed', proposal, why: 'impossible' }],
  },
  ExpireStaff: {
    about: 'Ends a proposal that was not confirmed in time.',
    allowedActors: ['clock'],
    message: ExpireStaff,
    idempotencyRetention: null,
    decide: decideExpireStaff,
  },
};

const staffEvents: { [T in StaffEvent['type']]: EventRow<Extract<StaffEvent, { type: T }>> } = {
  StaffRulesSet: {
    about: 'Rules for decisions of two members of staff.',
    message: StaffRulesSet,
    evolve: setRules,
  },
  StaffTold: {
    about: 'The core knows all staff from here on; nobody else acts as staff.',
    message: StaffTold,
    evolve({ staff }) {
      staff.told = true;
    },
  },
  StaffNamed: {
    about: 'Role and rights of a member of staff from here on.',
    message: StaffNamed,
    evolve: setStaffMember,
  },
  DailyLimitSet: {
    about: 'The daily withdrawal limit for a safety level, in USDT.',
    message: DailyLimitSet,
    evolve({ staff }, { bindings, limit }) {
      staff.dailyLimits.set(bindings, limit);
    },
  },
  OverdueHoursSet: {
    about: 'Hours after which an open task of staff is overdue.',
    message: OverdueHoursSet,
    evolve({ staff }, { wait, hours }) {
      staff.overdueHours.set(wait, hours);
    },
  },
  DeskSettingSet: {
    about: 'The keyed hash of the setting of the staff desk that is in effect.',
    message: DeskSettingSet,
    evolve({ staff }, { name, hash }) {
      staff.settings.set(name, hash);
    },
  },
  StaffProposed: {
    about: 'A member of staff proposed a change that needs a second person.',
    message: StaffProposed,
    evolve: propose,
    createdId: ({ proposal }) => proposal,
  },
  StaffConfirmed: {
    about: 'A second member of staff confirmed a proposal; it applies at `from`.',
    message: StaffConfirmed,
    evolve: confirm,
    createdId: ({ proposal }) => proposal,
  },
  StaffApplied: {
    about: 'A proposal takes effect; the events after this one carry it out.',
    message: StaffApplied,
    evolve: applyProposal,
  },
  StaffDeclined: {
    about: 'A proposal was declined or withdrawn.',
    message: StaffDeclined,
    evolve: endProposal,
  },
  StaffLapsed: {
    about:
      'A proposal ended: not confirmed in time, replaced by a newer one, its subject is gone, or one of the two lost the right.',
    message: StaffLapsed,
    evolve: endProposal,
  },
  StaffRestored: {
    about:
      'Break-glass took effect: the events before this one give a member every right and end a freeze of the account.',
    message: StaffRestored,
    evolve() {
      // The preceding events of the batch have the effect.
    },
  },
  StaffActed: {
    about: 'The events before this one are what a member of staff did alone; undone at `until`, where that is given.',
    message: StaffActed,
    evolve: noteAct,
  },
  StaffActKept: {
    about: 'A second member of staff agreed with what one did alone: it is not undone by itself any more.',
    message: StaffActKept,
    evolve: keepAct,
  },
  StaffActUndone: {
    about: 'What a member of staff did alone ended; the events after this one undo it.',
    message: StaffActUndone,
    evolve: undoAct,
  },
};

/** Between commands: unconfirmed proposals expire, confirmed ones take effect, and acts of one person are undone. */
const staffDueWork: readonly DueWork[] = [
  {
    kind: 'staff_acts',
    urgency: 'scheduled',
    place: 160,
    next({ staff }) {
      const first = firstRanked(staff.undoDue);
      return first && { dueAt: first.rank, id: first.id, command: { type: 'UndoStaffAct', act: first.id } };
    },
  },
  {
    kind: 'staff',
    urgency: 'scheduled',
    place: 161,
    next({ staff }) {
      const first = firstRanked(staff.due);
      if (first === null) return null;
      const { id, rank: dueAt } = first;
      const isConfirmed = getOrThrow(staff.proposals, id).from !== null;
      return { dueAt, id, command: { type: isConfirmed ? 'ApplyStaff' : 'ExpireStaff', proposal: id } };
    },
  },
];

const staffRejectionUnits: RejectionUnits = {
  'staff.day.exceeded': { left: 'value' },
};

export const staff = {
  commands: staffCommands,
  events: staffEvents,
  snapshotRows: staffSnapshotRows,
  dueWork: staffDueWork,
  rejectionUnits: staffRejectionUnits,
  states: (): Pick<ProductStates, 'staff'> => ({ staff: createStaffState() }),
} satisfies Part;
