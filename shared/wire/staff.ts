/**
 * Staff among themselves: who has which role and rights, what each of them did, and the desk from which they look after
 * users. What auditors may read lies under `/exchange/audit`; an admin reads it with the right of that area.
 */
import { z } from 'zod';
import { AUDITED_ACCOUNTS, SCOPE_ASSETS_MAX, SCOPE_USERS_MAX } from '../rules/audit-scope';
import { STAFF_RIGHTS } from '../rules/staff-rights';
import { approvalsNeeded, withdrawalReview, withdrawalReviewQuery } from './admin';
import { logInRecord, userInfo } from '../products/identity/account';
import {
  accountKind,
  assetName,
  clientId,
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
import { verificationState } from '../products/identity/verification';
import { RECHARGE_STATUSES, rechargeRecord, WITHDRAWAL_STATUSES, withdrawalRecord } from '../products/wallet/wire';

const SEARCH_LENGTH_MAX = 254;
const ACTION_LENGTH_MAX = 100;

export const staffRight = z.enum(STAFF_RIGHTS);
const rights = z.array(staffRight).max(STAFF_RIGHTS.length);
export const staffRole = z.enum(['user', 'auditor', 'admin']);
export type StaffRole = z.infer<typeof staffRole>;

/** What an auditor may see; what is absent is not bounded. */
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
  /** Of an auditor who is not let in for ever. */
  until: epochMs.optional(),
  /** Of an auditor. */
  scope: auditScope.optional(),
});
export type OwnStaff = z.infer<typeof ownStaff>;
/**
 * To a member of staff about themselves; `waitMs`: from the confirmation of a change until it takes effect; `endNoticeMs`: how long
 * before the end of a market it is announced.
 */
export const ownStaffAnswer = ownStaff.extend({ waitMs: z.int(), endNoticeMs: z.int() });
export type OwnStaffAnswer = z.infer<typeof ownStaffAnswer>;

export const staffRecord = ownStaff.extend({ userName: z.string(), nickName: z.string(), registeredAt: epochMs });
export type StaffRecord = z.infer<typeof staffRecord>;

/** The rights of whoever becomes an admin; an auditor has an end within a year and a scope, and nobody else has. Also to extend them. */
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

/** One request of staff. Written before it is carried out, completed with how it ended. */
export const staffLogRecord = z.object({
  id,
  at: epochMs,
  /** Who. */
  staff: z.int(),
  role: staffRole.exclude(['user']),
  ip: z.string(),
  /** The path below `/exchange/`. */
  action: z.string().meta({ example: 'admin/withdraw/reject' }),
  /** Looked up and changed nothing. */
  lookUp: z.boolean(),
  /** What it was done to, as the request names it. */
  target: z.string().nullable().meta({ example: 'withdrawal/42' }),
  /** The user it was done to, where the request names one. */
  userId: z.int().nullable(),
  reason: z.string().nullable(),
  /** The rest of the request; empty for what was only looked up. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** `success`, or the code it was refused with; null when the process ended before it was known. */
  outcome: z.string().nullable(),
  /** It is not done, and waits as this proposal; of several their numbers with spaces between. */
  proposal: z.string().optional(),
  /** One did it alone, as this act. */
  act: id.optional(),
  /** Where in the journal it stands, if it came there. */
  position: z.int().nullable(),
});
export type StaffLogRecord = z.infer<typeof staffLogRecord>;

/** Newest first. `from` belongs to the range, `to` does not. */
export const staffLogRequest = z.strictObject({
  staff: userId.optional(),
  userId: userId.optional(),
  /** The beginning of the action. */
  action: z
    .string()
    .min(1)
    .max(ACTION_LENGTH_MAX)
    .regex(/^[A-Za-z/]+$/)
    .optional(),
  from: epochMs.optional(),
  to: epochMs.optional(),
  /** With what was only looked up. */
  lookUps: z.boolean().default(false),
  pageIndex,
  pageSize,
});
export type StaffLogRequest = z.infer<typeof staffLogRequest>;

const marketFigures = z.object({
  market: z.string(),
  /** Decimals: of the last 24 hours, in the base and in the quote asset. */
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
    /** To be answered; of them, those that have waited longer than a day and a week, and since when the oldest waits. */
    feedback: z.object({ open: z.int(), overDay: z.int(), overWeek: z.int(), oldest: epochMs.nullable() }),
    /** That nobody has confirmed. */
    proposals: z.int(),
  }),
  /** How many of them have waited for longer than the limits say. */
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
 * By user id, a part of e-mail, phone or nickname (three characters), of an address in their book or that they are paid at, or of a
 * transaction (six); or, sealed and without parts to find, a whole verified name or the whole address of a withdrawal. Without a
 * search all users. Newest first.
 */
