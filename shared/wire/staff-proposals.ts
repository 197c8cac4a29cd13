/** Decisions by two members of staff, and acts by one. */
import { z } from 'zod';
import { STAFF_RIGHTS } from '../rules/staff-rights';
import { clientId, epochMs, id, reason } from './fields';

/** A proposal that waits for a second person or for its time. */
export const staffProposal = z.object({
  proposal: id,
  /** The kind of command. */
  command: z.string().meta({ example: 'UnfreezeAccount' }),
  kind: z.enum(['money', 'restore', 'change']),
  /** Subject; null for proposals older than this field. */
  subject: z.string().nullable().meta({ example: 'account/10000007' }),
  /** Value of the moved money in USDT; null if no money moves or no price exists. */
  worth: z.string().nullable(),
  right: z.enum(STAFF_RIGHTS),
  /** 0: the operator, by break-glass. */
  proposedBy: z.int(),
  proposedAt: epochMs,
  /** The affected user. */
  userId: z.int().nullable(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.union([z.string(), z.number()])),
  after: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Expiry without a confirmation. */
  until: epochMs,
  /** Wait after its confirmation; 0: it takes effect immediately. */
  waitMs: z.int(),
  confirmedBy: z.int().nullable(),
  /** Time of effect; null until it is confirmed. */
  from: epochMs.nullable(),
  /** SHA-256 of the stored command. A confirmation must name it. */
  digest: z.string(),
});
export type StaffProposal = z.infer<typeof staffProposal>;
export const confirmProposalRequest = z.strictObject({
  clientId,
  proposal: id,
  /** The digest from the list. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ConfirmProposalRequest = z.infer<typeof confirmProposalRequest>;
export const declineProposalRequest = z.strictObject({ clientId, proposal: id, reason });
export type DeclineProposalRequest = z.infer<typeof declineProposalRequest>;

/** Acts by one person in the last day, and older ones that may still expire. */
export const staffAct = z.object({
  act: id,
  kind: z.enum(['brake', 'tighten']),
  /** The kind of command. */
  command: z.string().meta({ example: 'SetMarketState' }),
  right: z.enum(STAFF_RIGHTS),
  subject: z.string().meta({ example: 'market/BTC-USDT' }),
  by: z.int(),
  at: epochMs,
  /** Automatic end; null if there is none, or if it has ended. */
  until: epochMs.nullable(),
  /** Whether another person may keep it, so that it has no automatic end. */
  keepable: z.boolean(),
  /** Ended by time, or replaced by a later act or proposal about the same subject; null while it is in effect. */
  ended: z.enum(['lapsed', 'replaced']).nullable(),
});
export type StaffActRecord = z.infer<typeof staffAct>;
export const keepActRequest = z.strictObject({ clientId, act: id });
export type KeepActRequest = z.infer<typeof keepActRequest>;
