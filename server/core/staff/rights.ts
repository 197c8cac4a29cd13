/** Which right each act of staff asks for: of whoever sends it, and of whoever confirms it. */
import type { StaffRight } from '../../../shared/rules/staff-rights';
import type { CommandType, StaffCommand } from '../command';

/** What both users and staff send is there, too. */
type StaffActType = StaffCommand['type'] | 'CancelOrder' | 'CancelAllOrders';

const RIGHTS: Readonly<Record<Exclude<StaffActType, 'ConfirmStaff' | 'DeclineStaff' | 'KeepStaffAct'>, StaffRight>> = {
  ListAsset: 'markets',
  ListMarket: 'markets',
  SetMarketState: 'markets',
  ListPerpetualMarket: 'markets',
  SetPerpetualMarketState: 'markets',
  ChangePerpetualTerms: 'markets',
  EndPerpetualMarket: 'markets',
  CallOffPerpetualEnd: 'markets',
  FundInsurance: 'recharges',
  LockPosition: 'users',
  UnlockPosition: 'users',
  ChangeMarketTerms: 'markets',
  ChangeAssetTerms: 'markets',
  SetAssetState: 'markets',
  SetIndexTerms: 'markets',
  SetOptionTerms: 'markets',
  SetOptionState: 'markets',
  FundOptions: 'recharges',
  SetFinancialTerms: 'markets',
  SetFinancialState: 'markets',
  FundFinancial: 'recharges',
  SetMiningTerms: 'markets',
  SetMiningState: 'markets',
  SetRobotTerms: 'markets',
  IssueRobotKey: 'users',
  RevokeRobotKey: 'users',
  StopRobot: 'users',
  SetReferralTerms: 'markets',
  SetFeeTiers: 'markets',
  VerifyMember: 'verification',
  FreezeAccount: 'users',
  UnfreezeAccount: 'users',
  RecoverAccount: 'verification',
  AssignFeeTier: 'users',
  SetRechargeTerms: 'recharges',
  CreditRecharge: 'recharges',
  ImportStatement: 'recharges',
  FundHouse: 'recharges',
  SetWithdrawalReview: 'settings',
  ApproveWithdrawal: 'withdrawals',
  StartPayout: 'withdrawals',
  PayWithdrawal: 'withdrawals',
  RejectWithdrawal: 'withdrawals',
  FreezeFunds: 'users',
  UnfreezeFunds: 'users',
  CancelOrder: 'users',
  CancelAllOrders: 'users',
  SetStaff: 'staff',
  SetDailyLimit: 'settings',
  SetOverdueHours: 'settings',
  SetDeskSetting: 'settings',
  LiftWithdrawals: 'withdrawals',
};

/** Null for what asks for the right of something else: a confirmation for that of what is confirmed. */
export function rightFor(type: CommandType): StaffRight | null {
  return isInTable(type) ? RIGHTS[type] : null;
}

/** Of whoever confirms or declines a proposal of that command: what concerns staff alone is theirs who may change who is staff. */
export function rightToSecond(type: CommandType): StaffRight {
  return rightFor(type) ?? 'staff';
}

function isInTable(type: string): type is keyof typeof RIGHTS {
  return Object.hasOwn(RIGHTS, type);
}
