/** What staff may do. Each act is one specific command with its reason; there is no general "set balance". */
import { OVERDUE_HOURS_MAX, OVERDUE_WAITS } from '../rules/overdue-hours';
import { z } from 'zod';
import { CONTRACT_ORDERS_MAX, OPEN_ORDERS_MAX } from '../rules/open-orders';
import { CONFIG_KEYS, CONFIG_LENGTH_MAX } from '../rules/desk-config';
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
import { saving, type Route } from './route';
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
/** Below the size of a body. */
const CSV_LENGTH_MAX = 60_000;
const reference = z.string().trim().min(1).max(128);

export const listAssetRequest = z.strictObject({
  clientId,
  asset: assetName,
  scale: z.int().min(0).max(18).default(8),
  withdrawalFee: decimal,
  withdrawalMin: decimal,
  /** Legal currency: lies in the legal account, goes out to a bank card. */
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
  /** Instead of parts: amounts of the quote asset by level, once an order. All are above 0, or there are none. */
  makerFeesFixed: fixedFees.optional(),
  takerFeesFixed: fixedFees.optional(),
  /** Absent: the default of the limits. */
  openOrdersMax: z.int().min(1).max(OPEN_ORDERS_MAX).optional(),
  bandPpb: ppb.default(100_000_000),
});
/** A perpetual contract, named after the spot market with `-PERP` behind it. */
export const listPerpetualMarketRequest = z.strictObject({
  clientId,
  market: marketName,
  base: assetName,
  quote: assetName,
  tick: decimal,
  /** Coin of one lot. */
  multiplier: decimal,
  quantityMin: decimal,
  quantityMax: decimal,
  notionalMin: decimal,
  priceLowest: decimal,
  priceHighest: decimal,
  referencePrice: decimal,
  makerFeesPpb: fees,
  takerFeesPpb: fees,
  /** Absent: the default of the limits. */
  openOrdersMax: z.int().min(1).max(CONTRACT_ORDERS_MAX).optional(),
  /** How far from the mark an order may go. */
  priceLimitPpb: ppb.default(50_000_000),
  /** What its mark follows. */
  index: marketName,
  tiers: riskTierList,
  fundingIntervalMs: z.int().min(3_600_000).max(86_400_000).default(28_800_000),
  fundingCapPpb: ppb,
  /** Of the quote coin, what all that is long may be worth. */
  openInterestMax: decimal,
  /** Of the quote coin, how deep a book has to be to say what the contract costs beside its index. */
  impactNotional: decimal,
});
export const setPerpetualMarketStateRequest = z.strictObject({ clientId, market: marketName, state: listedState });
export const setMarketStateRequest = z.strictObject({ clientId, market: marketName, state: marketState });
export const setIndexTermsRequest = z.strictObject({
  clientId,
  /** Named like a market. */
  symbol: marketName,
  /** Digits behind the point of its prices; fixed once they are set. */
  decimals: z.int().min(0).max(12),
  sourceStaleMs: z.int().min(100).max(3_600_000).meta({ description: 'a source older than this does not count' }),
  staleMs: z.int().min(1_000).max(86_400_000).meta({ description: 'a publication older than this is stale' }),
  sourcesMin: z.int().min(1).max(16).meta({ description: 'sources that have to agree' }),
  reason,
});
export const ofUserRequest = z.strictObject({ clientId, userId });
export const ofUserWithReasonRequest = z.strictObject({ clientId, userId, reason: reasonForUser });
/** The least level of fees until a time, at most two years ahead; absent for ever. Level 0 ends it. */
export const assignFeeTierRequest = z.strictObject({
  clientId,
  userId,
  tier: z.int().min(0).max(1_000),
  until: epochMs.optional(),
});
/** BTC of volume in a product in thirty days that each level needs: the first is 0, and each is above the one before. */
export const setFeeTiersRequest = z.strictObject({
  clientId,
  product: marketProduct,
  volumes: z.array(decimal).min(1).max(20),
  /** From the first day closed at or after it; at most 90 days ahead, absent for at once. */
  from: epochMs.optional(),
  reason,
});
export const creditRechargeRequest = z.strictObject({ clientId, userId, asset: assetName, amount: decimal, reference });
/** One line a payment behind `reference,amount,name`; what went out has an amount below zero. See docs/reference/api.md. */
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
/** In USDT: what is worth more is approved by two. */
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
/** Differences up to this number have been looked into; what was found since stays. */
export const liftWithdrawalsRequest = z.strictObject({ clientId, upTo: id, reason });
export const freezeFundsRequest = z.strictObject({
  clientId,
  userId,
  /** Where it lies; absent: spot. */
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
  /** Of the payment: in legal currency a line of a statement, of a coin its transaction. */
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

/** How many of staff approve it, as things stand; null once nobody needs to any more. */
export const approvalsNeeded = z.int().nullable();

/** With what only staff need: user ids of those who acted on it. */
export const staffWithdrawalRecord = withdrawalRecord.extend({
  approvals: z.array(z.int()),
  approvalsNeeded,
  /** What it is paid to when it is a bank card; masked, as is the address: `admin/withdraw/person` shows both. */
  payTo: payTo.nullable(),
  /** Whose address it is, as its owner said; null where that was not asked, or is erased. */
  beneficiary: declaredBeneficiary.nullable(),
  /** Longer in its status than the configuration allows. */
  overdue: z.boolean(),
  /** Its owner's account is frozen: it is not approved, started or sent until that ends. */
  frozen: z.boolean(),
  /** Who stated, since the payout started if it has, that nothing was sent, and why it should be rejected. */
  proposedBy: z.int().nullable(),
  proposedReason: z.string().nullable(),
});
export type StaffWithdrawalRecord = z.infer<typeof staffWithdrawalRecord>;

/** Which right an area of the desk asks for. */
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

/** Asks for the factor again. */
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
  setIndexTerms: saving(
    command(
      'product/setIndexTerms',
      'How the index price of a symbol is made, and how long it counts',
      setIndexTermsRequest,
      staffAnswer,
    ),
  ),
  changeMarketTerms: saving(
    command(
      'product/changeMarketTerms',
      'Change terms of a market, at once or from a time on',
      changeMarketTermsRequest,
      staffAnswer,
    ),
  ),
  changeAssetTerms: saving(
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
  // Who approves withdrawals alone must not say by themselves up to which value.
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
