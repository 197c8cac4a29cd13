/** What may be asked about staff: who they are, and what one of them proposes and another confirms. */
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

/** Of those who are not staff, of auditors, who only look, and of admins. */
export const STAFF_ROLES = ['user', 'auditor', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** By which proposals are judged: what is configured, told at a start when it is not what the journal has. Milliseconds. */
export const staffRules = {
  /** From the confirmation of what loosens a control until it is loosened. */
  waitMs: millis,
  /** From the day somebody becomes an admin until they approve anything. */
  newcomerMs: millis,
  /** How long a proposal waits for somebody to confirm it. */
  openMs: millis,
  /** Blocks that a payment lies deep at least before it is credited. */
  confirmationsMin: integer,
  /** The largest value (USDT units of scale 8) up to which one of staff may ever approve a withdrawal alone. */
  reviewAboveMax: amount,
  /** What one of staff proposes and confirms in 24 hours of money that moves by hand, USDT units of scale 8. */
  byHandDayMax: amount,
  /** The highest rate of a year that anything is sold at, parts per billion. */
  earnRatePpbMax: ppb,
  /** From the announcement of a market's end to the end. */
  endNoticeMs: millis,
};
export type StaffRules = ObjectOf<typeof staffRules>;

export const TellStaffRules = message('TellStaffRules', { ...staffRules });
export type TellStaffRules = MessageOf<typeof TellStaffRules>;
const toldStaff = {
  user: id,
  role: choice(...STAFF_ROLES),
  /** Words of the table of rights, a space between them. */
  rights: word,
};
export type ToldStaff = Readonly<ObjectOf<typeof toldStaff>>;
const toldLimit = { bindings: integer, limit: amount };
export type ToldLimit = Readonly<ObjectOf<typeof toldLimit>>;
const toldSetting = { name: text, hash: word };
export type ToldSetting = Readonly<ObjectOf<typeof toldSetting>>;
export const TellStaff = message('TellStaff', {
  staff: objects(toldStaff),
  /** Settings of the desk at that time. */
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
  /** Of an auditor, who always has both: until when, milliseconds, and what they may see (`shared/rules/audit-scope.ts`). */
  until: optional(millis),
  scope: optional(text),
  /** Keyed hash of it. */
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
  /** Keyed hash of it. */
  reason: text,
});
export type DeclineStaff = MessageOf<typeof DeclineStaff>;

/** Break-glass: a member becomes an admin with every right again. */
export const RestoreStaff = message('RestoreStaff', {
  user: id,
  /** Names the request: none counts twice. */
  request: word,
});
export type RestoreStaff = MessageOf<typeof RestoreStaff>;

/** Another of staff agrees with what one did alone: it does not end by itself any more. */
export const KeepStaffAct = message('KeepStaffAct', { act: id });
export type KeepStaffAct = MessageOf<typeof KeepStaffAct>;

/** What one did alone, and nobody kept, ends. */
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
