/**
 * What the outside may ask of the core, product by product. Prices are integer ticks, quantities integer lots, amounts units of
 * the asset's scale; the edge converts. A user's command names its user; the actor says who sent it.
 */
import type { IndexCommand, SetIndexTerms } from './index-price/commands';
import type { CloseFeeDay, FeesCommand, SetFeeLevels } from './fees/commands';
import type { MarketCommand } from './market/commands';
import type { EraseMember, MemberCommand, NameDocument, NameInviter, RegisterMember } from './member/commands';
import type {
  CutOrders,
  FundInsurance,
  Liquidate,
  LiquidateAccount,
  LiquidationCommand,
  ListPerpetualMarket,
  PerpetualCommand,
  SetPerpetualMarketState,
} from '../products/perpetual/core/commands';
import type {
  EnterOptions,
  FundOptions,
  OptionCommand,
  SetOptionState,
  SetOptionTerms,
  SettleOptions,
} from '../products/option/core/commands';
import type { CloseOut, CloseOutCommand, OpenReversed } from '../products/perpetual/core/closing/commands';
import type { FundingCommand } from '../products/perpetual/core/funding/commands';
import type { EndPositionLock, LockCommand } from '../products/perpetual/core/locks/commands';
import type {
  CallOffPerpetualEnd,
  EndPerpetualMarket,
  FixSettlement,
  MarketEndCommand,
  SettleMarket,
} from '../products/perpetual/core/expiry/commands';
import type { ApplyPerpetualTerms, TermsCommand } from '../products/perpetual/core/terms/commands';
import type { AttachStops, EndStops, StopCommand, TriggerStop } from '../products/perpetual/core/stops/commands';
import type {
  EarnCommand,
  FundFinancial,
  PayMining,
  SetFinancialState,
  SetFinancialTerms,
  SetMiningState,
  SetMiningTerms,
  SettleFinancial,
} from '../products/earn/core/commands';
import type { DriftCommand, LiftWithdrawals } from './drift/commands';
import type {
  IssueRobotKey,
  RevokeRobotKey,
  RobotCommand,
  RunRobot,
  SetRobotTerms,
  StopRobot,
} from '../products/robot/core/commands';
import type { PayRebates, ReferralCommand } from '../products/referral/core/commands';
import type { SpotCommand } from '../products/spot/core/commands';
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
import type {
  ApplyWithdrawal,
  AssignDepositAddress,
  CancelWithdrawal,
  FailPayout,
  FinalizeRecharge,
  ObserveRecharge,
  RetractRecharge,
  RevertRecharge,
  SubmitPayout,
  TransferFunds,
  WalletCommand,
} from '../products/wallet/core/commands';

export type { Actor } from './actor';
export type * from './index-price/commands';
export type * from './fees/commands';
export type * from './market/commands';
export type * from './member/commands';
export type * from '../products/option/core/commands';
export type * from '../products/perpetual/core/commands';
export type * from '../products/perpetual/core/closing/commands';
export type * from '../products/perpetual/core/stops/commands';
export type * from '../products/perpetual/core/funding/commands';
export type * from '../products/perpetual/core/locks/commands';
export type * from '../products/perpetual/core/expiry/commands';
export type * from '../products/perpetual/core/terms/commands';
export type * from './drift/commands';
export type * from '../products/earn/core/commands';
export type * from '../products/referral/core/commands';
export type * from '../products/robot/core/commands';
export type * from '../products/spot/core/commands';
export type * from './staff/commands';
export type * from './trading/commands';
export type * from '../products/wallet/core/commands';

/** What a person of staff may send through the interface. */
export type StaffCommand =
  | MarketCommand
  | SetIndexTerms
  | ListPerpetualMarket
  | SetPerpetualMarketState
  | Exclude<LockCommand, EndPositionLock>
  | Exclude<TermsCommand, ApplyPerpetualTerms>
  | EndPerpetualMarket
  | CallOffPerpetualEnd
  | FundInsurance
  | SetOptionTerms
  | SetOptionState
  | FundOptions
  | SetFinancialTerms
  | SetFinancialState
  | FundFinancial
  | SetMiningTerms
  | SetMiningState
  | SetRobotTerms
  | IssueRobotKey
  | RevokeRobotKey
  | StopRobot
  | SetStaff
  | SetDailyLimit
  | SetDeskSetting
  | SetOverdueHours
  | ConfirmStaff
  | DeclineStaff
  | KeepStaffAct
  | LiftWithdrawals
  | Exclude<MemberCommand, RegisterMember | NameInviter | NameDocument | EraseMember>
  | Exclude<FeesCommand, CloseFeeDay | SetFeeLevels>
  | Exclude<ReferralCommand, PayRebates>
  | Exclude<
      WalletCommand,
      | TransferFunds
      | AssignDepositAddress
      | ObserveRecharge
      | RetractRecharge
      | FinalizeRecharge
      | RevertRecharge
      | ApplyWithdrawal
      | SubmitPayout
      | FailPayout
      | CancelWithdrawal
    >;
export type Command =
  | MarketCommand
  | MemberCommand
  | WalletCommand
  | TradingCommand
  | SpotCommand
  | IndexCommand
  | FeesCommand
  | PerpetualCommand
  | FundingCommand
  | CloseOutCommand
  | LockCommand
  | TermsCommand
  | LiquidationCommand
  | MarketEndCommand
  | StopCommand
  | OptionCommand
  | EarnCommand
  | RobotCommand
  | ReferralCommand
  | StaffProductCommand
  | DriftCommand;
/** What pays a debt of the core; never from outside. */
export type FollowUp =
  | TriggerOrder
  | EndFrozenOrders
  | CloseFeeDay
  | SetFeeLevels
  | FundingCommand
  | EndPositionLock
  | ApplyPerpetualTerms
  | Liquidate
  | LiquidateAccount
  | FixSettlement
  | SettleMarket
  | TriggerStop
  | AttachStops
  | CutOrders
  | CloseOut
  | OpenReversed
  | EndStops
  | EnterOptions
  | SettleOptions
  | SettleFinancial
  | PayMining
  | RunRobot
  | PayRebates
  | ApplyStaff
  | ExpireStaff
  | UndoStaffAct;
export type CommandType = Command['type'];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;
