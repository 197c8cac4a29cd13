/** What each command of staff takes: how many people, whether it waits, and whether what one did ends by itself. */

const HOUR_MS = 3_600_000;

/** Of each kind: how many people, whether it waits after the second, and after how long what one person did ends by itself. */
export const STAFF_KINDS = {
  brake: { people: 1, waits: false, lapsesMs: 4 * HOUR_MS },
  tighten: { people: 1, waits: false, lapsesMs: 24 * HOUR_MS },
  case: { people: 1, waits: false, lapsesMs: null },
  money: { people: 2, waits: false, lapsesMs: null },
  restore: { people: 2, waits: false, lapsesMs: null },
  change: { people: 2, waits: true, lapsesMs: null },
} as const;
export type StaffKind = keyof typeof STAFF_KINDS;

/** In place of a person: who proposes and confirms a break-glass request. No member has this number. */
export const OPERATOR = 0;

/** By command, all kinds that it may be; which one, the core says as things stand. */
export const STAFF_COMMANDS = {
  ListAsset: ['change'],
  ListMarket: ['change'],
  SetMarketState: ['brake', 'restore', 'change'],
  ChangeMarketTerms: ['change'],
  ChangeAssetTerms: ['change'],
  SetAssetState: ['brake', 'restore'],
  VerifyMember: ['case', 'change'],
  FreezeAccount: ['brake', 'restore'],
  UnfreezeAccount: ['case', 'restore'],
  RecoverAccount: ['restore'],
  AssignFeeTier: ['change'],
  SetRechargeTerms: ['tighten', 'change'],
  CreditRecharge: ['money'],
  ImportStatement: ['case'],
  SetWithdrawalReview: ['tighten', 'change'],
  ApproveWithdrawal: ['case'],
  StartPayout: ['case'],
  PayWithdrawal: ['case', 'money'],
  RejectWithdrawal: ['brake'],
  FreezeFunds: ['brake', 'restore'],
  UnfreezeFunds: ['restore'],
  FundHouse: ['money'],
  CancelOrder: ['brake'],
  CancelAllOrders: ['brake'],
  SetIndexTerms: ['change'],
  SetFeeTiers: ['change'],
  ListPerpetualMarket: ['change'],
  SetPerpetualMarketState: ['brake', 'restore', 'change'],
  LockPosition: ['brake'],
  UnlockPosition: ['restore'],
  ChangePerpetualTerms: ['change'],
  FundInsurance: ['money'],
  EndPerpetualMarket: ['change'],
  CallOffPerpetualEnd: ['restore'],
  SetOptionTerms: ['change'],
  SetOptionState: ['brake', 'restore'],
  FundOptions: ['money'],
  SetFinancialTerms: ['change'],
  SetFinancialState: ['brake', 'restore'],
  FundFinancial: ['money'],
  SetMiningTerms: ['change'],
  SetMiningState: ['brake', 'restore'],
  SetRobotTerms: ['brake', 'change'],
  IssueRobotKey: ['case'],
  RevokeRobotKey: ['brake'],
  StopRobot: ['brake'],
  SetReferralTerms: ['change'],
  SetStaff: ['change'],
  SetDailyLimit: ['tighten', 'change'],
  SetOverdueHours: ['tighten', 'change'],
  SetDeskSetting: ['change'],
  ConfirmStaff: ['case'],
  DeclineStaff: ['case', 'restore'],
  KeepStaffAct: ['case'],
  LiftWithdrawals: ['restore'],
} as const satisfies Readonly<Record<string, readonly StaffKind[]>>;
export type StaffCommandName = keyof typeof STAFF_COMMANDS;

/** Brakes that do not end by themselves: nothing of them could be undone, or they have an end of their own. */
export const LASTING_BRAKES: ReadonlySet<string> = new Set<StaffCommandName>([
  'FreezeAccount',
  'FreezeFunds',
  'RejectWithdrawal',
  'CancelOrder',
  'CancelAllOrders',
  'LockPosition',
  'RevokeRobotKey',
  'StopRobot',
]);
