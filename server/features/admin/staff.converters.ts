/** Converts staff requests to commands, with reasons as text: one row per command type. */
import type { z } from 'zod';
import { creditReferenceOf } from '../../../shared/products/wallet/rules/bank-reference';
import { scopeText } from '../../../shared/rules/audit-scope';
import { STAFF_RIGHTS } from '../../../shared/rules/staff-rights';
import { isCanonicalPositive } from '../../../shared/rules/units';
import { VALUE_SCALE, VALUE_ASSET, VOLUME_ASSET, VOLUME_SCALE } from '../../../shared/rules/valuation';
import type * as Wire from '../../../shared/wire/admin';
import type { SetRoleRequest } from '../../../shared/wire/staff';
import type {
  ConfirmProposalRequest,
  DeclineProposalRequest,
  KeepActRequest,
} from '../../../shared/wire/staff-proposals';
import type * as Terms from '../../../shared/wire/terms';
import type { CommandOf, StaffCommand } from '../../core/command';
import { Refusal, requestInvalid } from '../../platform/errors/refusal';
import { PRODUCT_STAFF, type ProductStaffRequests } from '../../products/all';
import { amountOf, mapIfPresent, idOf, lotsOf, ticksOf } from '../shared/orders/convert';
import type { Knowledge, StaffConverters } from '../shared/staff-knowledge';
import { statementLines } from './statement-lines';

/** Staff requests outside products, including `CancelOrder` and `CancelAllOrders` for other users' orders. */
interface CommonRequests {
  ListAsset: z.infer<typeof Wire.listAssetRequest>;
  ListMarket: z.infer<typeof Wire.listMarketRequest>;
  SetMarketState: z.infer<typeof Wire.setMarketStateRequest>;
  SetIndexTerms: z.infer<typeof Wire.setIndexTermsRequest>;
  ChangeMarketTerms: z.infer<typeof Terms.changeMarketTermsRequest>;
  ChangeAssetTerms: z.infer<typeof Terms.changeAssetTermsRequest>;
  SetAssetState: z.infer<typeof Terms.setAssetStateRequest>;
  VerifyMember: z.infer<typeof Wire.ofUserRequest>;
  RecoverAccount: WithClientId & { user: number; request: number };
  FreezeAccount: z.infer<typeof Wire.ofUserWithReasonRequest>;
  UnfreezeAccount: z.infer<typeof Wire.ofUserWithReasonRequest>;
  AssignFeeTier: z.infer<typeof Wire.assignFeeTierRequest>;
  SetFeeTiers: z.infer<typeof Wire.setFeeTiersRequest>;
  CreditRecharge: z.infer<typeof Wire.creditRechargeRequest> &
    Pick<CommandOf<'CreditRecharge'>, 'aloneUpTo' | 'index' | 'nodes'>;
  SetRechargeTerms: z.infer<typeof Wire.setRechargeTermsRequest>;
  SetWithdrawalReview: z.infer<typeof Wire.setWithdrawalReviewRequest>;
  SetOverdueHours: z.infer<typeof Wire.setOverdueHoursRequest>;
  ApproveWithdrawal: z.infer<typeof Wire.ofWithdrawalRequest>;
  StartPayout: z.infer<typeof Wire.ofWithdrawalRequest>;
  PayWithdrawal: z.infer<typeof Wire.payWithdrawalRequest>;
  RejectWithdrawal: z.infer<typeof Wire.rejectWithdrawalRequest>;
  LiftWithdrawals: z.infer<typeof Wire.liftWithdrawalsRequest>;
  FreezeFunds: z.infer<typeof Wire.freezeFundsRequest>;
  UnfreezeFunds: z.infer<typeof Wire.unfreezeFundsRequest>;
  FundHouse: z.infer<typeof Wire.fundHouseRequest>;
  CancelOrder: z.infer<typeof Wire.staffCancelOrderRequest>;
  CancelAllOrders: z.infer<typeof Wire.staffCancelAllRequest>;
  SetStaff: SetRoleRequest & WithClientId;
  SetDailyLimit: WithClientId & { bindings: number; limit: string };
  SetDeskSetting: WithClientId & { name: string; text: string };
  ImportStatement: z.infer<typeof Wire.importStatementRequest>;
  ConfirmStaff: Omit<ConfirmProposalRequest, 'digest'>;
  DeclineStaff: DeclineProposalRequest;
  KeepStaffAct: KeepActRequest;
}
interface WithClientId {
  clientId: string;
}
export type StaffRequests = CommonRequests & ProductStaffRequests;
export type StaffRequestType = keyof StaffRequests;

/** A staff command without a row does not compile. */
type Complete = StaffCommand['type'] extends StaffRequestType ? true : never;
const complete: Complete = true;
void complete;

