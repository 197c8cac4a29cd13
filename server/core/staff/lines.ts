/** Staff in the canonical state. */
import { lineRow, linesOf, type Told } from '../product';
import { digits, entriesIn, listIn, plain, record, recordsIn } from '../snapshot/records';
import type { CoreState } from '../state';
import { noteDue, noteUndoDue } from './evolve';
import {
  DEFAULT_RULES,
  type ActOfOne,
  type MovedByHand,
  type Proposal,
  type Restore,
  type StaffPerson,
  type StaffState,
} from './state';

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

/** A person without bounds has the line of before there were bounds. */
const PERSON = record<StaffPerson, 'until' | 'scope'>({ until: null, scope: null })('role', 'rights', 'approvesFrom');
const BY_HAND = record<MovedByHand>()('at', 'by', '#worth');
const PROPOSAL = record<Proposal, 'subject'>({ subject: null })(
  ...(['id', 'by', 'command', 'act', 'user', 'waits', '#worth', 'before', 'after'] as const),
  ...(['at', 'until', 'confirmedBy', 'from'] as const),
);
const ACT = record<ActOfOne, 'ended'>({ ended: null })(
  ...(['id', 'by', 'kind', 'command', 'subject', 'at', 'until', 'undo'] as const),
);
const RESTORE = record<Restore>()('user', 'request', 'at', 'from', 'end');

const STAFF: Told<StaffState> = {
  told: staffLine,
  first: 'with told',
  rules: 'with told',
  next: 'with told',
  people: entriesIn('staff_person', ({ staff }) => staff.people, PERSON),
  dailyLimits: entriesIn('staff_limit', ({ staff }) => staff.dailyLimits, digits),
  overdueHours: entriesIn('staff_overdue', ({ staff }) => staff.overdueHours, plain()),
  settings: entriesIn('staff_setting', ({ staff }) => staff.settings, plain()),
  byHand: listIn('staff_by_hand', ({ staff }) => staff.byHand, BY_HAND),
  proposals: recordsIn('staff_proposal', ({ staff }) => staff.proposals, PROPOSAL, {
    key: ({ id }) => id,
    note: ({ staff }, proposal) => noteDue(staff, proposal),
  }),
  due: 'derived',
  nextAct: 'with told',
  acts: recordsIn('staff_act', ({ staff }) => staff.acts, ACT, {
    key: ({ id }) => id,
    note: ({ staff }, act) => noteUndoDue(staff, act),
  }),
  undoDue: 'derived',
  restores: entriesIn('staff_restore', ({ staff }) => staff.restores, RESTORE),
  frozenWith: entriesIn('staff_frozen_with', ({ staff }) => staff.frozenWith, plain()),
};

export const staffLines = linesOf(STAFF);
