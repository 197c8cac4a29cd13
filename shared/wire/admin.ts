/** Staff commands. Each act is one specific command with its reason; there is no general "set balance". */
import { OVERDUE_HOURS_MAX, OVERDUE_WAITS } from '../rules/overdue-hours';
import { z } from 'zod';
import { CONTRACT_ORDERS_MAX, OPEN_ORDERS_MAX } from '../rules/open-orders';
import { CONFIG_KEYS, CONFIG_LENGTH_MAX } from '../rules/site-config';
import { declaredBeneficiary } from '../products/wallet/beneficiary';
import type { StaffRight } from '../rules/staff-rights';
import {
  accountKind,
  assetName,
  chainName,
  clientId,
  decimal,
  epochMs,
  id,
  marketName,
  minPosition,
  pageIndex,
  pageOf,
  pageSize,
  reason,
  reasonForUser,
  settingAnswer,
  staffAnswer,
  userId,
} from './fields';
import { riskTierList } from '../products/perpetual/terms';
import { listedState, marketProduct, marketState } from './product';
import { withSaveFailure, type Route } from './route';
import { payTo } from './shown-data';
import {
  changeAssetTermsRequest,
  changeMarketTermsRequest,
  marketTermsAnswer,
  setAssetStateRequest,
  termsQuery,
} from './terms';
import { WITHDRAWAL_STATUSES, withdrawalRecord } from '../products/wallet/wire';

const ppb = z.int().min(0).max(1_000_000_000);
/** By level, never rising. */
const fees = z.array(ppb).min(1).max(20);
const fixedFees = z.array(decimal).min(1).max(20);
/** Below the maximum size of a body. */
const CSV_LENGTH_MAX = 60_000;
const reference = z.string().trim().min(1).max(128);

export const listAssetRequest = z.strictObject({
  clientId,
  asset: assetName,
  scale: z.int().min(0).max(18).default(8),
  withdrawalFee: decimal,
  withdrawalMin: decimal,
  /** Legal currency: held in the legal account and withdrawn to a bank card. */
  fiat: z.boolean().default(false),
});
export const listMarketRequest = z.strictObject({
  clientId,
  market: marketName,
  base: assetName,
  quote: assetName,
  tick: decimal,
  lot: decimal,
  quantityMin: decimal,
  quantityMax: decimal,
  notionalMin: decimal,
  priceLowest: decimal,
  priceHighest: decimal,
  referencePrice: decimal,
  makerFeesPpb: fees,
  takerFeesPpb: fees,
  /**
   * Fixed fees instead of rates: amounts of the quote asset by level, once per order. Either all are above 0, or the
   * list is empty.
   */
  makerFeesFixed: fixedFees.optional(),
  takerFeesFixed: fixedFees.optional(),
  /** Absent: the default limit. */
  openOrdersMax: z.int().min(1).max(OPEN_ORDERS_MAX).optional(),
  bandPpb: ppb.default(100_000_000),
});
/** A perpetual contract, named after the spot market plus `-PERP`. */
export const listPerpetualMarketRequest = z.strictObject({
  clientId,
  market: marketName,
  base: assetName,
  quote: assetName,
  tick: decimal,
  /** Coins per lot. */
  multiplier: decimal,
  quantityMin: decimal,
  quantityMax: decimal,
  notionalMin: decimal,
  priceLowest: decimal,
  priceHighest: decimal,
  referencePrice: decimal,
  makerFeesPpb: fees,
  takerFeesPpb: fees,
  /** Absent: the default limit. */
  openOrdersMax: z.int().min(1).max(CONTRACT_ORDERS_MAX).optional(),
  /** Maximum distance of an order from the mark. */
  priceLimitPpb: ppb.default(50_000_000),
  /** The index that the mark price follows. */
  index: marketName,
  tiers: riskTierList,
  fundingIntervalMs: z.int().min(3_600_000).max(86_400_000).default(28_800_000),
  fundingCapPpb: ppb,
  /** Maximum value of all long positions, in the quote coin. */
  openInterestMax: decimal,
  /** Depth of the book, in the quote coin, that is needed to measure the contract's premium over its index. */
  impactNotional: decimal,
});
export const setPerpetualMarketStateRequest = z.strictObject({ clientId, market: marketName, state: listedState });
export const setMarketStateRequest = z.strictObject({ clientId, market: marketName, state: marketState });
export const setIndexTermsRequest = z.strictObject({
  clientId,
  /** Same form as market names. */
  symbol: marketName,
  /** Number of decimals of its prices; fixed once set. */
  decimals: z.int().min(0).max(12),
  sourceStaleMs: z.int().min(100).max(3_600_000).meta({ description: 'a source older than this does not count' }),
  staleMs: z.int().min(1_000).max(86_400_000).meta({ description: 'a publication older than this is stale' }),
  sourcesMin: z.int().min(1).max(16).meta({ description: 'sources that have to agree' }),
  reason,
});
export const ofUserRequest = z.strictObject({ clientId, userId });
export const ofUserWithReasonRequest = z.strictObject({ clientId, userId, reason: reasonForUser });
/** The minimum fee level until a time, at most two years ahead; absent: without an end. Level 0 removes it. */
export const assignFeeTierRequest = z.strictObject({
  clientId,
  userId,
  tier: z.int().min(0).max(1_000),
  until: epochMs.optional(),
});
/**
 * Required thirty-day volume of each level in a product, in BTC. The first is 0, and each is above the previous one.
 */
