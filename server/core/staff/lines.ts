/** Staff in the canonical state. */
import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import type { CommandType } from '../command';
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import type { CoreState } from '../state';
import type { StaffRole } from './commands';
import { noteDue, noteUndoDue } from './evolve';
import { DEFAULT_RULES, type ActOfOne, type Proposal, type Restore, type StaffState } from './state';

type StaffLine = [
  is: 'staff',
  told: boolean,
  first: number,
  next: number,
  waitMs: number,
  newcomerMs: number,
  openMs: number,
  confirmationsMin: number,
  reviewAboveMax: string,
  byHandDayMax: string,
  nextAct?: number,
  earnRatePpbMax?: number,
  endNoticeMs?: number,
];

/** Journals that know of no staff have no line of it. */
const staffLine = lineRow<StaffLine>('staff', writeStaff, restoreStaff);

function* writeStaff({ staff }: CoreState): Iterable<StaffLine> {
  const { told, first, next, rules, nextAct } = staff;
  const { waitMs, newcomerMs, openMs, confirmationsMin, reviewAboveMax, byHandDayMax, earnRatePpbMax, endNoticeMs } =
    rules;
  if (!told) return;
  const times = [waitMs, newcomerMs, openMs] as const;
  const isNewer =
    nextAct > 1 || earnRatePpbMax !== DEFAULT_RULES.earnRatePpbMax || endNoticeMs !== DEFAULT_RULES.endNoticeMs;
  const newer = isNewer ? ([nextAct, earnRatePpbMax, endNoticeMs] as const) : ([] as const);
  yield ['staff', told, first, next, ...times, confirmationsMin, `${reviewAboveMax}`, `${byHandDayMax}`, ...newer];
}

function restoreStaff({ staff }: CoreState, line: StaffLine): void {
  const [, told, first, next, waitMs, newcomerMs, openMs, confirmationsMin, ...rest] = line;
  const [reviewAboveMax, byHandDayMax, nextAct = 1, earnRatePpbMax, endNoticeMs] = rest;
  const amounts = { reviewAboveMax: BigInt(reviewAboveMax), byHandDayMax: BigInt(byHandDayMax) };
  const newer = earnRatePpbMax === undefined || endNoticeMs === undefined ? {} : { earnRatePpbMax, endNoticeMs };
  const rules = { ...DEFAULT_RULES, waitMs, newcomerMs, openMs, confirmationsMin, ...amounts, ...newer };
  Object.assign(staff, { told, first, next, rules, nextAct });
}

/** Whom nothing bounds has the line that there was before there were bounds. */
type PersonLine = [
  is: 'staff_person',
  user: number,
  role: StaffRole,
  rights: string[],
  approvesFrom: number,
  until?: number,
  scope?: string,
];

const personLine = lineRow<PersonLine>(
  'staff_person',
  function* ({ staff }) {
    for (const [user, { role, rights, approvesFrom, until, scope }] of sorted(staff.people)) {
      const bounds = until === null || scope === null ? ([] as const) : ([until, scope] as const);
      yield ['staff_person', user, role, rights, approvesFrom, ...bounds];
    }
  },
  ({ staff }, [, user, role, rights, approvesFrom, until = null, scope = null]) => {
    staff.people.set(user, { role, rights, approvesFrom, until, scope });
  },
);

const limitLine = lineRow<[is: 'staff_limit', bindings: number, limit: string]>(
  'staff_limit',
  function* ({ staff }) {
    for (const [bindings, limit] of sorted(staff.dailyLimits)) yield ['staff_limit', bindings, `${limit}`];
  },
  ({ staff }, [, bindings, limit]) => {
    staff.dailyLimits.set(bindings, BigInt(limit));
  },
);

const overdueLine = lineRow<[is: 'staff_overdue', wait: OverdueWait, hours: number]>(
  'staff_overdue',
  function* ({ staff }) {
    for (const [wait, hours] of sorted(staff.overdueHours)) yield ['staff_overdue', wait, hours];
  },
  ({ staff }, [, wait, hours]) => {
    staff.overdueHours.set(wait, hours);
  },
);

const settingLine = lineRow<[is: 'staff_setting', name: string, hash: string]>(
  'staff_setting',
  function* ({ staff }) {
    for (const [name, hash] of sorted(staff.settings)) yield ['staff_setting', name, hash];
  },
  ({ staff }, [, name, hash]) => {
    staff.settings.set(name, hash);
  },
);

