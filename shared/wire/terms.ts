/**
 * Terms of markets and assets that staff change immediately or at a later time, and states that staff set for a coin.
 */
import { OPEN_ORDERS_MAX } from '../rules/open-orders';
import { z } from 'zod';
import { assetName, clientId, decimal, epochMs, marketName, reason } from './fields';

const ppb = z.int().min(0).max(1_000_000_000);
const fees = z.array(ppb).min(1).max(20);
/** All above 0; or all 0, which returns to rates. */
const fixedFees = z.array(decimal).min(1).max(20);

/** In maintenance: no new or amended order in any market of the coin, no transfers and no new withdrawals. */
export const coinTrading = z.enum(['open', 'maintenance']);
/** Suspended: no address is shown. Deposits from chains are recorded, and credited when the suspension ends. */
export const coinGate = z.enum(['open', 'suspended']);
export const coinStates = { trading: coinTrading, deposits: coinGate, withdrawals: coinGate };

/** Changeable market terms. Base, quote and both steps are fixed. */
const marketTerms = z.object({
  quantityMin: decimal,
  quantityMax: decimal,
  notionalMin: decimal,
  priceLowest: decimal,
  priceHighest: decimal,
  /** Parts per billion by fee tier. */
  makerFeesPpb: z.array(z.int()),
  takerFeesPpb: z.array(z.int()),
  /** Fixed fees instead of rates: amounts of the quote asset by level, once per order. Empty or 0 if rates apply. */
  makerFeesFixed: z.array(decimal),
  takerFeesFixed: z.array(decimal),
  openOrdersMax: z.int(),
  /** Replaces the last price before the first trade. */
  referencePrice: decimal,
  bandPpb: z.int(),
});
export type MarketTermsRecord = z.infer<typeof marketTerms>;

/** A pending change: the terms from that time on. */
export const pendingMarketTerms = marketTerms.extend({ from: epochMs });

export const pendingAssetTerms = z.object({ from: epochMs, withdrawalFee: decimal, withdrawalMin: decimal });

/** Absent: immediately. Times in the past or more than 90 days ahead are refused. */
const from = epochMs.optional();

/** An absent field keeps its current value and its pending change. */
export const changeMarketTermsRequest = z.strictObject({
  clientId,
  market: marketName,
  from,
  reason,
  quantityMin: decimal.optional(),
  quantityMax: decimal.optional(),
  notionalMin: decimal.optional(),
  priceLowest: decimal.optional(),
  priceHighest: decimal.optional(),
  makerFeesPpb: fees.optional(),
  takerFeesPpb: fees.optional(),
  makerFeesFixed: fixedFees.optional(),
  takerFeesFixed: fixedFees.optional(),
  openOrdersMax: z.int().min(1).max(OPEN_ORDERS_MAX).optional(),
  referencePrice: decimal.optional(),
  bandPpb: ppb.optional(),
});
export const changeAssetTermsRequest = z.strictObject({
  clientId,
  asset: assetName,
  from,
  reason,
  withdrawalFee: decimal.optional(),
  withdrawalMin: decimal.optional(),
});
export const setAssetStateRequest = z.strictObject({ clientId, asset: assetName, ...coinStates, reason });

export const termsQuery = z.strictObject({ market: marketName });
/** Current terms, and pending changes in order of time, with the reason and the changed fields of each. */
export const marketTermsAnswer = z.object({
  market: marketName,
  present: marketTerms,
  pending: z.array(pendingMarketTerms.extend({ reason: z.string(), changed: z.array(z.string()) })),
});
export type MarketTermsAnswer = z.infer<typeof marketTermsAnswer>;
