/** Rebates to inviters: the rules, the invited users, and the payments. Rates are parts per billion of the fees. */
import { z } from 'zod';
import {
  assetName,
  beforeId,
  clientId,
  daysRequest,
  decimal,
  epochMs,
  id,
  minPosition,
  pageIndex,
  pageSize,
  reason,
  staffAnswer,
} from '../../wire/fields';
import type { Route } from '../../wire/route';
import { listRoute } from '../../wire/usual-routes';

const ppb = z.int().min(0).max(1_000_000_000);
export const referralLevel = z.union([z.literal(1), z.literal(2)]);
export type ReferralLevel = z.infer<typeof referralLevel>;

/** In effect for the days (GMT+8) that begin at or after `from`. */
export const referralRates = z.strictObject({ from: epochMs, level1Ppb: z.int(), level2Ppb: z.int() });
export type ReferralRates = z.infer<typeof referralRates>;

/** `rates`: in effect today, null if there are none. `next`: set for a later day. */
export const referralRules = z.strictObject({ rates: referralRates.nullable(), next: z.array(referralRates) });
export type ReferralRules = z.infer<typeof referralRules>;

export const referralTotal = z.strictObject({ asset: z.string(), level1: decimal, level2: decimal });
export type ReferralTotal = z.infer<typeof referralTotal>;
export const referralOverview = z.strictObject({
  invitationCode: z.string(),
  /** Direct invitees, and the users whom these invited. */
  level1: z.int(),
  level2: z.int(),
  /** All payments ever, by coin. */
  totals: z.array(referralTotal),
});
export type ReferralOverview = z.infer<typeof referralOverview>;

/** The most advanced stage that a user has reached. */
export const referralStatus = z.enum(['registered', 'verified', 'traded']);
export type ReferralStatus = z.infer<typeof referralStatus>;
export const referralMember = z.strictObject({
  id,
  /** Masked. */
  name: z.string(),
  status: referralStatus,
  registeredAt: epochMs,
});
export type ReferralMember = z.infer<typeof referralMember>;
export const referralMembersRequest = z.strictObject({ level: referralLevel, before: beforeId, pageIndex, pageSize });

const dayName = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: 'a day of GMT+8', example: '2026-11-23' });

export const referralRebate = z.strictObject({
  id,
  day: dayName,
  level: referralLevel,
  /** Masked: the user who paid the fees. */
  source: z.string(),
  asset: z.string(),
  fee: decimal,
  ratePpb: z.int(),
  amount: decimal,
  paidAt: epochMs,
});
export type ReferralRebate = z.infer<typeof referralRebate>;
export const referralRebatesRequest = z.strictObject({
  day: dayName.optional(),
  level: referralLevel.optional(),
  asset: assetName.optional(),
  before: beforeId,
  pageIndex,
  pageSize,
  minPosition,
});
export type ReferralRebatesRequest = z.infer<typeof referralRebatesRequest>;

/** Rebates of one day in one coin, and the number of contributing users. */
export const referralDay = z.strictObject({
  day: dayName,
  asset: z.string(),
  level1: decimal,
  level2: decimal,
  rebates: z.int(),
});
export type ReferralDay = z.infer<typeof referralDay>;

export const setReferralTermsRequest = z.strictObject({
  clientId,
  level1Ppb: ppb,
  level2Ppb: ppb,
  /** At most 90 days ahead; absent: immediately. Applies to days that begin at or after it. */
  from: epochMs.optional(),
  reason,
});
export type SetReferralTermsRequest = z.infer<typeof setReferralTermsRequest>;

const PATH = '/exchange/app/referral';

export const REFERRAL_ROUTES = {
  rules: {
    method: 'GET',
    path: `${PATH}/rules`,
    summary: 'Which part of the fees of invited people is paid to those who invited them',
    access: 'public',
    answer: referralRules,
  },
  overview: {
    method: 'GET',
    path: `${PATH}/overview`,
    summary: 'Own invitation code, how many were invited in two levels, and all that was paid for it',
    access: 'user',
    query: z.strictObject({ minPosition }),
    answer: referralOverview,
  },
  members: listRoute(
    `${PATH}/members`,
    'Invited people of one level, newest first; names are masked',
    referralMembersRequest,
    referralMember,
  ),
  rebates: listRoute(
    `${PATH}/rebates`,
    'Rebates with their sources, newest first',
    referralRebatesRequest,
    referralRebate,
  ),
  days: {
    method: 'POST',
    path: `${PATH}/days`,
    summary: 'Rebates by the day that they are of, at most 400 days, oldest first',
    access: 'user',
    body: daysRequest,
    answer: z.array(referralDay),
  },
} as const satisfies Record<string, Route>;

export const REFERRAL_STAFF_ROUTES = {
  referralTerms: {
    method: 'GET',
    path: '/exchange/admin/referral/terms',
    summary: 'Rates of rebates now and to come',
    access: 'admin',
    right: 'markets',
    query: z.strictObject({ minPosition }),
    answer: referralRules,
  },
  setReferralTerms: {
    method: 'POST',
    path: '/exchange/admin/referral/setTerms',
    summary: 'Rates of rebates; takes two',
    access: 'admin',
    right: 'markets',
    body: setReferralTermsRequest,
    failure: 'save.failed',
    answer: staffAnswer,
  },
} as const satisfies Record<string, Route>;
