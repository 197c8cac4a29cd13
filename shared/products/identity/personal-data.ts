/** A user's stored data: export to a file, erasure on request, and legal holds that delay erasure. */
import { z } from 'zod';
import { epochMs, reason } from '../../wire/fields';
import type { Route } from '../../wire/route';
import { proven } from './proofs';

const userId = z.int().min(1);

export const erasureState = z.object({
  erasure: z
    .object({ askedAt: epochMs, dueAt: epochMs })
    .nullable()
    .meta({ description: 'asked for, and neither done nor taken back' }),
});
export type ErasureState = z.infer<typeof erasureState>;

export const holdRequest = z.strictObject({ userId, reason });

export const legalHold = z.object({
  placedAt: epochMs,
  /** Id of a member of staff. */
  placedBy: z.int(),
  reason: z.string(),
  liftedAt: epochMs.nullable(),
  liftedBy: z.int().nullable(),
});
export type LegalHold = z.infer<typeof legalHold>;

export const PERSONAL_DATA_ROUTES = {
  state: {
    method: 'GET',
    path: '/exchange/app/personal/state',
    summary: 'Whether the erasure of the account is asked for',
    access: 'user',
    answer: erasureState,
  },
  export: {
    method: 'POST',
    path: '/exchange/app/personal/export',
    summary: 'All that is kept about oneself as a file',
    access: 'user',
    body: proven,
    takesFactor: true,
    answers: 'application/octet-stream',
    answer: z.string(),
  },
  erase: {
    method: 'POST',
    path: '/exchange/app/personal/erase',
    summary: 'Ask for the account to be erased, 30 days later',
    access: 'user',
    body: proven,
    takesFactor: true,
    answer: erasureState,
  },
  keep: {
    method: 'POST',
    path: '/exchange/app/personal/keep',
    summary: 'Take that back',
    access: 'user',
    body: z.strictObject({}),
    answer: erasureState,
  },
  holds: {
    method: 'GET',
    path: '/exchange/admin/personal/holds',
    summary: 'Legal holds on a user, the newest first',
    access: 'admin',
    right: 'users',
    query: z.strictObject({ userId: z.coerce.number().int().min(1) }),
    answer: z.object({ records: z.array(legalHold) }),
  },
  placeHold: {
    method: 'POST',
    path: '/exchange/admin/personal/placeHold',
    summary: 'From now on nothing of the user is deleted',
    access: 'admin',
    right: 'users',
    body: holdRequest,
    answer: z.null(),
  },
  liftHold: {
    method: 'POST',
    path: '/exchange/admin/personal/liftHold',
    summary: 'What is due of the user may be deleted again; not one’s own account',
    access: 'admin',
    right: 'users',
    body: holdRequest,
    answer: z.null(),
  },
} as const satisfies Record<string, Route>;
