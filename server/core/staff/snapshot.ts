/** Staff in the canonical state. */
import { snapshotRow, snapshotRowsOf, type SnapshotRows } from '../product';
import { digits, keyedRecordsRow, listRow, verbatim, recordCodec, recordsRow } from '../snapshot/record-rows';
import type { CoreState } from '../state';
import { scheduleProposal, noteUndoDue } from './evolve';
import {
  DEFAULT_RULES,
  type SinglePersonAct,
  type ManualMove,
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

/** Absent for journals without staff. */
const staffLine = snapshotRow<StaffLine>('staff', writeStaff, restoreStaff);

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

/** Without bounds the line has the older format. */
const PERSON = recordCodec<StaffPerson, 'until' | 'scope'>({ until: null, scope: null })(
  'role',
  'rights',
  'approvesFrom',
);
const BY_HAND = recordCodec<ManualMove>()('at', 'by', '#worth');
const PROPOSAL = recordCodec<Proposal, 'subject'>({ subject: null })(
  ...(['id', 'by', 'command', 'act', 'user', 'waits', '#worth', 'before', 'after'] as const),
  ...(['at', 'until', 'confirmedBy', 'from'] as const),
);
const ACT = recordCodec<SinglePersonAct, 'ended'>({ ended: null })(
  ...(['id', 'by', 'kind', 'command', 'subject', 'at', 'until', 'undo'] as const),
);
const RESTORE = recordCodec<Restore>()('user', 'request', 'at', 'from', 'end');

const STAFF: SnapshotRows<StaffState> = {
  told: staffLine,
  first: 'with told',
  rules: 'with told',
  next: 'with told',
  people: keyedRecordsRow('staff_person', ({ staff }) => staff.people, PERSON),
  dailyLimits: keyedRecordsRow('staff_limit', ({ staff }) => staff.dailyLimits, digits),
  overdueHours: keyedRecordsRow('staff_overdue', ({ staff }) => staff.overdueHours, verbatim()),
  settings: keyedRecordsRow('staff_setting', ({ staff }) => staff.settings, verbatim()),
  byHand: listRow('staff_by_hand', ({ staff }) => staff.byHand, BY_HAND),
  proposals: recordsRow('staff_proposal', ({ staff }) => staff.proposals, PROPOSAL, {
    key: ({ id }) => id,
    note: ({ staff }, proposal) => scheduleProposal(staff, proposal),
  }),
  due: 'derived',
  nextAct: 'with told',
  acts: recordsRow('staff_act', ({ staff }) => staff.acts, ACT, {
    key: ({ id }) => id,
    note: ({ staff }, act) => noteUndoDue(staff, act),
  }),
  undoDue: 'derived',
  restores: keyedRecordsRow('staff_restore', ({ staff }) => staff.restores, RESTORE),
  frozenWith: keyedRecordsRow('staff_frozen_with', ({ staff }) => staff.frozenWith, verbatim()),
};

export const staffSnapshotRows = snapshotRowsOf(STAFF);
