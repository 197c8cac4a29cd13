/** Acts of one kind that a member of staff selected together. One factor confirms all of them. */
import { z } from 'zod';
import { ADMIN_ROUTES } from './admin';
import { assetName, clientId, decimal, staffAnswer } from './fields';
import type { Route } from './route';

export const BATCH_MAX = 50;

/** Commands that may be sent as a batch, with the rules of their own routes. */
export const BATCH_ACTS = {
  ApproveWithdrawal: ADMIN_ROUTES.approveWithdrawal,
  StartPayout: ADMIN_ROUTES.startPayout,
  RejectWithdrawal: ADMIN_ROUTES.rejectWithdrawal,
  CreditRecharge: ADMIN_ROUTES.creditRecharge,
  UnfreezeFunds: ADMIN_ROUTES.unfreezeFunds,
  CancelOrder: ADMIN_ROUTES.cancelOrder,
} as const satisfies Record<string, Route>;
export type BatchAct = keyof typeof BATCH_ACTS;

/** Commands that move money. The person confirms the shown sums with the factor, and the server recomputes them. */
export const BATCH_MONEY: ReadonlySet<BatchAct> = new Set([
  'ApproveWithdrawal',
  'StartPayout',
  'RejectWithdrawal',
  'CreditRecharge',
]);

export const batchRequest = z.strictObject({
  clientId,
  act: z.enum(Object.keys(BATCH_ACTS) as [BatchAct, ...BatchAct[]]),
  /** Each in the form of the act's own route, with its own client id. */
  requests: z.array(z.record(z.string(), z.unknown())).min(1).max(BATCH_MAX),
  /** The shown sums by asset; required for commands that move money. */
  sums: z.record(assetName, decimal).optional(),
});
export type BatchRequest = z.infer<typeof batchRequest>;

export const batchAnswer = z.object({
  /** In the order of the requests; each is done, proposed or refused separately. */
  results: z.array(
    staffAnswer.partial().extend({
      clientId,
      code: z.string().meta({ description: '`success`, or why this one was refused' }),
    }),
  ),
});
export type BatchAnswer = z.infer<typeof batchAnswer>;

export const BATCH_ROUTES = {
  batch: {
    method: 'POST',
    path: '/exchange/admin/batch',
    summary: 'Up to fifty acts of one kind with one factor; each asks for the right of its kind',
    access: 'admin',
    body: batchRequest,
    answer: batchAnswer,
  },
} as const satisfies Record<string, Route>;
