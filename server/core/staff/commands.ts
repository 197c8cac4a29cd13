/** What may be asked about staff: who they are, and what one of them proposes and another confirms. */

import type { OverdueWait } from '../../../shared/rules/overdue-hours';

/** Of those who are not staff, of auditors, who only look, and of admins. */
export const STAFF_ROLES = ['user', 'auditor', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** By which proposals are judged: what is configured, told at a start when it is not what the journal has. Milliseconds. */
export interface StaffRules {
  /** From the confirmation of what loosens a control until it is loosened. */
  waitMs: number;
  /** From the day somebody becomes an admin until they approve anything. */
  newcomerMs: number;
  /** How long a proposal waits for somebody to confirm it. */
  openMs: number;
  /** Blocks that a payment lies deep at least before it is credited. */
  confirmationsMin: number;
  /** The largest value (USDT units of scale 8) up to which one of staff may ever approve a withdrawal alone. */
  reviewAboveMax: bigint;
  /** What one of staff proposes and confirms in 24 hours of money that moves by hand, USDT units of scale 8. */
  byHandDayMax: bigint;
  /** The highest rate of a year that anything is sold at, parts per billion. */
  earnRatePpbMax: number;
  /** From the announcement of a market's end to the end. */
  endNoticeMs: number;
}

export interface TellStaffRules extends StaffRules {
  type: 'TellStaffRules';
}
export interface TellStaff {
  type: 'TellStaff';
  staff: ToldStaff[];
  /** What the desk had set by then. */
  limits: ToldLimit[];
  settings: ToldSetting[];
}
export type ToldStaff = Readonly<{
  user: number;
  role: StaffRole;
  /** Words of the table of rights, a space between them. */
  rights: string;
}>;
export interface NameStaff {
  type: 'NameStaff';
  user: number;
}
export interface SetStaff {
  type: 'SetStaff';
  user: number;
  role: StaffRole;
  rights: string;
  /** Of an auditor, who always has both: until when, milliseconds, and what they may see (`shared/rules/audit-scope.ts`). */
  until?: number;
  scope?: string;
  /** Keyed hash of it. */
  reason: string;
}
export type ToldLimit = Readonly<{ bindings: number; limit: bigint }>;
export type ToldSetting = Readonly<{ name: string; hash: string }>;

export interface SetDailyLimit {
  type: 'SetDailyLimit';
  bindings: number;
  limit: bigint;
}
export interface SetOverdueHours {
  type: 'SetOverdueHours';
  wait: OverdueWait;
  hours: number;
}
export interface SetDeskSetting {
  type: 'SetDeskSetting';
  name: string;
  hash: string;
}
export interface ConfirmStaff {
  type: 'ConfirmStaff';
  proposal: number;
}
export interface DeclineStaff {
  type: 'DeclineStaff';
  proposal: number;
  /** Keyed hash of it. */
  reason: string;
}
/** Break-glass: a member becomes an admin with every right again. */
export interface RestoreStaff {
  type: 'RestoreStaff';
  user: number;
  /** Names the request: none counts twice. */
  request: string;
}
/** Another of staff agrees with what one did alone: it does not end by itself any more. */
export interface KeepStaffAct {
  type: 'KeepStaffAct';
  act: number;
}
/** What one did alone, and nobody kept, ends. */
export interface UndoStaffAct {
  type: 'UndoStaffAct';
  act: number;
}
export interface ApplyStaff {
  type: 'ApplyStaff';
  proposal: number;
}
export interface ExpireStaff {
  type: 'ExpireStaff';
  proposal: number;
}

export type StaffProductCommand =
  | TellStaffRules
  | TellStaff
  | NameStaff
  | SetStaff
  | SetDailyLimit
  | SetOverdueHours
  | SetDeskSetting
  | ConfirmStaff
  | DeclineStaff
  | RestoreStaff
  | KeepStaffAct
  | UndoStaffAct
  | ApplyStaff
  | ExpireStaff;