const byHandLine = lineRow<[is: 'staff_by_hand', at: number, by: number, worth: string]>(
  'staff_by_hand',
  function* ({ staff }) {
    for (const { at, by, worth } of staff.byHand) yield ['staff_by_hand', at, by, `${worth}`];
  },
  ({ staff }, [, at, by, worth]) => {
    staff.byHand.push({ at, by, worth: BigInt(worth) });
  },
);

type ProposalLine = [
  is: 'staff_proposal',
  id: number,
  by: number,
  command: CommandType,
  act: string,
  user: number | null,
  waits: boolean,
  worth: string | null,
  before: string,
  after: string,
  at: number,
  until: number,
  confirmedBy: number | null,
  from: number | null,
  subject?: string,
];

const proposalLine = lineRow<ProposalLine>('staff_proposal', writeProposals, restoreProposal);

function* writeProposals({ staff }: CoreState): Iterable<ProposalLine> {
  for (const [id, proposal] of sorted(staff.proposals)) {
    const { by, command, act, user, waits, before, after, at, until, confirmedBy, from } = proposal;
    const worth = proposal.worth === null ? null : `${proposal.worth}`;
    const head = ['staff_proposal', id, by, command, act, user, waits, worth, before, after, at, until] as const;
    yield [...head, confirmedBy, from, ...(proposal.subject === null ? ([] as const) : ([proposal.subject] as const))];
  }
}

function restoreProposal({ staff }: CoreState, line: ProposalLine): void {
  const [, id, by, command, act, user, waits, worth, before, after, at, until, confirmedBy, ...rest] = line;
  const [from, subject = null] = rest;
  const what = { id, by, command, act, user, waits, worth: worth === null ? null : BigInt(worth), before, after };
  const proposal: Proposal = { ...what, subject, at, until, confirmedBy, from };
  staff.proposals.set(id, proposal);
  noteDue(staff, proposal);
}

type ActLine = [
  is: 'staff_act',
  id: number,
  by: number,
  kind: ActOfOne['kind'],
  command: CommandType,
  subject: string,
  at: number,
  until: number | null,
  undo: string | null,
  ended?: 'lapsed' | 'replaced',
];

const actLine = lineRow<ActLine>(
  'staff_act',
  function* ({ staff }) {
    for (const [id, { by, kind, command, subject, at, until, undo, ended }] of sorted(staff.acts)) {
      const line = ['staff_act', id, by, kind, command, subject, at, until, undo] as const;
      yield ended === null ? [...line] : [...line, ended];
    }
  },
  ({ staff }, [, id, by, kind, command, subject, at, until, undo, ended = null]) => {
    const act = { id, by, kind, command, subject, at, until, undo, ended };
    staff.acts.set(id, act);
    noteUndoDue(staff, act);
  },
);

type RestoreLine = [
  is: 'staff_restore',
  proposal: number,
  user: number,
  request: string,
  at: number,
  from: number,
  end: Restore['end'],
];

const restoreLine = lineRow<RestoreLine>(
  'staff_restore',
  function* ({ staff }) {
    for (const [id, { user, request, at, from, end }] of sorted(staff.restores))
      yield ['staff_restore', id, user, request, at, from, end];
  },
  ({ staff }, [, id, user, request, at, from, end]) => {
    staff.restores.set(id, { user, request, at, from, end });
  },
);

const frozenWithLine = lineRow<[is: 'staff_frozen_with', user: number, other: number]>(
  'staff_frozen_with',
  function* ({ staff }) {
    for (const [user, other] of sorted(staff.frozenWith)) yield ['staff_frozen_with', user, other];
  },
  ({ staff }, [, user, other]) => {
    staff.frozenWith.set(user, other);
  },
);

const STAFF: Told<StaffState> = {
  told: staffLine,
  first: 'with told',
  rules: 'with told',
  next: 'with told',
  people: personLine,
  dailyLimits: limitLine,
  overdueHours: overdueLine,
  settings: settingLine,
  byHand: byHandLine,
  proposals: proposalLine,
  due: 'derived',
  nextAct: 'with told',
  acts: actLine,
  undoDue: 'derived',
  restores: restoreLine,
  frozenWith: frozenWithLine,
};

export const staffLines = linesOf(STAFF);
