/** Staff commands for perpetual contracts, except listing and market state. */
import { z } from 'zod';
import { changePerpetualTermsRequest, riskTierList } from './terms';
import { contractPositions, positionSide, positionState, signedDecimal } from './stream';
import {
  assetName,
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
  staffAnswer,
  userId,
} from '../../wire/fields';
import type { Route } from '../../wire/route';

export const positionLockRequest = z.strictObject({
  clientId,
  /** Number of the position. */
  contract: id,
  reason: reasonForUser,
});
/** The end must be at least half an hour ahead, because positions can only be reduced for that long before it. */
export const callOffPerpetualEndRequest = z.strictObject({ clientId, market: marketName, reason });
export const endPerpetualMarketRequest = z.strictObject({ clientId, market: marketName, endsAt: epochMs, reason });
/** From the owners' money. */
export const fundInsuranceRequest = z.strictObject({ clientId, asset: assetName, amount: decimal, reason });

/** A user's position for staff, with the values that change with the mark. */
export const staffPosition = positionState.extend({
  userId: z.int(),
  /** Average entry price of its lots, rounded to the tick toward zero. */
  entry: decimal,
  /** Null before the first publication, like the values derived from it. */
  mark: decimal.nullable(),
  unrealised: signedDecimal.nullable(),
  /**
   * Requirement divided by cover; at 1 the position is liquidated. Null for cross, where the account is the cover, and
   * without any cover.
   */
  marginRatio: decimal.nullable(),
  /** Distance of the mark from the liquidation price, divided by the mark; null without a liquidation price. */
  distance: decimal.nullable(),
  /** Deleveraging rank, 1 to 5. 5: among the first fifth of its side. */
  adl: z.int().min(1).max(5).nullable(),
  /** Automatic end of the lock; null without one. */
  lockedUntil: epochMs.nullable(),
});
export type StaffPosition = z.infer<typeof staffPosition>;

/**
 * Positions of all users if none is named. The nearest to its liquidation price comes first. The list may be some
 * seconds old.
 */
export const staffPositionsRequest = z.strictObject({
  userId: userId.optional(),
  market: marketName.optional(),
  side: positionSide.optional(),
  pageIndex,
  pageSize,
  minPosition,
});
export type StaffPositionsRequest = z.infer<typeof staffPositionsRequest>;

export const insuranceFunds = z.object({ records: z.array(z.object({ asset: assetName, balance: decimal })) });
export type InsuranceFunds = z.infer<typeof insuranceFunds>;

const changeableTerms = z.object({
  /** Tiers of new orders; tighter tiers apply to them first. */
  tiers: riskTierList,
  fundingCapPpb: z.int(),
  openInterestMax: decimal,
  impactNotional: decimal,
});
/** Changeable terms of a perpetual, its announced changes, and its end. */
export const perpetualTermsAnswer = z.object({
  market: marketName,
  present: changeableTerms,
  /** Only the changed terms are set. At most one change is pending at a time. */
  pending: changeableTerms
    .partial()
    .extend({
      from: epochMs,
      /** Later if tiers become tighter. */
      positionsFrom: epochMs,
      /** The change already applies to orders, but not yet to positions. */
      isForOrders: z.boolean(),
    })
    .nullable(),
  /** Time of its end; null for a market without an end. */
  endsAt: epochMs.nullable(),
});
export type PerpetualTermsAnswer = z.infer<typeof perpetualTermsAnswer>;

const admin = { method: 'POST', access: 'admin', answer: staffAnswer } as const;

export const CONTRACT_STAFF_ROUTES = {
  positionsOf: {
    method: 'GET',
    path: '/exchange/admin/contract/positions',
    summary: 'Positions, stops and open contract orders of a user, as they are now',
    access: 'admin',
    right: 'users',
    query: z.strictObject({ userId: z.coerce.number().pipe(userId), minPosition }),
    answer: contractPositions,
  },
  allPositions: {
    method: 'POST',
    path: '/exchange/audit/contract/positions',
    summary: 'Open positions of all users, nearest to their liquidation first, with locks',
    access: 'auditor',
    narrowed: ['users'],
    right: 'users',
    body: staffPositionsRequest,
    answer: pageOf(staffPosition),
  },
  insuranceFunds: {
    method: 'GET',
    path: '/exchange/audit/contract/insurance',
    summary: 'What the insurance fund has, by asset',
    access: 'auditor',
    right: 'recharges',
    query: z.strictObject({ minPosition }),
    answer: insuranceFunds,
  },
  perpetualTerms: {
    method: 'GET',
    path: '/exchange/admin/product/perpetualTerms',
    summary: 'What of the terms of a perpetual contract may change, what is announced, and its end',
    access: 'admin',
    right: 'markets',
    query: z.strictObject({ market: marketName, minPosition }),
    answer: perpetualTermsAnswer,
  },
  lockPosition: {
    ...admin,
    path: '/exchange/admin/contract/lock',
    summary: 'Take a position out of its owner’s hands for an hour',
    right: 'users',
    body: positionLockRequest,
  },
  unlockPosition: {
    ...admin,
    path: '/exchange/admin/contract/unlock',
    summary: 'End the lock of a position before its time; takes two',
    right: 'users',
    body: positionLockRequest,
  },
  changePerpetualTerms: {
    ...admin,
    path: '/exchange/admin/product/changePerpetualTerms',
    summary: 'Change tiers and caps of a perpetual contract, at once or from a time on',
    right: 'markets',
    body: changePerpetualTermsRequest,
    failure: 'save.failed',
  },
  endPerpetualMarket: {
    ...admin,
    path: '/exchange/admin/product/endPerpetualMarket',
    summary: 'Announce the end of a perpetual contract',
    right: 'markets',
    body: endPerpetualMarketRequest,
  },
  callOffPerpetualEnd: {
    ...admin,
    path: '/exchange/admin/product/callOffPerpetualEnd',
    summary: 'Call off the announced end of a perpetual contract, until an hour before',
    right: 'markets',
    body: callOffPerpetualEndRequest,
    answer: staffAnswer,
  },
  fundInsurance: {
    ...admin,
    path: '/exchange/admin/house/fundInsurance',
    summary: "Put the owners' money into the insurance fund",
    right: 'recharges',
    body: fundInsuranceRequest,
  },
} as const satisfies Record<string, Route>;