export const setFeeTiersRequest = z.strictObject({
  clientId,
  product: marketProduct,
  volumes: z.array(decimal).min(1).max(20),
  /** Starts with the first day that closes at or after this time. At most 90 days ahead; absent: immediately. */
  from: epochMs.optional(),
  reason,
});
export const creditRechargeRequest = z.strictObject({ clientId, userId, asset: assetName, amount: decimal, reference });
/**
 * One line per payment after the header `reference,amount,name`. Outgoing payments have a negative amount. See
 * docs/reference/api.md.
 */
export const importStatementRequest = z.strictObject({
  clientId,
  asset: assetName,
  csv: z.string().min(1).max(CSV_LENGTH_MAX),
});
export const setRechargeTermsRequest = z.strictObject({
  clientId,
  asset: assetName,
  chain: chainName,
  minimum: decimal,
  confirmations: z.int().min(1).max(10_000),
});
/** In USDT. */
export const setWithdrawalReviewRequest = z.strictObject({ clientId, secondApprovalAbove: decimal });
/** In USDT: withdrawals above this value need two approvals. */
export const withdrawalReview = z.object({ secondApprovalAbove: decimal });
export type WithdrawalReview = z.infer<typeof withdrawalReview>;
export const withdrawalReviewQuery = z.strictObject({ minPosition });
const overdueHours = z.int().min(1).max(OVERDUE_HOURS_MAX).meta({ description: 'hours' });
const overdueWait = z.enum(OVERDUE_WAITS).meta({ description: 'what waits for staff' });
export const setOverdueHoursRequest = z.strictObject({ clientId, wait: overdueWait, hours: overdueHours });
const overdueHoursRecord = z.strictObject({ wait: overdueWait, hours: overdueHours });
export type OverdueHours = z.infer<typeof overdueHoursRecord>;
export const ofWithdrawalRequest = z.strictObject({ clientId, withdrawal: id });
export const payWithdrawalRequest = z.strictObject({ clientId, withdrawal: id, reference });
export const rejectWithdrawalRequest = z.strictObject({ clientId, withdrawal: id, reason: reasonForUser });
/** Differences up to this number are reviewed; later ones remain open. */
export const liftWithdrawalsRequest = z.strictObject({ clientId, upTo: id, reason });
export const freezeFundsRequest = z.strictObject({
  clientId,
  userId,
  /** The account that holds the funds; absent: spot. */
  account: accountKind.optional(),
  asset: assetName,
  amount: decimal,
  reason,
});
export const unfreezeFundsRequest = z.strictObject({ clientId, hold: id, reason });
export const fundHouseRequest = z.strictObject({
  clientId,
  asset: assetName,
  amount: decimal,
  /** Reference of the payment: a statement line for legal currency, a transaction for a coin. */
  reference: z.string().trim().min(1).max(128),
  reason,
});
export const staffCancelOrderRequest = z.strictObject({ clientId, userId, order: id });
export const staffCancelAllRequest = z.strictObject({ clientId, userId, market: marketName });

export const staffWithdrawalsRequest = z.strictObject({
  status: z.enum(WITHDRAWAL_STATUSES).default('applied'),
  pageIndex,
  pageSize,
  minPosition,
});
export type StaffWithdrawalsRequest = z.infer<typeof staffWithdrawalsRequest>;

/** Number of staff approvals needed now; null once no approval is needed. */
export const approvalsNeeded = z.int().nullable();

