/** Events of staff. Reasons are keyed hashes; their texts are stored with the personal data. */
import { OVERDUE_WAITS } from '../../../shared/rules/overdue-hours';
import type { CommandType } from '../command';
import {
  type MessageOf,
  amount,
  choice,
  id,
  integer,
  message,
  millis,
  optional,
  text,
  word,
  wordOf,
} from '../messages/message';
import { STAFF_ROLES, staffRules } from './commands';

const { earnRatePpbMax, endNoticeMs, ...firstRules } = staffRules;
export const StaffRulesSet = message('StaffRulesSet', {
  ...firstRules,
  /** Absent in older events. */
  earnRatePpbMax: optional(earnRatePpbMax),
  endNoticeMs: optional(endNoticeMs),
});
export type StaffRulesSet = MessageOf<typeof StaffRulesSet>;

export const StaffTold = message('StaffTold', { count: integer });
export type StaffTold = MessageOf<typeof StaffTold>;

export const StaffNamed = message('StaffNamed', {
  user: id,
  role: choice(...STAFF_ROLES),
  rights: text,
  /** Earliest time of approvals, milliseconds; 0 for the first staff. */
  approvesFrom: millis,
  /** 1 for one of the first two, who need no confirmation. */
  first: optional(integer),
  reason: optional(text),
  /** Only for auditors: end of access, milliseconds. Older events have none. */
  until: optional(millis),
  /** Scope of access (`shared/rules/audit-scope.ts`). */
  scope: optional(text),
});
export type StaffNamed = MessageOf<typeof StaffNamed>;

export const DailyLimitSet = message('DailyLimitSet', { bindings: integer, limit: amount });
export type DailyLimitSet = MessageOf<typeof DailyLimitSet>;

export const OverdueHoursSet = message('OverdueHoursSet', { wait: choice(...OVERDUE_WAITS), hours: integer });
export type OverdueHoursSet = MessageOf<typeof OverdueHoursSet>;

export const DeskSettingSet = message('DeskSettingSet', { name: word, hash: word });
export type DeskSettingSet = MessageOf<typeof DeskSettingSet>;

export const StaffProposed = message('StaffProposed', {
  proposal: id,
  by: id,
  command: wordOf<CommandType>(),
  /** The full command that is confirmed. */
  act: text,
  /** The subject, such as `market/BTC-USDT`; absent in older events. */
  subject: optional(text),
  /** The account concerned. */
  user: optional(id),
  /** 1: takes effect some time after the confirmation; 0: at once. */
  waits: choice(0, 1),
  /** Value of hand-moved money, USDT units of scale 8. */
  worth: optional(amount),
  /** JSON of names and values. */
  before: text,
  after: text,
  /** Time of expiry. */
  until: millis,
});
export type StaffProposed = MessageOf<typeof StaffProposed>;

export const StaffConfirmed = message('StaffConfirmed', {
  proposal: id,
  by: id,
  /** Time at which it takes effect. */
  from: millis,
});
export type StaffConfirmed = MessageOf<typeof StaffConfirmed>;

export const StaffApplied = message('StaffApplied', {
  proposal: id,
  /** The proposer, to whom the effect is attributed. */
  by: optional(id),
});
export type StaffApplied = MessageOf<typeof StaffApplied>;

export const StaffDeclined = message('StaffDeclined', { proposal: id, by: id, reason: text });
export type StaffDeclined = MessageOf<typeof StaffDeclined>;

export const StaffLapsed = message('StaffLapsed', { proposal: id, why: choice('expired', 'impossible', 'replaced') });
export type StaffLapsed = MessageOf<typeof StaffLapsed>;

/** Break-glass took effect. */
export const StaffRestored = message('StaffRestored', { user: id, request: word });
export type StaffRestored = MessageOf<typeof StaffRestored>;

export const StaffActed = message('StaffActed', {
  act: id,
  by: id,
  kind: choice('brake', 'tighten'),
  command: wordOf<CommandType>(),
  /** The subject, such as `market/BTC-USDT`. */
  subject: text,
  /** Time of the automatic undo, milliseconds. Absent, like `undo`, for acts that do not expire. */
  until: optional(millis),
  undo: optional(text),
});
export type StaffActed = MessageOf<typeof StaffActed>;

export const StaffActKept = message('StaffActKept', { act: id, by: id });
export type StaffActKept = MessageOf<typeof StaffActKept>;

export const StaffActUndone = message('StaffActUndone', { act: id });
export type StaffActUndone = MessageOf<typeof StaffActUndone>;

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
