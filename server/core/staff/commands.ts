/** Commands about staff: roles and rights, proposals and their confirmation. */
import {
  type MessageOf,
  type ObjectOf,
  amount,
  choice,
  id,
  integer,
  message,
  millis,
  objects,
  optional,
  ppb,
  text,
  word,
} from '../messages/message';
import { OVERDUE_WAITS } from '../../../shared/rules/overdue-hours';

/** `user` is not staff, `auditor` has read access only. */
export const STAFF_ROLES = ['user', 'auditor', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Configured rules for proposals in milliseconds; at start, differences from the journal's are logged. */
export const staffRules = {
  /** From the confirmation of a loosened control until it takes effect. */
  waitMs: millis,
  /** From becoming an admin until the first approval. */
  newcomerMs: millis,
  /** Time until an unconfirmed proposal expires. */
  openMs: millis,
  /** Minimum number of confirmations before a payment is credited. */
  confirmationsMin: integer,
  /** Maximum value that one staff member may approve alone, USDT units of scale 8; no setting may exceed it. */
  reviewAboveMax: amount,
  /** Maximum of hand-moved money that one staff member proposes and confirms in 24 hours, USDT units of scale 8. */
  byHandDayMax: amount,
  /** Maximum yearly rate of earn products, parts per billion. */
  earnRatePpbMax: ppb,
  /** From the announcement of a market's end until the end. */
  endNoticeMs: millis,
};
export type StaffRules = ObjectOf<typeof staffRules>;

export const TellStaffRules = message('TellStaffRules', { ...staffRules });
export type TellStaffRules = MessageOf<typeof TellStaffRules>;
const toldStaff = {
  user: id,
  role: choice(...STAFF_ROLES),
  /** Names from the table of rights, separated by spaces. */
  rights: word,
};
export type ReportedStaff = Readonly<ObjectOf<typeof toldStaff>>;
const toldLimit = { bindings: integer, limit: amount };
export type ReportedLimit = Readonly<ObjectOf<typeof toldLimit>>;
const toldSetting = { name: text, hash: word };
export type ReportedSetting = Readonly<ObjectOf<typeof toldSetting>>;
export const TellStaff = message('TellStaff', {
  staff: objects(toldStaff),
  /** Daily limits of withdrawals at that time. */
  limits: objects(toldLimit),
  settings: objects(toldSetting),
});
export type TellStaff = MessageOf<typeof TellStaff>;

export const NameStaff = message('NameStaff', { user: id });
export type NameStaff = MessageOf<typeof NameStaff>;

export const SetStaff = message('SetStaff', {
  user: id,
  role: choice(...STAFF_ROLES),
  rights: word,
  /** Only for auditors, who always have both: end of access, milliseconds, and its scope (`shared/rules/audit-scope.ts`). */
  until: optional(millis),
  scope: optional(text),
  /** Keyed hash of the text. */
  reason: text,
});
export type SetStaff = MessageOf<typeof SetStaff>;

export const SetDailyLimit = message('SetDailyLimit', { bindings: integer, limit: amount });
export type SetDailyLimit = MessageOf<typeof SetDailyLimit>;

export const SetOverdueHours = message('SetOverdueHours', { wait: choice(...OVERDUE_WAITS), hours: integer });
export type SetOverdueHours = MessageOf<typeof SetOverdueHours>;

export const SetDeskSetting = message('SetDeskSetting', { name: text, hash: word });
export type SetDeskSetting = MessageOf<typeof SetDeskSetting>;

export const ConfirmStaff = message('ConfirmStaff', { proposal: id });
export type ConfirmStaff = MessageOf<typeof ConfirmStaff>;

export const DeclineStaff = message('DeclineStaff', {
  proposal: id,
  /** Keyed hash of the text. */
  reason: text,
});
export type DeclineStaff = MessageOf<typeof DeclineStaff>;

/** Break-glass: makes a member an admin with all rights. */
export const RestoreStaff = message('RestoreStaff', {
  user: id,
  /** Identifies the request, so that it counts once. */
  request: word,
});
export type RestoreStaff = MessageOf<typeof RestoreStaff>;

/** A second person makes an act of one person permanent: it no longer expires. */
export const KeepStaffAct = message('KeepStaffAct', { act: id });
export type KeepStaffAct = MessageOf<typeof KeepStaffAct>;

/** Undoes an act of one person that nobody made permanent. */
export const UndoStaffAct = message('UndoStaffAct', { act: id });
export type UndoStaffAct = MessageOf<typeof UndoStaffAct>;

export const ApplyStaff = message('ApplyStaff', { proposal: id });
export type ApplyStaff = MessageOf<typeof ApplyStaff>;

export const ExpireStaff = message('ExpireStaff', { proposal: id });
export type ExpireStaff = MessageOf<typeof ExpireStaff>;

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