/** With fields only for staff: user ids of those who acted on it. */
export const staffWithdrawalRecord = withdrawalRecord.extend({
  approvals: z.array(z.int()),
  approvalsNeeded,
  /**
   * Destination bank card, masked like addresses; null for other destinations. `admin/withdraw/person` shows both in
   * clear.
   */
  payTo: payTo.nullable(),
  /** The address's owner as the user declared it; null if not asked or erased. */
  beneficiary: declaredBeneficiary.nullable(),
  /** It has been in its status longer than the setting allows. */
  overdue: z.boolean(),
  /** Its owner's account is frozen. Until this ends, the withdrawal is not approved, started or sent. */
  frozen: z.boolean(),
  /** The member of staff who stated that nothing was sent (since the payout started, if it did), and the reason to reject it. */
  proposedBy: z.int().nullable(),
  proposedReason: z.string().nullable(),
});
export type StaffWithdrawalRecord = z.infer<typeof staffWithdrawalRecord>;

/** The right that each area of the desk requires. */
const RIGHTS = {
  product: 'markets',
  account: 'users',
  funds: 'users',
  spot: 'users',
  recharge: 'recharges',
  house: 'recharges',
  withdraw: 'withdrawals',
  overdue: 'settings',
} as const satisfies Record<string, StaffRight>;

function command<P extends `${keyof typeof RIGHTS}/${string}`, B extends z.ZodObject, A extends z.ZodType>(
  path: P,
  summary: string,
  body: B,
  answer: A,
) {
  const right = RIGHTS[path.slice(0, path.indexOf('/')) as keyof typeof RIGHTS];
  return {
    method: 'POST',
    path: `/exchange/admin/${path}` as const,
    summary,
    access: 'admin',
    right,
    body,
    answer,
  } as const;
}

/** Requires the factor again. */
function stepUp<R extends Route>(route: R): R & { stepUp: true } {
  return { ...route, stepUp: true };
}

