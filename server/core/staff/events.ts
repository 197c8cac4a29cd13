/** What happens among staff. Reasons are keyed hashes: their texts stand where personal data stands. */
import type { OverdueWait } from '../../../shared/rules/overdue-hours';
import type { CommandType } from '../command';
import type { StaffRole, StaffRules } from './commands';

export interface StaffRulesSet extends Omit<StaffRules, 'earnRatePpbMax' | 'endNoticeMs'> {
  type: 'StaffRulesSet';
  /** Older ones have neither. */
  earnRatePpbMax?: number;
  endNoticeMs?: number;
}
export interface StaffTold {
  type: 'StaffTold';
  count: number;
}
export interface StaffNamed {
  type: 'StaffNamed';
  user: number;
  role: StaffRole;
  rights: string;
  /** Approves nothing before, milliseconds; 0 for those who were there at the beginning. */
  approvesFrom: number;
  /** 1 for one of the first two, who need nobody to name them. */
  first?: number;
  reason?: string;
  /** Of an auditor: until when they are let in, milliseconds. Those of before there were bounds have none. */
  until?: number;
  /** And what they may see (`shared/rules/audit-scope.ts`). */
  scope?: string;
}
export interface DailyLimitSet {
  type: 'DailyLimitSet';
  bindings: number;
  limit: bigint;
}
export interface OverdueHoursSet {
  type: 'OverdueHoursSet';
  wait: OverdueWait;
  hours: number;
}
export interface DeskSettingSet {
  type: 'DeskSettingSet';
  name: string;
  hash: string;
}
export interface StaffProposed {
  type: 'StaffProposed';
  proposal: number;
  by: number;
  command: CommandType;
  /** The command in full: what is confirmed is this and nothing else. */
  act: string;
  /** What it is about, such as `market/BTC-USDT`; older ones have none. */
  subject?: string;
  /** Whose account it concerns. */
  user?: number;
  /** 1: takes effect some time after it is confirmed; 0: then and there. */
  waits: 0 | 1;
  /** Of money that moves by hand, USDT units of scale 8. */
  worth?: bigint;
  /** JSON of names and values. */
  before: string;
  after: string;
  /** Expires then. */
  until: number;
}
export interface StaffConfirmed {
  type: 'StaffConfirmed';
  proposal: number;
  by: number;
  /** Takes effect then. */
  from: number;
}
export interface StaffApplied {
  type: 'StaffApplied';
  proposal: number;
  /** Who had proposed it: what happens is theirs. */
  by?: number;
}
export interface StaffDeclined {
  type: 'StaffDeclined';
  proposal: number;
  by: number;
  reason: string;
}
export interface StaffLapsed {
  type: 'StaffLapsed';
  proposal: number;
  why: 'expired' | 'impossible' | 'replaced';
}
/** Break-glass took effect. */
export interface StaffRestored {
  type: 'StaffRestored';
  user: number;
  request: string;
}
export interface StaffActed {
  type: 'StaffActed';
  act: number;
  by: number;
  kind: 'brake' | 'tighten';
  command: CommandType;
  /** What it is about, such as `market/BTC-USDT`. */
  subject: string;
  /** What undoes it then, milliseconds; both absent for what does not end by itself. */
  until?: number;
  undo?: string;
}
export interface StaffActKept {
  type: 'StaffActKept';
  act: number;
  by: number;
}
export interface StaffActUndone {
  type: 'StaffActUndone';
  act: number;
}

export type StaffEvent =
  | DailyLimitSet
  | OverdueHoursSet
  | DeskSettingSet
  | StaffRulesSet
  | StaffTold
  | StaffNamed
  | StaffProposed
  | StaffConfirmed
  | StaffApplied
  | StaffDeclined
  | StaffLapsed
  | StaffRestored
  | StaffActed
  | StaffActKept
  | StaffActUndone;
