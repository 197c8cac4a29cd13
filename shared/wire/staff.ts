/**
 * Staff management: roles, rights, the staff log, and the desk for user care. Auditors' calls are under
 * `/exchange/audit`. An admin needs the right of the area.
 */
import { z } from 'zod';
import { AUDITED_ACCOUNTS, SCOPE_ASSETS_MAX, SCOPE_USERS_MAX } from '../rules/audit-scope';
import { STAFF_RIGHTS } from '../rules/staff-rights';
import { approvalsNeeded, withdrawalReview, withdrawalReviewQuery } from './admin';
import { logInRecord, userInfo } from '../products/identity/account';
import {
  accountKind,
  assetName,
  epochMs,
  id,
  minPosition,
  pageIndex,
  pageOf,
  pageSize,
  reason,
  settingAnswer,
  staffAnswer,
  userId,
} from './fields';
import { userType } from '../products/identity/logged-in';
import { balanceSnapshot } from './market-data';
import { feeFloor, marketProduct } from './product';
import type { Route } from './route';
import {
  confirmProposalRequest,
  declineProposalRequest,
  keepActRequest,
  staffAct,
  staffProposal,
} from './staff-proposals';
import { verificationState } from '../products/identity/verification';
import { RECHARGE_STATUSES, rechargeRecord, WITHDRAWAL_STATUSES, withdrawalRecord } from '../products/wallet/wire';

const SEARCH_LENGTH_MAX = 254;
const ACTION_LENGTH_MAX = 100;

export const staffRight = z.enum(STAFF_RIGHTS);
const rights = z.array(staffRight).max(STAFF_RIGHTS.length);
export const staffRole = z.enum(['user', 'auditor', 'admin']);
export type StaffRole = z.infer<typeof staffRole>;

/** Scope of an auditor; an absent bound does not limit. */
export const auditScope = z.strictObject({
  users: z.array(userId).min(1).max(SCOPE_USERS_MAX).readonly().optional(),
  accounts: z.array(z.enum(AUDITED_ACCOUNTS)).min(1).max(AUDITED_ACCOUNTS.length).readonly().optional(),
  assets: z.array(assetName).min(1).max(SCOPE_ASSETS_MAX).readonly().optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  personal: z
    .union([z.literal(0), z.literal(1)])
    .meta({ description: '1: addresses, references, reasons and networks in full; 0: masked' }),
});

export const ownStaff = z.object({
  userId: z.int(),
  role: staffRole.exclude(['user']),
  rights,
  /** End of an auditor's access, if it has one. */
  until: epochMs.optional(),
  /** Only for auditors. */
  scope: auditScope.optional(),
});
export type OwnStaff = z.infer<typeof ownStaff>;
/**
 * For a member of staff about themselves. `waitMs`: from the confirmation of a change until it takes effect.
 * `endNoticeMs`: minimum time from the announcement of a market's end to the end.
 */
export const ownStaffAnswer = ownStaff.extend({ waitMs: z.int(), endNoticeMs: z.int() });
export type OwnStaffAnswer = z.infer<typeof ownStaffAnswer>;

export const staffRecord = ownStaff.extend({ userName: z.string(), nickName: z.string(), registeredAt: epochMs });
export type StaffRecord = z.infer<typeof staffRecord>;

/** Grants or extends a role. Admins need rights; auditors need a scope and an end within a year. Other roles have neither. */
export const setRoleRequest = z.strictObject({
  userId,
  role: staffRole,
  rights: rights.default([]),
  until: epochMs.optional(),
  scope: auditScope.optional(),
  reason,
});
export type SetRoleRequest = z.infer<typeof setRoleRequest>;
export const setRightsRequest = z.strictObject({ userId, rights, reason });
export type SetRightsRequest = z.infer<typeof setRightsRequest>;

