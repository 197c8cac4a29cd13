/** Staff: who they are, and the one mechanism by which two of them loosen a control or move money by hand. */
import { firstRanked } from '../ranked';
import { known } from '../folding';
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../product';
import type { StaffProductCommand } from './commands';
import {
  decideSetDailyLimit,
  decideSetDeskSetting,
  decideSetOverdueHours,
  loosensDailyLimit,
  loosensDeskSetting,
  loosensOverdueHours,
} from './decide-controls';
import { decideNameStaff, decideSetStaff, decideTellStaff, decideTellStaffRules, loosensStaff } from './decide-people';
import { decideApplyStaff, decideConfirmStaff, decideDeclineStaff, decideExpireStaff } from './decide-proposal';
import type { StaffEvent } from './events';
import { confirm, endProposal, nameInState, propose, setRules } from './evolve';

export const staffCommands: {
  [T in StaffProductCommand['type']]: CommandRow<Extract<StaffProductCommand, { type: T }>>;
} = {
  TellStaffRules: {
    about: 'Records the rules for decisions of two members of staff, as configured.',
    senders: ['registrar'],
    payload: {
      type: 'asked',
      waitMs: 'asked',
      newcomerMs: 'asked',
      openMs: 'asked',
      confirmationsMin: 'asked',
      reviewAboveMax: 'asked',
      byHandDayMax: 'asked',
    },
    lasting: null,
    decide: decideTellStaffRules,
  },
  TellStaff: {
    about: 'Records who was staff before the core recorded staff, once.',
    senders: ['registrar'],
    payload: { type: 'asked', staff: 'asked', limits: 'asked', settings: 'asked' },
    lasting: null,
    decide: decideTellStaff,
  },
  NameStaff: {
    about: 'Names one of the first two admins, with all rights.',
    senders: ['registrar', 'demo'],
    payload: { type: 'asked', user: 'asked' },
    lasting: null,
    decide: decideNameStaff,
  },
  SetStaff: {
    about: 'Sets role and rights of a member of staff; the role `user` removes them from staff.',
    senders: ['admin'],
    forOthers: true,
    payload: {
      type: 'asked',
      user: 'asked',
      role: 'asked',
      rights: 'asked',
      until: 'asked',
      scope: 'asked',
      reason: 'asked',
    },
    lasting: nothingOpen,
    loosens: loosensStaff,
    decide: decideSetStaff,
  },
  SetDailyLimit: {
    about: 'Sets the daily withdrawal limit for a safety level, in USDT.',
    senders: ['admin'],
    payload: { type: 'asked', bindings: 'asked', limit: 'asked' },
    lasting: nothingOpen,
    loosens: loosensDailyLimit,
    decide: decideSetDailyLimit,
  },
  SetOverdueHours: {
    about: 'Sets after how many hours an open task of staff is overdue.',
    senders: ['admin'],
    payload: { type: 'asked', wait: 'asked', hours: 'asked' },
    lasting: nothingOpen,
    loosens: loosensOverdueHours,
    decide: decideSetOverdueHours,
  },
  SetDeskSetting: {
    about: 'Puts a setting of the staff desk into effect by its keyed hash.',
    senders: ['admin'],
    payload: { type: 'asked', name: 'asked', hash: 'asked' },
    lasting: nothingOpen,
    loosens: loosensDeskSetting,
    decide: decideSetDeskSetting,
  },
  ConfirmStaff: {
    about: 'Confirms a proposal of another member of staff.',
    senders: ['admin'],
    payload: { type: 'asked', proposal: 'asked' },
    lasting: nothingOpen,
    decide: decideConfirmStaff,
  },
  DeclineStaff: {
    about: 'Declines or withdraws a proposal before it takes effect.',
    senders: ['admin'],
    payload: { type: 'asked', proposal: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideDeclineStaff,
  },
  ApplyStaff: {
    about: 'Applies a confirmed proposal when its delay is over.',
    senders: ['clock'],
    payload: { type: 'asked', proposal: 'asked' },
    lasting: null,
    decide: decideApplyStaff,
    giveUp: (_, { proposal }) => [{ type: 'StaffLapsed', proposal, why: 'impossible' }],
  },
  ExpireStaff: {
    about: 'Ends a proposal that was not confirmed in time.',
    senders: ['clock'],
    payload: { type: 'asked', proposal: 'asked' },
    lasting: null,
    decide: decideExpireStaff,
  },
};

export const staffEvents: { [T in StaffEvent['type']]: EventRow<Extract<StaffEvent, { type: T }>> } = {
  StaffRulesSet: {
    about: 'Rules for decisions of two members of staff.',
    shape: {
      waitMs: 'integer',
      newcomerMs: 'integer',
      openMs: 'integer',
      confirmationsMin: 'integer',
      reviewAboveMax: 'amount',
      byHandDayMax: 'amount',
    },
    evolve: setRules,
  },
  StaffTold: {
    about: 'The core knows all staff from here on; nobody else acts as staff.',
    shape: { count: 'integer' },
    evolve({ staff }) {
      staff.told = true;
    },
  },
  StaffNamed: {
    about: 'Role and rights of a member of staff from here on.',
    shape: {
      user: 'integer',
      role: 'word',
      rights: 'text',
      approvesFrom: 'integer',
      first: 'integer?',
      reason: 'text?',
      until: 'integer?',
      scope: 'text?',
    },
    evolve: nameInState,
  },
  DailyLimitSet: {
    about: 'The daily withdrawal limit for a safety level, in USDT.',
    shape: { bindings: 'integer', limit: 'amount' },
    evolve({ staff }, { bindings, limit }) {
      staff.dailyLimits.set(bindings, limit);
    },
  },
  OverdueHoursSet: {
    about: 'Hours after which an open task of staff is overdue.',
    shape: { wait: 'word', hours: 'integer' },
    evolve({ staff }, { wait, hours }) {
      staff.overdueHours.set(wait, hours);
    },
  },
  DeskSettingSet: {
    about: 'The keyed hash of the setting of the staff desk that is in effect.',
    shape: { name: 'word', hash: 'word' },
    evolve({ staff }, { name, hash }) {
      staff.settings.set(name, hash);
    },
  },
  StaffProposed: {
    about: 'A member of staff proposed a change that needs a second person.',
    shape: {
      proposal: 'integer',
      by: 'integer',
      command: 'word',
      act: 'text',
      user: 'integer?',
      waits: 'integer',
      worth: 'amount?',
      before: 'text',
      after: 'text',
      until: 'integer',
    },
    evolve: propose,
    made: ({ proposal }) => proposal,
  },
  StaffConfirmed: {
    about: 'A second member of staff confirmed a proposal; it applies at `from`.',
    shape: { proposal: 'integer', by: 'integer', from: 'integer' },
    evolve: confirm,
    made: ({ proposal }) => proposal,
  },
  StaffApplied: {
    about: 'A proposal takes effect; the events after this one carry it out.',
    shape: { proposal: 'integer', by: 'integer?' },
    evolve: endProposal,
  },
  StaffDeclined: {
    about: 'A proposal was declined or withdrawn.',
    shape: { proposal: 'integer', by: 'integer', reason: 'text' },
    evolve: endProposal,
  },
  StaffLapsed: {
    about: 'A proposal ended: not confirmed in time, its subject is gone, or one of the two lost the right.',
    shape: { proposal: 'integer', why: 'word' },
    evolve: endProposal,
  },
};

/** Between commands: what nobody confirmed expires, and what was confirmed takes effect. */
export const staffDebts: readonly Debt[] = [
  {
    kind: 'staff',
    urgency: 'scheduled',
    next({ staff }) {
      const first = firstRanked(staff.due);
      if (first === null) return null;
      const { id, rank: dueAt } = first;
      const isConfirmed = known(staff.proposals, id).from !== null;
      return { dueAt, id, command: { type: isConfirmed ? 'ApplyStaff' : 'ExpireStaff', proposal: id } };
    },
  },
];
