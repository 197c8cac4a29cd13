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
    senders: ['registrar'],
    payload: { type: 'asked', staff: 'asked', limits: 'asked', settings: 'asked' },
    lasting: null,
    decide: decideTellStaff,
  },
  NameStaff: {
    senders: ['registrar', 'demo'],
    payload: { type: 'asked', user: 'asked' },
    lasting: null,
    decide: decideNameStaff,
  },
  SetStaff: {
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
    senders: ['admin'],
    payload: { type: 'asked', bindings: 'asked', limit: 'asked' },
    lasting: nothingOpen,
    loosens: loosensDailyLimit,
    decide: decideSetDailyLimit,
  },
  SetOverdueHours: {
    senders: ['admin'],
    payload: { type: 'asked', wait: 'asked', hours: 'asked' },
    lasting: nothingOpen,
    loosens: loosensOverdueHours,
    decide: decideSetOverdueHours,
  },
  SetDeskSetting: {
    senders: ['admin'],
    payload: { type: 'asked', name: 'asked', hash: 'asked' },
    lasting: nothingOpen,
    loosens: loosensDeskSetting,
    decide: decideSetDeskSetting,
  },
  ConfirmStaff: {
    senders: ['admin'],
    payload: { type: 'asked', proposal: 'asked' },
    lasting: nothingOpen,
    decide: decideConfirmStaff,
  },
  DeclineStaff: {
    senders: ['admin'],
    payload: { type: 'asked', proposal: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideDeclineStaff,
  },
  ApplyStaff: {
    senders: ['clock'],
    payload: { type: 'asked', proposal: 'asked' },
    lasting: null,
    decide: decideApplyStaff,
    giveUp: (_, { proposal }) => [{ type: 'StaffLapsed', proposal, why: 'impossible' }],
  },
  ExpireStaff: {
    senders: ['clock'],
    payload: { type: 'asked', proposal: 'asked' },
    lasting: null,
    decide: decideExpireStaff,
  },
};

export const staffEvents: { [T in StaffEvent['type']]: EventRow<Extract<StaffEvent, { type: T }>> } = {
  StaffRulesSet: {
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
    shape: { count: 'integer' },
    evolve({ staff }) {
      staff.told = true;
    },
  },
  StaffNamed: {
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
    shape: { bindings: 'integer', limit: 'amount' },
    evolve({ staff }, { bindings, limit }) {
      staff.dailyLimits.set(bindings, limit);
    },
  },
  OverdueHoursSet: {
    shape: { wait: 'word', hours: 'integer' },
    evolve({ staff }, { wait, hours }) {
      staff.overdueHours.set(wait, hours);
    },
  },
  DeskSettingSet: {
    shape: { name: 'word', hash: 'word' },
    evolve({ staff }, { name, hash }) {
      staff.settings.set(name, hash);
    },
  },
  StaffProposed: {
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
    shape: { proposal: 'integer', by: 'integer', from: 'integer' },
    evolve: confirm,
    made: ({ proposal }) => proposal,
  },
  StaffApplied: {
    shape: { proposal: 'integer', by: 'integer?' },
    evolve: endProposal,
  },
  StaffDeclined: {
    shape: { proposal: 'integer', by: 'integer', reason: 'text' },
    evolve: endProposal,
  },
  StaffLapsed: {
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
