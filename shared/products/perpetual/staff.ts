/** What staff may do about perpetual contracts beyond listing them and setting their state. */
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
  /** The position's number. */
  contract: id,
  reason: reasonForUser,
});
/** At least half an hour ahead: so long positions only become smaller. */
export const callOffPerpetualEndRequest = z.strictObject({ clientId, market: marketName, reason });
export const endPerpetualMarketRequest = z.strictObject({ clientId, market: marketName, endsAt: epochMs, reason });
/** Out of the owners' money. */
export const fundInsuranceRequest = z.strictObject({ clientId, asset: assetName, amount: decimal, reason });

/** A position of anybody as staff see it, with what moves with the mark. */
export const staffPosition = positionState.extend({
  userId: z.int(),
  /** Of its lots on the average, to the tick towards zero. */
  entry: decimal,
  /** Null before the first publication, and with it what follows from it. */
  mark: decimal.nullable(),
  unrealised: signedDecimal.nullable(),
  /** Requirement over what covers it, 1: it is liquidated. Null for cross, where the account covers it, and when nothing does. */
  marginRatio: decimal.nullable(),
  /** How far the mark is from the liquidation price, over the mark; null where none liquidates. */
  distance: decimal.nullable(),
  /** Its place in auto-deleveraging, 5: among the first fifth of its side. */
  adl: z.int().min(1).max(5).nullable(),
  /** When the lock ends by itself; null without one. */
  lockedUntil: epochMs.nullable(),
});
export type StaffPosition = z.infer<typeof staffPosition>;

/** Everybody's when no user is named. Nearest to its liquidation price first, as of some seconds ago at most. */
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
  /** Of new orders, which go first where tiers get tighter. */
  tiers: riskTierList,
  fundingCapPpb: z.int(),
  openInterestMax: decimal,
  impactNotional: decimal,
});
/** What of a perpetual's terms may change, what is announced of it, and its end. */
export const perpetualTermsAnswer = z.object({
  market: marketName,
  present: changeableTerms,
  /** With what it names alone; one at a time. */
  pending: changeableTerms
    .partial()
    .extend({
      from: epochMs,
      /** Later where tiers get tighter. */
      positionsFrom: epochMs,
      /** Orders go by it already, positions do not yet. */
      isForOrders: z.boolean(),
    })
    .nullable(),
  /** When it ends, or ended; null for a market that goes on. */
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