/** A staff request. Stored before it runs, and completed with its outcome. */
export const staffLogRecord = z.object({
  id,
  at: epochMs,
  /** User id of the member of staff. */
  staff: z.int(),
  role: staffRole.exclude(['user']),
  ip: z.string(),
  /** Path below `/exchange/`. */
  action: z.string().meta({ example: 'admin/withdraw/reject' }),
  /** It only read and changed nothing. */
  lookUp: z.boolean(),
  /** Target of the act, as named in the request. */
  target: z.string().nullable().meta({ example: 'withdrawal/42' }),
  /** The affected user, if the request names one. */
  userId: z.int().nullable(),
  reason: z.string().nullable(),
  /** Other request fields; empty for look-ups. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** `success` or the refusal code; null if the process ended before the outcome was known. */
  outcome: z.string().nullable(),
  /** Not done: it waits as this proposal. Several numbers are separated by spaces. */
  proposal: z.string().optional(),
  /** One person did it alone, as this act. */
  act: id.optional(),
  /** Journal position, if the command was journaled. */
  position: z.int().nullable(),
});
export type StaffLogRecord = z.infer<typeof staffLogRecord>;

/** Newest first. `from` is inclusive, `to` exclusive. */
export const staffLogRequest = z.strictObject({
  staff: userId.optional(),
  userId: userId.optional(),
  /** Prefix of the action. */
  action: z
    .string()
    .min(1)
    .max(ACTION_LENGTH_MAX)
    .regex(/^[A-Za-z/]+$/)
    .optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  /** Includes look-ups. */
  lookUps: z.boolean().default(false),
  pageIndex,
  pageSize,
});
export type StaffLogRequest = z.infer<typeof staffLogRequest>;

const marketFigures = z.object({
  market: z.string(),
  /** Decimals for the last 24 hours, in the base and in the quote asset. */
  volume: z.string(),
  turnover: z.string(),
});
export const overview = z.object({
  users: z.int(),
  /** Registered in the last 24 hours. */
  usersNew: z.int(),
  markets: z.array(marketFigures),
  pending: z.object({
    verifications: z.int(),
    withdrawals: z.object({
      applied: z.int(),
      approved: z.int(),
      paying: z.int(),
      submitted: z.int(),
      failed: z.int(),
    }),
    recharges: z.int(),
    /**
     * Open feedback. Of it, the number that has waited longer than a day and a week, and since when the oldest waits.
     */
    feedback: z.object({ open: z.int(), overDay: z.int(), overWeek: z.int(), oldest: epochMs.nullable() }),
    /** Proposals that await confirmation. */
    proposals: z.int(),
  }),
  /** How many of them exceed their overdue limits. */
  overdue: z.object({
    verifications: z.int(),
    withdrawals: z.object({
      applied: z.int(),
      approved: z.int(),
      paying: z.int(),
      submitted: z.int(),
      failed: z.int(),
    }),
    recharges: z.int(),
    proposals: z.int(),
    feedback: z.int(),
  }),
});
export type Overview = z.infer<typeof overview>;

/**
 * Searches by user id; by a part of e-mail, phone or nickname (three characters), of an address in their book or paid
 * to, or of a transaction (six characters). Verified names and withdrawal addresses are stored sealed, so only a
 * complete one matches. Without a search, all users. Newest first.
 */