const COMMON: StaffConverters<CommonRequests> = {
  ListAsset: ({ asset, scale, withdrawalFee, withdrawalMin, fiat }) => ({
    type: 'ListAsset',
    asset,
    scale,
    withdrawalFee: amountOf(withdrawalFee, scale, asset),
    withdrawalMin: amountOf(withdrawalMin, scale, asset),
    ...(fiat ? { fiat: 1 } : {}),
  }),
  ListMarket: listMarket,
  SetMarketState: ({ market, state }) => ({ type: 'SetMarketState', market, state }),
  SetIndexTerms: ({ clientId: _, ...terms }) => ({ type: 'SetIndexTerms', ...terms }),
  ChangeMarketTerms: changeMarketTerms,
  ChangeAssetTerms: async ({ asset, from, reason, withdrawalFee, withdrawalMin }, { scaleOf }) => {
    const scale = await scaleOf(asset);
    return {
      type: 'ChangeAssetTerms',
      asset,
      from,
      reason,
      withdrawalFee: mapIfPresent(withdrawalFee, (fee) => amountOf(fee, scale, asset)),
      withdrawalMin: mapIfPresent(withdrawalMin, (minimum) => amountOf(minimum, scale, asset)),
    };
  },
  SetAssetState: ({ asset, trading, deposits, withdrawals, reason }) => {
    return { type: 'SetAssetState', asset, trading, deposits, withdrawals, reason };
  },
  VerifyMember: ({ userId }) => ({ type: 'VerifyMember', user: userId }),
  RecoverAccount: ({ user, request }) => ({ type: 'RecoverAccount', user, request }),
  FreezeAccount: ({ userId, reason }) => ({ type: 'FreezeAccount', user: userId, reason }),
  UnfreezeAccount: ({ userId, reason }) => ({ type: 'UnfreezeAccount', user: userId, reason }),
  AssignFeeTier: ({ userId, tier, until }) => ({ type: 'AssignFeeTier', user: userId, tier, until }),
  SetFeeTiers: ({ product, volumes, from, reason }) => ({
    type: 'SetFeeTiers',
    product,
    from,
    volumes: volumes.map((volume) => amountOf(volume, VOLUME_SCALE, VOLUME_ASSET)),
    reason,
  }),
  CreditRecharge: async ({ userId, asset, amount, reference, index, aloneUpTo, nodes }, { scaleOf }) => ({
    type: 'CreditRecharge',
    user: userId,
    asset,
    amount: amountOf(amount, await scaleOf(asset), asset),
    reference: referenceOf(reference),
    ...(index === undefined ? {} : { index, aloneUpTo, nodes }),
  }),
  SetRechargeTerms: async ({ asset, chain, minimum, confirmations }, { scaleOf }) => ({
    type: 'SetRechargeTerms',
    asset,
    chain,
    minimum: amountOf(minimum, await scaleOf(asset), asset),
    confirmations,
  }),
  SetWithdrawalReview: ({ secondApprovalAbove }) => ({
    type: 'SetWithdrawalReview',
    secondApprovalAbove: amountOf(secondApprovalAbove, VALUE_SCALE, VALUE_ASSET),
  }),
  SetOverdueHours: ({ wait, hours }) => ({ type: 'SetOverdueHours', wait, hours }),
  ApproveWithdrawal: ({ withdrawal }) => ({ type: 'ApproveWithdrawal', withdrawal: idOf(withdrawal) }),
  StartPayout: ({ withdrawal }) => ({ type: 'StartPayout', withdrawal: idOf(withdrawal) }),
  PayWithdrawal: ({ withdrawal, reference }) => ({ type: 'PayWithdrawal', withdrawal: idOf(withdrawal), reference }),
  RejectWithdrawal: ({ withdrawal, reason }) => ({ type: 'RejectWithdrawal', withdrawal: idOf(withdrawal), reason }),
  LiftWithdrawals: ({ upTo, reason }) => ({ type: 'LiftWithdrawals', upTo: idOf(upTo), reason }),
  FreezeFunds: async ({ userId, account, asset, amount, reason }, { scaleOf }) => ({
    type: 'FreezeFunds',
    user: userId,
    asset,
    amount: amountOf(amount, await scaleOf(asset), asset),
    ...(account === undefined ? {} : { account }),
    reason,
  }),
  UnfreezeFunds: ({ hold, reason }) => ({ type: 'UnfreezeFunds', hold: idOf(hold), reason }),
  FundHouse: async ({ asset, amount, reference, reason }, { scaleOf }) => ({
    type: 'FundHouse',
    asset,
    amount: amountOf(amount, await scaleOf(asset), asset),
    reference,
    reason,
  }),
  CancelOrder: ({ userId, order }) => ({ type: 'CancelOrder', user: userId, order: idOf(order) }),
  CancelAllOrders: ({ userId, market }) => ({ type: 'CancelAllOrders', user: userId, market }),
  SetStaff: ({ userId, role, rights, until, scope, reason }) => {
    const rightsText = STAFF_RIGHTS.filter((right) => rights.includes(right)).join(' ');
    const bounds = { until, scope: scope && scopeText(scope) };
    return { type: 'SetStaff', user: userId, role, rights: rightsText, ...bounds, reason };
  },
  SetDailyLimit: ({ bindings, limit }) => ({
    type: 'SetDailyLimit',
    bindings,
    limit: amountOf(limit, VALUE_SCALE, VALUE_ASSET),
  }),
  SetDeskSetting: async ({ name, text }, { keepText }) => {
    return { type: 'SetDeskSetting', name, hash: await keepText(name, text) };
  },
  ImportStatement: async ({ asset, csv }, { scaleOf, nameHashOf }) => {
    return { type: 'ImportStatement', asset, lines: statementLines(csv, await scaleOf(asset), nameHashOf) };
  },
  ConfirmStaff: ({ proposal }) => ({ type: 'ConfirmStaff', proposal: idOf(proposal) }),
  DeclineStaff: ({ proposal, reason }) => ({ type: 'DeclineStaff', proposal: idOf(proposal), reason }),
  KeepStaffAct: ({ act }) => ({ type: 'KeepStaffAct', act: idOf(act) }),
};