export const searchUsersRequest = z.strictObject({
  search: z.string().trim().min(1).max(SEARCH_LENGTH_MAX).optional(),
  pageIndex,
  pageSize,
});
const standing = { verification: verificationState, frozen: z.boolean() };
export const foundUser = z.object({
  userId: z.int(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  nickName: z.string(),
  userType,
  registeredAt: epochMs,
  ...standing,
});
export type FoundUser = z.infer<typeof foundUser>;
/** `more`: more users have had such a transaction than are told; the newest thousand of them are. */
export const foundUsers = pageOf(foundUser).extend({ more: z.boolean() });

export const userDetail = userInfo.omit({ mustBindFactor: true }).extend({
  /** Who invited them. */
  invitedBy: z.int().nullable(),
  /** The levels of fees in effect, and the least one that staff gave. */
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

/** A user by their number alone: nothing that says who they are. */
export const auditedUser = z.object({
  userId: z.int(),
  userType,
  registeredAt: epochMs,
  ...standing,
  balances: balanceSnapshot.shape.balances,
});
export type AuditedUser = z.infer<typeof auditedUser>;

export const userQuery = z.strictObject({ userId, minPosition });
export const userLogInsRequest = z.strictObject({ userId, pageIndex, pageSize });

/** The records of users without what says who they are: cards by their number in the exchange alone. */
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

/** Everybody's when no user is named; in every status when none is. */
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

/** An amount that staff took out of a user's reach, and when and why it came back. `null` in place of staff: the exchange. */
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

/** What waits for another of staff, or for its time. */
export const staffProposal = z.object({
  proposal: id,
  /** The kind of command. */
  command: z.string().meta({ example: 'UnfreezeAccount' }),
  kind: z.enum(['money', 'restore', 'change']),
  /** What it is about; null for what was proposed before proposals said so. */
  subject: z.string().nullable().meta({ example: 'account/10000007' }),
  /** Of money that moves, in USDT; null where none moves or nothing prices it. */
  worth: z.string().nullable(),
  right: staffRight,
  /** 0: the operator, by break-glass. */
  proposedBy: z.int(),
  proposedAt: epochMs,
  /** Whose account it concerns. */
  userId: z.int().nullable(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.union([z.string(), z.number()])),
  after: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Unconfirmed it lapses then. */
  until: epochMs,
  /** How long it waits from its confirmation; 0: then and there. */
  waitMs: z.int(),
  confirmedBy: z.int().nullable(),
  /** When it takes effect; null while nobody has confirmed it. */
  from: epochMs.nullable(),
  /** SHA-256 of the stored command: a confirmation names it. */
  digest: z.string(),
});
export type StaffProposal = z.infer<typeof staffProposal>;
export const confirmProposalRequest = z.strictObject({
  clientId,
  proposal: id,
  /** As the list told it. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ConfirmProposalRequest = z.infer<typeof confirmProposalRequest>;
export const declineProposalRequest = z.strictObject({ clientId, proposal: id, reason });
export type DeclineProposalRequest = z.infer<typeof declineProposalRequest>;

/** What one of staff did alone in the last day, or what may still end by itself. */
export const staffAct = z.object({
  act: id,
  kind: z.enum(['brake', 'tighten']),
  /** The kind of command. */
  command: z.string().meta({ example: 'SetMarketState' }),
  right: staffRight,
  /** What it is about. */
  subject: z.string().meta({ example: 'market/BTC-USDT' }),
  by: z.int(),
  at: epochMs,
  /** When it ends by itself; null for what does not, or has ended. */
  until: epochMs.nullable(),
  /** Whether another may keep it: then it no longer ends by itself. */
  keepable: z.boolean(),
  /** By its time, or replaced by a later act or proposal about the same subject; null while it stands. */
  ended: z.enum(['lapsed', 'replaced']).nullable(),
});
export type StaffActRecord = z.infer<typeof staffAct>;
export const keepActRequest = z.strictObject({ clientId, act: id });
export type KeepActRequest = z.infer<typeof keepActRequest>;

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