export const searchUsersRequest = z.strictObject({
  search: z.string().trim().min(1).max(SEARCH_LENGTH_MAX).optional(),
  pageIndex,
  pageSize,
});
const accountStatus = { verification: verificationState, frozen: z.boolean() };
export const foundUser = z.object({
  userId: z.int(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  nickName: z.string(),
  userType,
  registeredAt: epochMs,
  ...accountStatus,
});
export type FoundUser = z.infer<typeof foundUser>;
/** `more`: more than the maximum of a thousand users match such a transaction; the newest thousand are returned. */
export const foundUsers = pageOf(foundUser).extend({ more: z.boolean() });

export const userDetail = userInfo.omit({ mustBindFactor: true }).extend({
  /** The user who invited them. */
  invitedBy: z.int().nullable(),
  /** Current fee levels, and the minimum level by staff. */
  feeTiers: z.record(marketProduct, z.int()),
  feeFloor: feeFloor.nullable(),
  bindings: z.object({
    email: z.boolean(),
    phone: z.boolean(),
    authenticator: z.boolean(),
    fundPassword: z.boolean(),
    passkeys: z.int(),
    bankCards: z.int(),
  }),
  openSessions: z.int(),
  balances: balanceSnapshot.shape.balances,
});
export type UserDetail = z.infer<typeof userDetail>;

/** A user by number, without identifying data. */
export const auditedUser = z.object({
  userId: z.int(),
  userType,
  registeredAt: epochMs,
  ...accountStatus,
  balances: balanceSnapshot.shape.balances,
});
export type AuditedUser = z.infer<typeof auditedUser>;

export const userQuery = z.strictObject({ userId, minPosition });
export const userLogInsRequest = z.strictObject({ userId, pageIndex, pageSize });

/** Records of users without identifying data. Cards have only their number in the exchange. */
export const auditedWithdrawal = withdrawalRecord
  .omit({ shown: true, chainName: true, bankName: true, cardNumber: true, realName: true })
  .extend({
    approvals: z.array(z.int()),
    approvalsNeeded,
    proposedBy: z.int().nullable(),
    proposedReason: z.string().nullable(),
  });
export type AuditedWithdrawal = z.infer<typeof auditedWithdrawal>;
export const auditedRecharge = rechargeRecord.omit({ chainName: true, quantity: true });
export type AuditedRecharge = z.infer<typeof auditedRecharge>;

/** Without a user, withdrawals of all users; without a status, of every status. */
export const auditWithdrawalsRequest = z.strictObject({
  status: z.enum(WITHDRAWAL_STATUSES).optional(),
  userId: userId.optional(),
  pageIndex,
  pageSize,
  minPosition,
});
export const auditRechargesRequest = z.strictObject({
  status: z.enum(RECHARGE_STATUSES).optional(),
  userId: userId.optional(),
  pageIndex,
  pageSize,
  minPosition,
});

/** An amount that staff froze, and when and why it was released. `null` instead of a member of staff: the exchange. */
export const frozenFunds = z.object({
  hold: id,
  userId: z.int(),
  account: accountKind,
  asset: z.string(),
  amount: z.string(),
  reason: z.string(),
  frozenBy: z.int().nullable(),
  frozenAt: epochMs,
  releasedBy: z.int().nullable(),
  /** Null while it is frozen. */
  releasedAt: epochMs.nullable(),
  releaseReason: z.string().nullable(),
});
export type FrozenFunds = z.infer<typeof frozenFunds>;
export const FROZEN_FUNDS_STATUSES = ['frozen', 'released'] as const;
export type FrozenFundsStatus = (typeof FROZEN_FUNDS_STATUSES)[number];
export const frozenFundsRequest = z.strictObject({
  status: z.enum(FROZEN_FUNDS_STATUSES).optional(),
  userId: userId.optional(),
  pageIndex,
  pageSize,
  minPosition,
});

export const indexTerms = z.object({
  symbol: z.string(),
  decimals: z.int(),
  sourceStaleMs: z.int(),
  staleMs: z.int(),
  sourcesMin: z.int(),
});
export type IndexTermsRecord = z.infer<typeof indexTerms>;

export const STAFF_ROUTES = {
  acts: {
    method: 'GET',
    path: '/exchange/audit/staff/acts',
    summary: 'What members of staff did alone in the last day, or what may still end by itself, newest first',
    access: 'auditor',
    query: z.strictObject({ minPosition }),
    answer: z.object({ records: z.array(staffAct) }),
  },
  keepAct: {
    method: 'POST',
    path: '/exchange/admin/staff/keepAct',
    summary: 'Keep what another member of staff did alone, so that it does not end by itself',
    access: 'admin',
    stepUp: true,
    body: keepActRequest,
    answer: staffAnswer,
  },
  proposals: {
    method: 'GET',
    path: '/exchange/audit/staff/proposals',
    summary: 'What waits for a second of staff, or for its time, newest first',
    access: 'auditor',
    query: z.strictObject({ minPosition }),
    answer: z.object({ records: z.array(staffProposal) }),
  },
  confirmProposal: {
    method: 'POST',
    path: '/exchange/admin/staff/confirmProposal',
    summary: 'Confirm what another of staff proposed; asks for the right of what is proposed',
    access: 'admin',
    stepUp: true,
    body: confirmProposalRequest,
    answer: staffAnswer,
  },
  declineProposal: {
    method: 'POST',
    path: '/exchange/admin/staff/declineProposal',
    summary: 'Call off what is proposed and not in effect yet',
    access: 'admin',
    body: declineProposalRequest,
    answer: staffAnswer,
  },
  own: {
    method: 'GET',
    path: '/exchange/audit/staff/own',
    summary: 'Role and rights of the member of staff who asks',
    access: 'auditor',
    narrowed: 'open',
    answer: ownStaffAnswer,
  },
  overview: {
    method: 'GET',
    path: '/exchange/audit/overview',
    summary: 'Users, volume of each market, and what waits for staff',
    access: 'auditor',
    narrowed: 'open',
    answer: overview,
  },
  log: {
    method: 'POST',
    path: '/exchange/audit/staff/log',
    summary: 'What staff did, newest first',
    access: 'auditor',
    narrowed: ['users', 'time'],
    right: 'staff',
    body: staffLogRequest,
    answer: pageOf(staffLogRecord),
  },
  auditWithdrawals: {
    method: 'POST',
    path: '/exchange/audit/withdraw/list',
    summary: 'Withdrawals of all users, newest first',
    access: 'auditor',
    narrowed: ['users', 'assets', 'time'],
    right: 'withdrawals',
    body: auditWithdrawalsRequest,
    answer: pageOf(auditedWithdrawal),
  },
  auditWithdrawalReview: {
    method: 'GET',
    path: '/exchange/audit/withdraw/review',
    summary: 'Above which value in USDT two of staff approve a withdrawal at present',
    access: 'auditor',
    narrowed: 'open',
    right: 'withdrawals',
    query: withdrawalReviewQuery,
    answer: withdrawalReview,
  },
  indexTerms: {
    method: 'GET',
    path: '/exchange/audit/product/indexTerms',
    summary: 'How the index price of each symbol is made, and how long it counts',
    access: 'auditor',
    narrowed: 'open',
    right: 'markets',
    query: z.strictObject({ minPosition }),
    answer: z.object({ records: z.array(indexTerms) }),
  },
  auditRecharges: {
    method: 'POST',
    path: '/exchange/audit/recharge/list',
    summary: 'Recharges of all users, newest first',
    access: 'auditor',
    narrowed: ['users', 'assets', 'time'],
    right: 'recharges',
    body: auditRechargesRequest,
    answer: pageOf(auditedRecharge),
  },
  frozenFunds: {
    method: 'POST',
    path: '/exchange/audit/funds/list',
    summary: 'What staff froze of the funds of all users, newest first',
    access: 'auditor',
    narrowed: ['users', 'accounts', 'assets', 'time'],
    right: 'users',
    body: frozenFundsRequest,
    answer: pageOf(frozenFunds),
  },
  auditUser: {
    method: 'GET',
    path: '/exchange/audit/user/detail',
    summary: 'A user by number: standing and balances, nothing personal',
    access: 'auditor',
    narrowed: ['users', 'accounts', 'assets'],
    right: 'users',
    query: userQuery,
    answer: auditedUser,
  },
  list: {
    method: 'GET',
    path: '/exchange/admin/staff/list',
    summary: 'Admins with their rights, and auditors',
    access: 'admin',
    right: 'staff',
    answer: z.object({ records: z.array(staffRecord) }),
  },
  setRole: {
    method: 'POST',
    path: '/exchange/admin/staff/setRole',
    summary: 'Make a user an auditor or an admin, or an ordinary user again; ends their log-ins. Never one’s own',
    access: 'admin',
    right: 'staff',
    body: setRoleRequest,
    answer: settingAnswer,
  },
  setRights: {
    method: 'POST',
    path: '/exchange/admin/staff/setRights',
    summary: 'What an admin may do; never one’s own',
    access: 'admin',
    right: 'staff',
    body: setRightsRequest,
    answer: settingAnswer,
  },
  searchUsers: {
    method: 'POST',
    path: '/exchange/admin/user/search',
    summary:
      'Users by id, by a part of e-mail, phone, nickname, listed address or transaction, or by the whole verified name',
    access: 'admin',
    right: 'users',
    body: searchUsersRequest,
    answer: foundUsers,
  },
  user: {
    method: 'GET',
    path: '/exchange/admin/user/detail',
    summary: 'All there is to know about a user: person, standing, bindings, balances of every account',
    access: 'admin',
    right: 'users',
    query: userQuery,
    answer: userDetail,
  },
  userLogIns: {
    method: 'POST',
    path: '/exchange/admin/user/logIns',
    summary: 'Log-ins and failed tries of a user, newest first',
    access: 'admin',
    right: 'users',
    body: userLogInsRequest,
    answer: pageOf(logInRecord),
  },
} as const satisfies Record<string, Route>;
