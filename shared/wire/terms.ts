/** Terms of markets and assets that staff change, at once or from a time on, and the states that a coin has of its own. */
import { OPEN_ORDERS_MAX } from '../rules/open-orders';
import { z } from 'zod';
import { assetName, clientId, decimal, epochMs, marketName, reason } from './fields';

const ppb = z.int().min(0).max(1_000_000_000);
const fees = z.array(ppb).min(1).max(20);
/** All above 0; or all 0, which charges parts again. */
const fixedFees = z.array(decimal).min(1).max(20);

/** In maintenance: no new or amended order in any market of the coin, no transfers and no new withdrawals. */
export const coinTrading = z.enum(['open', 'maintenance']);
/** Suspended: no address is shown, and what chains bring is recorded and credited when it is over. */
export const coinGate = z.enum(['open', 'suspended']);
export const coinStates = { trading: coinTrading, deposits: coinGate, withdrawals: coinGate };

/** What of a market's terms may change; base, quote and both steps never do. */
const marketTerms = z.object({
  quantityMin: decimal,
  quantityMax: decimal,
  notionalMin: decimal,
  priceLowest: decimal,
  priceHighest: decimal,
  /** Parts per billion by fee tier. */
  makerFeesPpb: z.array(z.int()),
  takerFeesPpb: z.array(z.int()),
  /** Instead of parts: amounts of the quote asset by level, once an order; empty or 0 for parts. */
  makerFeesFixed: z.array(decimal),
  takerFeesFixed: z.array(decimal),
  openOrdersMax: z.int(),
  /** Stands for the last price before the first trade. */
  referencePrice: decimal,
  bandPpb: z.int(),
});
export type MarketTermsRecord = z.infer<typeof marketTerms>;

/** A change that is still to come: the terms as they will be from then on. */
export const pendingMarketTerms = marketTerms.extend({ from: epochMs });

export const pendingAssetTerms = z.object({ from: epochMs, withdrawalFee: decimal, withdrawalMin: decimal });

/** Absent: at once. A time that has passed, or is more than 90 days ahead, is refused. */
const from = epochMs.optional();

/** What is absent stays as it is, and as what is pending will make it. */
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
/** The terms of now, and in order of time those to come with why and which fields each change names. */
export const marketTermsAnswer = z.object({
  market: marketName,
  present: marketTerms,
  pending: z.array(pendingMarketTerms.extend({ reason: z.string(), changed: z.array(z.string()) })),
});
export type MarketTermsAnswer = z.infer<typeof marketTermsAnswer>;
