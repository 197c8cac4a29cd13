/** What the core keeps of staff: who they are, and what waits for another of them or for its time. */
import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import type { CommandType } from '../command';
import { createRanked, type Ranked } from '../indexes/ranked';
import type { StaffRole, StaffRules } from './commands';
import type { StaffLapsed } from './events';

export interface StaffPerson {
  role: StaffRole;
  /** Words of the table of rights. */
  rights: string[];
  /** Approves nothing before. */
  approvesFrom: number;
  /** Of an auditor: let in until then, and what they may see. Null of everybody else, and of auditors of before there were bounds. */
  until: number | null;
  scope: string | null;
}

export interface Proposal {
  id: number;
  by: number;
  command: CommandType;
  act: string;
  /** Null for those of before there were subjects. */
  subject: string | null;
  user: number | null;
  waits: boolean;
  /** Null for what moves no money. */
  worth: bigint | null;
  /** JSON of names and values, as they were when it was proposed. */
  before: string;
  after: string;
  at: number;
  until: number;
  /** Null as long as nobody has. */
  confirmedBy: number | null;
  from: number | null;
}

/** What one person did alone: kept for two days, and as long as it may still end by itself. */
export interface ActOfOne {
  id: number;
  by: number;
  kind: 'brake' | 'tighten';
  command: CommandType;
  subject: string;
  at: number;
  /** When it is undone, and the command that does it. Both null: nothing undoes it, and `ended` says whether it stands. */
  until: number | null;
  undo: string | null;
  /** Undone by its time, or replaced by a later act or proposal about the same; null while it stands. */
  ended: 'lapsed' | 'replaced' | null;
}

/** Who was asked to be restored by break-glass, and what became of it. */
export interface Restore {
  user: number;
  request: string;
  at: number;
  /** Takes effect then, unless two contradict. */
  from: number;
  /** Null until it is over. */
  end: 'restored' | 'contradicted' | StaffLapsed['why'] | null;
}

export interface MovedByHand {
  at: number;
  by: number;
  /** USDT units of scale 8. */
  worth: bigint;
}

export interface StaffState {
  /** Whether the core was told who is staff. Journals of before know no staff, and anybody who is sent as such acts. */
  told: boolean;
  /** Of the first two admins: how many were named. */
  first: number;
  rules: StaffRules;
  people: Map<number, StaffPerson>;
  /** By number of bindings, USDT units of scale 8. */
  dailyLimits: Map<number, bigint>;
  /** Where they are set: before something that waits for staff is overdue. */
  overdueHours: Map<OverdueWait, number>;
  /** Keyed hashes by name. */
  settings: Map<string, string>;
  /** Of the last 24 hours, the oldest first. */
  byHand: MovedByHand[];
  /** The next number of a proposal, from 1. */
  next: number;
  /** Those that are open, or confirmed and not in effect. */
  proposals: Map<number, Proposal>;
  /** By when each of them expires or takes effect. Follows from them. */
  due: Ranked;
  /** The next number of an act of one, from 1. */
  nextAct: number;
  acts: Map<number, ActOfOne>;
  /** By when each of them is undone. Follows from them. */
  undoDue: Ranked;
  /** By their proposals, the oldest first; of those that are over the last ones. */
  restores: Map<number, Restore>;
  /** Members of staff who are frozen because one froze the other, each with the other. */
  frozenWith: Map<number, number>;
}

const HOUR_MS = 3_600_000;

export const DEFAULT_RULES: Readonly<StaffRules> = {
  waitMs: 24 * HOUR_MS,
  newcomerMs: 72 * HOUR_MS,
  openMs: 72 * HOUR_MS,
  confirmationsMin: 1,
  reviewAboveMax: 10_000_000_000_000n,
  byHandDayMax: 100_000_000_000_000n,
  earnRatePpbMax: 1_000_000_000,
  endNoticeMs: 7 * 24 * HOUR_MS,
};

export function createStaffState(): StaffState {
  return {
    told: false,
    first: 0,
    rules: { ...DEFAULT_RULES },
    people: new Map(),
    dailyLimits: new Map(),
    overdueHours: new Map(),
    settings: new Map(),
    byHand: [],
    next: 1,
    proposals: new Map(),
    due: createRanked(),
    nextAct: 1,
    acts: new Map(),
    undoDue: createRanked(),
    restores: new Map(),
    frozenWith: new Map(),
  };
}
