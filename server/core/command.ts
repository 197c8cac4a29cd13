/**
 * Commands that the core accepts from outside. Prices are integer ticks, quantities integer lots, amounts units of the asset's scale; the
 * edge converts. A user's command names its user; the actor identifies the sender.
 */
import type { DriftCommand, LiftWithdrawals } from './drift/commands';
import type { CloseFeeDay, FeesCommand, SetFeeLevels, SetFeeTiers } from './fees/commands';
import type { IndexCommand, SetIndexTerms } from './index-price/commands';
import type { MarketCommand } from './market/commands';
import type { EraseMember, MemberCommand, NameDocument, NameInviter, RegisterMember } from './member/commands';
import type {
  ApplyStaff,
  ConfirmStaff,
  DeclineStaff,
  ExpireStaff,
  KeepStaffAct,
  SetDailyLimit,
  SetDeskSetting,
  SetOverdueHours,
  SetStaff,
  StaffProductCommand,
  UndoStaffAct,
} from './staff/commands';
import type { EndFrozenOrders, TradingCommand, TriggerOrder } from './trading/commands';

export type { Actor } from './actor';
export type * from './drift/commands';
export type * from './fees/commands';
export type * from './index-price/commands';
export type * from './market/commands';
export type * from './member/commands';
export type * from './staff/commands';
export type * from './trading/commands';

/** Commands of each part of the core. A product adds its own: `declare module '…/core/command' { interface Commands { spot: SpotCommand } }`. */
export interface Commands {
  market: MarketCommand;
  member: MemberCommand;
  trading: TradingCommand;
  index: IndexCommand;
  fees: FeesCommand;
  staff: StaffProductCommand;
  drift: DriftCommand;
}
/** Subset that staff send through the interface. */
export interface StaffCommands {
  market: MarketCommand;
  member: Exclude<MemberCommand, RegisterMember | NameInviter | NameDocument | EraseMember>;
  index: SetIndexTerms;
  fees: SetFeeTiers;
  staff: SetStaff | SetDailyLimit | SetDeskSetting | SetOverdueHours | ConfirmStaff | DeclineStaff | KeepStaffAct;
  drift: LiftWithdrawals;
}
/** Commands of the core's due work; never from outside. */
export interface FollowUps {
  trading: TriggerOrder | EndFrozenOrders;
  fees: CloseFeeDay | SetFeeLevels;
  staff: ApplyStaff | ExpireStaff | UndoStaffAct;
}

export type Command = Commands[keyof Commands];
export type StaffCommand = StaffCommands[keyof StaffCommands];
export type FollowUp = FollowUps[keyof FollowUps];
export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;
