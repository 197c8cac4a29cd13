/** "My deposit did not arrive": the user's report of a transaction, the network's state of it, and the decision of staff. */
import { z } from 'zod';
import { isReasonFor } from '../../rules/staff-reasons';
import {
  assetName,
  chainName,
  clientId,
  decimal,
  epochMs,
  id,
  pageIndex,
  pageOf,
  pageSize,
  plainLines,
  reasonForUser,
  staffAnswer,
  textLine,
} from '../../wire/fields';
import type { Route } from '../../wire/route';
import { listRoute } from '../../wire/usual-routes';

export const TRANSACTION_LENGTH_MAX = 128;
export const DEPOSIT_NOTE_LENGTH_MAX = 500;

/**
 * `away`: its node does not answer. `unknown`: the network does not know it, or it failed there. `elsewhere`: it pays
 * no address of this user. `waiting`: it needs more confirmations, or is read soon. `failed`: it is never credited.
 * `unclear`: the node cannot tell who paid, or what contracts sent within it. `missed`: it paid the user but was not
 * processed. `credited`. `refused` by staff.
 */
export const DEPOSIT_REPORT_STATES = [
  'away',
  'unknown',
  'elsewhere',
  'waiting',
  'failed',
  'unclear',
  'missed',
  'credited',
  'refused',
] as const;
const depositReportState = z.enum(DEPOSIT_REPORT_STATES);
export type DepositReportState = z.infer<typeof depositReportState>;

/** States that need a decision by staff. */
export const DEPOSIT_STATES_OF_STAFF = ['missed', 'unclear'] as const satisfies readonly DepositReportState[];

/** One payment of the transaction to the user's own address. */
export const reportedPayment = z.object({
  asset: assetName,
  amount: decimal,
  state: z.enum(['waiting', 'failed', 'missed', 'credited']),
  /** Why it is not credited, as a code. */
  reason: z.string().nullable(),
  /** Required confirmations. */
  needed: z.int(),
  /** A contract sent it within the transaction. */
  byContract: z.boolean(),
});
export type ReportedPayment = z.infer<typeof reportedPayment>;

const report = {
  id,
  chain: chainName,
  chainName: z.string(),
  transaction: z.string(),
  note: z.string().nullable(),
  state: depositReportState,
  /** Confirmations of its transaction; null if it is in no block, or unknown. */
  confirmations: z.int().nullable(),
  createdAt: epochMs,
  /** Time of the last query to the node. */
  lookedAt: epochMs,
};

export const depositReport = z.object({
  ...report,
  payments: z.array(reportedPayment),
  /** Reason for staff's refusal, in the language of the request. */
  reason: z.string().nullable(),
});
export type DepositReport = z.infer<typeof depositReport>;

/** With masked personal data. */
export const staffDepositReport = z.object({
  ...report,
  userId: z.int(),
  payments: z.array(
    reportedPayment.extend({
      /** Identifies the payment within the transaction. */
      output: z.string(),
      /** Number of the proposal to credit it; null if there is none. */
      proposal: id.nullable(),
    }),
  ),
  decision: z.object({ reason: z.string(), by: z.int(), at: epochMs }).nullable(),
});
export type StaffDepositReport = z.infer<typeof staffDepositReport>;

export const reportDepositRequest = z.strictObject({
  chain: chainName,
  transaction: textLine.min(1).max(TRANSACTION_LENGTH_MAX),
  note: plainLines.max(DEPOSIT_NOTE_LENGTH_MAX).optional(),
});
export type ReportDepositRequest = z.infer<typeof reportDepositRequest>;
export const lookAtDepositRequest = z.strictObject({ report: id });
export const ownDepositReportsRequest = z.strictObject({ pageIndex, pageSize });
export type OwnDepositReportsRequest = z.infer<typeof ownDepositReportsRequest>;
export const depositReportsRequest = z.strictObject({
  /** `open`: those that staff must decide. */
  which: z.enum(['open', 'all']).default('open'),
  pageIndex,
  pageSize,
});
export type DepositReportsRequest = z.infer<typeof depositReportsRequest>;
export const creditReportRequest = z.strictObject({ clientId, report: id, output: z.string().min(1).max(64) });
export const refuseReportRequest = z.strictObject({
  clientId,
  report: id,
  reason: reasonForUser.refine((value) => isReasonFor('deposit', value), 'format'),
});
export type RefuseReportRequest = z.infer<typeof refuseReportRequest>;

export const DEPOSIT_REPORT_ROUTES = {
  report: {
    method: 'POST',
    path: '/exchange/app/recharge/report',
    summary:
      'Report a deposit that did not arrive, and read what its network says of it; the same transaction again is looked at again',
    access: 'user',
    body: reportDepositRequest,
    answer: depositReport,
    rate: 'feedback',
  },
  look: {
    method: 'POST',
    path: '/exchange/app/recharge/look',
    summary: "Ask the network once more about one of the caller's reports",
    access: 'user',
    body: lookAtDepositRequest,
    answer: depositReport,
    rate: 'feedback',
  },
  own: listRoute(
    '/exchange/app/recharge/reports',
    'Deposits that the caller has reported, newest first',
    ownDepositReportsRequest,
    depositReport,
  ),
  list: {
    method: 'POST',
    path: '/exchange/admin/deposit/reports',
    summary:
      'Reported deposits with what their networks say: those that staff decide, oldest first, or all, newest first',
    access: 'admin',
    right: 'recharges',
    body: depositReportsRequest,
    answer: pageOf(staffDepositReport),
  },
  lookAgain: {
    method: 'POST',
    path: '/exchange/admin/deposit/look',
    summary: 'Ask the network once more about a reported deposit',
    access: 'admin',
    right: 'recharges',
    withoutFactor: 'It asks the network and changes nothing of value.',
    body: lookAtDepositRequest,
    answer: z.object({ id }),
  },
  credit: {
    method: 'POST',
    path: '/exchange/admin/deposit/credit',
    summary: 'Credit a payment that its network shows and that was passed over, to the owner of the address; takes two',
    access: 'admin',
    right: 'recharges',
    body: creditReportRequest,
    answer: staffAnswer,
  },
  refuse: {
    method: 'POST',
    path: '/exchange/admin/deposit/refuse',
    summary: 'Refuse a reported deposit for a reason of the catalogue, which its user reads',
    access: 'admin',
    right: 'recharges',
    body: refuseReportRequest,
    answer: z.object({ id }),
  },
} as const satisfies Record<string, Route>;
