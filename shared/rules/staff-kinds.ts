/** Rules of each staff command: number of people, waiting time, and expiry of an act by one person. */
import { PRODUCT_ACTS, PRODUCT_LASTING_BRAKES } from '../products/all';

const HOUR_MS = 3_600_000;

/** Per kind: number of people, whether it waits after the second approval, and the lifetime of an act by one person. */
export const STAFF_KINDS = {
  brake: { people: 1, waits: false, lapsesMs: 4 * HOUR_MS },
  tighten: { people: 1, waits: false, lapsesMs: 24 * HOUR_MS },
  case: { people: 1, waits: false, lapsesMs: null },
  money: { people: 2, waits: false, lapsesMs: null },
  restore: { people: 2, waits: false, lapsesMs: null },
  change: { people: 2, waits: true, lapsesMs: null },
} as const;
export type StaffKind = keyof typeof STAFF_KINDS;

/** Stands for a person who proposes and confirms a break-glass request. No member of staff has this number. */
export const OPERATOR = 0;

/** Possible kinds of each command. The core chooses by the current state. */
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
  ...PRODUCT_ACTS,
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

/** Brakes without an automatic end, because they cannot be undone or have an end of their own. */
export const LASTING_BRAKES: ReadonlySet<string> = new Set<StaffCommandName>([
  'FreezeAccount',
  'FreezeFunds',
  'RejectWithdrawal',
  'CancelOrder',
  'CancelAllOrders',
  ...PRODUCT_LASTING_BRAKES,
]);
