/** What staff may do about perpetual contracts beyond listing them and setting their state. */
import { z } from 'zod';
import { changePerpetualTermsRequest } from './contract-terms';
import { contractPositions } from './contract-stream';
import {
  assetName,
  clientId,
  commandAnswer,
  decimal,
  epochMs,
  id,
  marketName,
  minPosition,
  reason,
  userId,
} from './fields';
import type { Route } from './route';

/** The first of staff to ask proposes it, another one does it. */
export const positionLockRequest = z.strictObject({
  clientId,
  /** The position's number. */
  contract: id,
  reason,
});
/** At least half an hour ahead: so long positions only become smaller. */
export const endPerpetualMarketRequest = z.strictObject({ clientId, market: marketName, endsAt: epochMs, reason });
/** Out of the owners' money. */
export const fundInsuranceRequest = z.strictObject({ clientId, asset: assetName, amount: decimal, reason });

const admin = { method: 'POST', access: 'admin', answer: commandAnswer } as const;

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
  lockPosition: {
    ...admin,
    path: '/exchange/admin/contract/lock',
    summary: 'Take a position out of its owner’s hands for 24 hours; two of staff have to agree',
    right: 'users',
    body: positionLockRequest,
  },
  unlockPosition: {
    ...admin,
    path: '/exchange/admin/contract/unlock',
    summary: 'End the lock of a position before its time; two of staff have to agree',
    right: 'users',
    body: positionLockRequest,
  },
  changePerpetualTerms: {
    ...admin,
    path: '/exchange/admin/product/changePerpetualTerms',
    summary: 'Change tiers and caps of a perpetual contract, at once or from a time on',
    right: 'markets',
    body: changePerpetualTermsRequest,
  },
  endPerpetualMarket: {
    ...admin,
    path: '/exchange/admin/product/endPerpetualMarket',
    summary: 'Announce the end of a perpetual contract',
    right: 'markets',
    body: endPerpetualMarketRequest,
  },
  fundInsurance: {
    ...admin,
    path: '/exchange/admin/house/fundInsurance',
    summary: "Put the owners' money into the insurance fund",
    right: 'recharges',
    body: fundInsuranceRequest,
  },
} as const satisfies Record<string, Route>;