export const STAFF_CONVERTERS: StaffConverters<StaffRequests> = { ...COMMON, ...PRODUCT_STAFF };

function referenceOf(input: string): string {
  const reference = creditReferenceOf(input);
  if (reference === null) throw requestInvalid([{ path: 'reference', code: 'format' }]);
  return reference;
}

async function changeMarketTerms(
  request: StaffRequests['ChangeMarketTerms'],
  { stepsOf, scaleOf }: Knowledge,
): Promise<CommandOf<'ChangeMarketTerms'>> {
  const { clientId: _, ...requestedTerms } = request;
  const { tick, lot, quote } = stepsOf(request.market);
  const scale = await scaleOf(quote);
  const lots = (quantity: string): number => lotsOf(quantity, lot);
  const ticks = (price: string): number => ticksOf(price, tick);
  const amounts = (fees: readonly string[]): bigint[] => fees.map((fee) => amountOf(fee, scale, quote));
  return {
    type: 'ChangeMarketTerms',
    ...requestedTerms,
    quantityMin: mapIfPresent(requestedTerms.quantityMin, lots),
    quantityMax: mapIfPresent(requestedTerms.quantityMax, lots),
    notionalMin: mapIfPresent(requestedTerms.notionalMin, (notional) => amountOf(notional, scale, quote)),
    priceLowest: mapIfPresent(requestedTerms.priceLowest, ticks),
    priceHighest: mapIfPresent(requestedTerms.priceHighest, ticks),
    makerFeesFixed: mapIfPresent(requestedTerms.makerFeesFixed, amounts),
    takerFeesFixed: mapIfPresent(requestedTerms.takerFeesFixed, amounts),
    referencePrice: mapIfPresent(requestedTerms.referencePrice, ticks),
  };
}

async function listMarket(
  request: StaffRequests['ListMarket'],
  knowledge: Knowledge,
): Promise<CommandOf<'ListMarket'>> {
  const { market, base, quote, tick, lot, makerFeesPpb, takerFeesPpb, makerFeesFixed, takerFeesFixed, bandPpb } =
    request;
  // The steps divide everything below, so they are checked before the core checks the terms as a whole.
  if (!isCanonicalPositive(tick) || !isCanonicalPositive(lot)) throw new Refusal('market.terms.invalid');
  const quoteScale = await knowledge.scaleOf(quote);
  const fixed = (amounts: string[] | undefined) => amounts?.map((amount) => amountOf(amount, quoteScale, quote));
  return {
    type: 'ListMarket',
    market,
    base,
    quote,
    tick,
    lot,
    quantityMin: lotsOf(request.quantityMin, lot),
    quantityMax: lotsOf(request.quantityMax, lot),
    notionalMin: amountOf(request.notionalMin, quoteScale, quote),
    priceLowest: ticksOf(request.priceLowest, tick),
    priceHighest: ticksOf(request.priceHighest, tick),
    makerFeesPpb,
    takerFeesPpb,
    makerFeesFixed: fixed(makerFeesFixed),
    takerFeesFixed: fixed(takerFeesFixed),
    openOrdersMax: request.openOrdersMax ?? knowledge.limits.openOrdersMax,
    referencePrice: ticksOf(request.referencePrice, tick),
    bandPpb,
  };
}
