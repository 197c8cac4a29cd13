/** State of staff: people, and proposals and acts that wait for another person or for their time. */
import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import type { CommandType } from '../command';
import { createRanked, type Ranked } from '../indexes/ranked-ids';
import type { StaffRole, StaffRules } from './commands';
import type { StaffLapsed } from './events';

export interface StaffPerson {
  role: StaffRole;
  /** Names from the table of rights. */
  rights: string[];
  /** Earliest time of approvals, milliseconds. */
  approvesFrom: number;
  /** Only for auditors: end of access and its scope. Null for everybody else, and for auditors named before these bounds existed. */
  until: number | null;
  scope: string | null;
}

export interface Proposal {
  id: number;
  by: number;
  command: CommandType;
  act: string;
  /** Null for older proposals. */
  subject: string | null;
  user: number | null;
  waits: boolean;
  /** Null if no money moves. */
  worth: bigint | null;
  /** JSON of names and values at the time of the proposal. */
  before: string;
  after: string;
  at: number;
  until: number;
  /** Null before the confirmation. */
  confirmedBy: number | null;
  from: number | null;
}

/** An act of one person, kept for two days or for as long as it may still expire. */
export interface SinglePersonAct {
  id: number;
  by: number;
  kind: 'brake' | 'tighten';
  command: CommandType;
  subject: string;
  at: number;
  /** Time of the undo, and its command. Both null: the act has no undo, and `ended` says whether it is in effect. */
  until: number | null;
  undo: string | null;
  /** Undone at its time, or replaced by a later act or proposal about the same subject; null while in effect. */
  ended: 'lapsed' | 'replaced' | null;
}

/** A break-glass restore and its result. */
export interface Restore {
  user: number;
  request: string;
  at: number;
  /** Time at which it takes effect, unless two contradict. */
  from: number;
  /** Null while pending. */
  end: 'restored' | 'contradicted' | StaffLapsed['why'] | null;
}

export interface ManualMove {
  at: number;
  by: number;
  /** Moved value, USDT units of scale 8. */
  worth: bigint;
}

export interface StaffState {
  /** Whether the journal names staff. Older journals do not, and then every sender with a staff capability may act. */
  told: boolean;
  /** How many of the first two admins are named. */
  first: number;
  rules: StaffRules;
  people: Map<number, StaffPerson>;
  /** Daily limits by number of bound factors, USDT units of scale 8. */
  dailyLimits: Map<number, bigint>;
  /** Configured hours before a task of staff is overdue. */
  overdueHours: Map<OverdueWait, number>;
  /** Keyed hashes by name. */
  settings: Map<string, string>;
  /** Last 24 hours, oldest first. */
  byHand: ManualMove[];
  /** Next proposal number, from 1. */
  next: number;
  /** Open ones, and confirmed ones not yet in effect. */
  proposals: Map<number, Proposal>;
  /** By the time of expiry or effect. Derived from the proposals. */
  due: Ranked;
  /** Next act number, from 1. */
  nextAct: number;
  acts: Map<number, SinglePersonAct>;
  /** By the time of the undo. Derived from the acts. */
  undoDue: Ranked;
  /** By proposal, oldest first; includes the latest finished ones only. */
  restores: Map<number, Restore>;
  /** Staff frozen because one froze the other, each with the other. */
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