export const ADMIN_ROUTES = {
  listAsset: command('product/listAsset', 'List an asset', listAssetRequest, staffAnswer),
  listMarket: command('product/listMarket', 'List a market; it starts closed', listMarketRequest, staffAnswer),
  listPerpetualMarket: command(
    'product/listPerpetualMarket',
    'List a perpetual contract; it starts closed',
    listPerpetualMarketRequest,
    staffAnswer,
  ),
  setPerpetualMarketState: command(
    'product/setPerpetualMarketState',
    'Open or close a perpetual contract, or let positions only become smaller',
    setPerpetualMarketStateRequest,
    staffAnswer,
  ),
  setMarketState: command('product/setMarketState', 'Open or close a market', setMarketStateRequest, staffAnswer),
  setIndexTerms: withSaveFailure(
    command(
      'product/setIndexTerms',
      'How the index price of a symbol is made, and how long it counts',
      setIndexTermsRequest,
      staffAnswer,
    ),
  ),
  changeMarketTerms: withSaveFailure(
    command(
      'product/changeMarketTerms',
      'Change terms of a market, at once or from a time on',
      changeMarketTermsRequest,
      staffAnswer,
    ),
  ),
  changeAssetTerms: withSaveFailure(
    command(
      'product/changeAssetTerms',
      'Change terms of withdrawals of an asset, at once or from a time on',
      changeAssetTermsRequest,
      staffAnswer,
    ),
  ),
  setAssetState: command(
    'product/setAssetState',
    'Put a coin under maintenance, or suspend its deposits or withdrawals',
    setAssetStateRequest,
    staffAnswer,
  ),
  terms: {
    method: 'GET',
    path: '/exchange/admin/product/terms',
    summary: 'Terms of a market now, and the changes that are still to come',
    access: 'admin',
    right: 'markets',
    query: termsQuery,
    answer: marketTermsAnswer,
  },
  setFeeTiers: command(
    'product/setFeeTiers',
    'Which volume of thirty days each level of fees needs',
    setFeeTiersRequest,
    staffAnswer,
  ),
  verify: {
    ...command(
      'account/verify',
      'Verify a member without documents; nobody verifies themselves',
      ofUserRequest,
      staffAnswer,
    ),
    right: 'verification',
  },
  freezeAccount: command('account/freeze', 'Freeze an account', ofUserWithReasonRequest, staffAnswer),
  unfreezeAccount: stepUp(command('account/unfreeze', 'Unfreeze an account', ofUserWithReasonRequest, staffAnswer)),
  assignFeeTier: command(
    'account/assignFeeTier',
    'Give a least level of fees until a date',
    assignFeeTierRequest,
    staffAnswer,
  ),
  creditRecharge: stepUp(command('recharge/credit', 'Credit money that arrived', creditRechargeRequest, staffAnswer)),
  importStatement: stepUp(
    command(
      'recharge/importStatement',
      'Lines of the house’s bank statement, by which alone legal currency is credited and paid: CSV of reference, amount and name',
      importStatementRequest,
      staffAnswer,
    ),
  ),
  setRechargeTerms: command(
    'recharge/setTerms',
    'What a chain must bring of a coin to be credited',
    setRechargeTermsRequest,
    staffAnswer,
  ),
  // A person who approves withdrawals alone must not set their own approval limit.
  setWithdrawalReview: {
    stepUp: true,
    ...command(
      'withdraw/setReview',
      'Above which value in USDT two of staff approve a withdrawal',
      setWithdrawalReviewRequest,
      staffAnswer,
    ),
    right: 'settings',
  },
  setOverdueHours: {
    stepUp: true,
    ...command(
      'overdue/setHours',
      'After how many hours something that waits for staff is overdue',
      setOverdueHoursRequest,
      staffAnswer,
    ),
  },
  overdueHours: {
    method: 'GET',
    path: '/exchange/admin/overdue/hours',
    summary: 'After how many hours each thing that waits for staff is overdue',
    access: 'admin',
    right: 'settings',
    query: z.strictObject({ minPosition }),
    answer: z.strictObject({ records: z.array(overdueHoursRecord) }),
  },
  withdrawalReview: {
    method: 'GET',
    path: '/exchange/admin/withdraw/review',
    summary: 'Above which value in USDT two of staff approve a withdrawal at present',
    access: 'admin',
    right: 'settings',
    query: withdrawalReviewQuery,
    answer: withdrawalReview,
  },
  approveWithdrawal: stepUp(command('withdraw/approve', 'Approve a withdrawal', ofWithdrawalRequest, staffAnswer)),
  startPayout: stepUp(command('withdraw/startPayout', 'Begin to pay a withdrawal', ofWithdrawalRequest, staffAnswer)),
  payWithdrawal: stepUp(command('withdraw/pay', 'A withdrawal has been paid', payWithdrawalRequest, staffAnswer)),
  rejectWithdrawal: stepUp(
    command(
      'withdraw/reject',
      'Reject a withdrawal; once approved, two of staff must state that nothing was sent',
      rejectWithdrawalRequest,
      staffAnswer,
    ),
  ),
  liftWithdrawals: stepUp(
    command(
      'withdraw/lift',
      'Let withdrawals go on that a difference has stopped; takes two',
      liftWithdrawalsRequest,
      staffAnswer,
    ),
  ),
  freezeFunds: command(
    'funds/freeze',
    'Freeze an amount of a user',
    freezeFundsRequest,
    // Absent while it is only proposed.
    staffAnswer.extend({ hold: id.optional() }),
  ),
  unfreezeFunds: stepUp(command('funds/unfreeze', 'Release what was frozen', unfreezeFundsRequest, staffAnswer)),
  fundHouse: stepUp(command('house/fund', "Bring the owners' money in", fundHouseRequest, staffAnswer)),
  cancelOrder: command('spot/cancel', "Cancel a user's order", staffCancelOrderRequest, staffAnswer),
  cancelAllOrders: command('spot/cancelAll', "Cancel a user's orders of a market", staffCancelAllRequest, staffAnswer),
  endLogins: {
    method: 'POST',
    path: '/exchange/admin/account/endLogins',
    summary: 'End every log-in of a user',
    access: 'admin',
    right: 'users',
    body: z.strictObject({ userId }),
    answer: z.object({ ended: z.int() }),
  },
  withdrawals: {
    method: 'POST',
    path: '/exchange/admin/withdraw/list',
    summary: 'Withdrawals of all users, newest first',
    access: 'admin',
    right: 'withdrawals',
    body: staffWithdrawalsRequest,
    answer: pageOf(staffWithdrawalRecord),
  },
  setConfig: {
    method: 'POST',
    path: '/exchange/admin/systemConfig/set',
    summary: 'Change a setting of the desk',
    access: 'admin',
    right: 'settings',
    failure: 'save.failed',
    body: z.strictObject({ key: z.enum(CONFIG_KEYS), value: z.string().max(CONFIG_LENGTH_MAX) }),
    answer: settingAnswer,
  },
} as const satisfies Record<string, Route>;
