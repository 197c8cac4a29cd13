/**
 * Personal data in clear. All other answers to staff mask it (`shared/products/identity/rules/masks.ts`). Staff ask here for one user or
 * one case, with a catalogue reason. The staff log records each access, and accesses are limited per hour.
 */
import { z } from 'zod';
import { isReasonFor } from '../rules/staff-reasons';
import { declaredBeneficiary } from '../products/wallet/beneficiary';
import { id, reason, userId } from './fields';
import type { Route } from './route';

/** Seconds until a screen masks the data again. */
export const SHOWN_SECONDS = 60;
/** Seconds for comparing documents with the user's statements, and for serving their photos. */
export const COMPARED_SECONDS = 300;
/** Number of the newest log-ins shown with their networks. */
export const LOG_INS_SHOWN_MAX = 100;

const SHOWN_FIELDS = ['contact', 'logIns'] as const;

const showReason = reason
  .refine((value) => isReasonFor('show', value), 'format')
  .meta({
    description: 'of the catalogue for `show`, with words behind it if need be',
    example: 'reason/show_support',
  });

/** The user is named besides the case, so that the log has both. A case of another user is `user.not.found`. */
const ofCase = { userId, reason: showReason };

export const showUserRequest = z.strictObject({
  userId,
  fields: z.array(z.enum(SHOWN_FIELDS)).min(1).max(SHOWN_FIELDS.length),
  reason: showReason,
});
export const shownUser = z.object({
  userId: z.int(),
  contact: z
    .object({
      email: z.string().nullable(),
      phone: z.string().nullable(),
      nickName: z.string(),
      invitationCode: z.string(),
    })
    .nullable()
    .meta({ description: 'null where it was not asked for' }),
  logIns: z
    .array(z.object({ id, ip: z.string(), place: z.string().nullable(), userAgent: z.string() }))
    .nullable()
    .meta({ description: `the newest ${LOG_INS_SHOWN_MAX}; null where they were not asked for` }),
});
export type ShownUser = z.infer<typeof shownUser>;

export const showVerificationRequest = z.strictObject({ verification: id, ...ofCase });
export const shownVerification = z.object({
  verification: id,
  name: z.string(),
  documentNumber: z.string(),
  /** Names in the user's earlier submissions. */
  earlier: z.array(z.object({ verification: id, name: z.string() })),
});
export type ShownVerification = z.infer<typeof shownVerification>;

export const showRecoveryRequest = z.strictObject({ recovery: id, ...ofCase });
export const shownRecovery = z.object({
  recovery: id,
  email: z.string(),
  verified: z.object({ name: z.string(), documentNumber: z.string() }).nullable(),
});
export type ShownRecovery = z.infer<typeof shownRecovery>;

export const showWithdrawalRequest = z.strictObject({ withdrawal: id, ...ofCase });
export type ShowWithdrawalRequest = z.infer<typeof showWithdrawalRequest>;
export const payTo = z.object({ bankName: z.string(), cardNumber: z.string(), realName: z.string() });
export const shownWithdrawal = z.object({
  withdrawal: id,
  address: z.string().nullable(),
  reference: z.string().nullable(),
  payTo: payTo.nullable(),
  beneficiary: declaredBeneficiary.nullable(),
});
export type ShownWithdrawal = z.infer<typeof shownWithdrawal>;

export const showRechargeRequest = z.strictObject({ recharge: id, ...ofCase });
export const shownRecharge = z.object({ recharge: id, address: z.string().nullable(), reference: z.string() });
export type ShownRecharge = z.infer<typeof shownRecharge>;

/** Subject of a chain alarm. Alarms about a visitor's feedback or an unassigned address have no user. */
export const showAlarmRequest = z.strictObject({ alarm: id, userId: userId.optional(), reason: showReason });
export type ShowAlarmRequest = z.infer<typeof showAlarmRequest>;
export const shownAlarm = z.object({
  alarm: id,
  address: z.string().nullable(),
  reference: z.string(),
  /** Value at the second node; null if there is none. */
  shown: z.string().nullable(),
});
export type ShownAlarm = z.infer<typeof shownAlarm>;

export const showFeedbackRequest = z.strictObject({ feedback: id, userId: userId.optional(), reason: showReason });
export type ShowFeedbackRequest = z.infer<typeof showFeedbackRequest>;
export const shownFeedback = z.object({ id, contact: z.string().nullable(), text: z.string() });
export type ShownFeedback = z.infer<typeof shownFeedback>;

export const showDepositReportRequest = z.strictObject({ report: id, ...ofCase });
export type ShowDepositReportRequest = z.infer<typeof showDepositReportRequest>;
export const shownDepositReport = z.object({ id, transaction: z.string(), note: z.string().nullable() });
export type ShownDepositReport = z.infer<typeof shownDepositReport>;

const show = { method: 'POST', access: 'admin', shows: true } as const;

export const SHOWN_DATA_ROUTES = {
  showUser: {
    ...show,
    path: '/exchange/admin/user/person',
    summary: 'In clear, for a reason: how a user is reached and called, or from where they logged in',
    right: 'users',
    body: showUserRequest,
    answer: shownUser,
  },
  showVerification: {
    ...show,
    path: '/exchange/admin/verification/person',
    summary: `In clear, for a reason: name and number of a submission; its photos are answered for ${COMPARED_SECONDS} seconds`,
    right: 'verification',
    body: showVerificationRequest,
    answer: shownVerification,
  },
  showRecovery: {
    ...show,
    path: '/exchange/admin/recovery/person',
    summary: `In clear, for a reason: who asks to be let back in, beside who was verified; photos of both for ${COMPARED_SECONDS} seconds`,
    right: 'verification',
    body: showRecoveryRequest,
    answer: shownRecovery,
  },
  showWithdrawal: {
    ...show,
    path: '/exchange/admin/withdraw/person',
    summary: 'In clear, for a reason: where a withdrawal goes, and whose that is',
    right: 'withdrawals',
    body: showWithdrawalRequest,
    answer: shownWithdrawal,
  },
  showRecharge: {
    ...show,
    path: '/exchange/admin/recharge/person',
    summary: 'In clear, for a reason: to which address and in which transaction a deposit came',
    right: 'recharges',
    body: showRechargeRequest,
    answer: shownRecharge,
  },
  showAlarm: {
    ...show,
    path: '/exchange/admin/chain/person',
    summary: 'In clear, for a reason: address and transaction of what a chain did that somebody has to look at',
    right: 'recharges',
    body: showAlarmRequest,
    answer: shownAlarm,
  },
  showDepositReport: {
    ...show,
    path: '/exchange/admin/deposit/person',
    summary: 'In clear, for a reason: transaction and note of a reported deposit',
    right: 'recharges',
    body: showDepositReportRequest,
    answer: shownDepositReport,
  },
  showFeedback: {
    ...show,
    path: '/exchange/admin/content/person',
    summary: 'In clear, for a reason: contact and text of feedback',
    right: 'content',
    body: showFeedbackRequest,
    answer: shownFeedback,
  },
} as const satisfies Record<string, Route>;
