/** Public evidence against the exchange: signed heads of its journal, and its liabilities to all users. */
import { z } from 'zod';
import { epochMs } from '../fields';
import type { Route } from '../route';

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .meta({ description: 'a day in UTC', example: '2026-11-24' });

/**
 * Break-glass: at `at` the operator requested that a user becomes a full admin again, with effect from `from`. `end` is
 * null until the request ends.
 */
const restore = z.strictObject({
  user: z.int(),
  at: epochMs,
  from: epochMs,
  end: z.enum(['restored', 'contradicted', 'replaced', 'expired', 'impossible']).nullable(),
});

/**
 * `key` is the operator's public key, null before the first line. `last` is the newest line in signed form. `restores`
 * are newest first.
 */
export const signedHeads = z.strictObject({
  key: z.string().nullable(),
  last: z.string().nullable(),
  days: z.array(z.strictObject({ day, bytes: z.int() })),
  restores: z.array(restore),
});
export type SignedHeads = z.infer<typeof signedHeads>;

/** The signed line with the roots; null before the first proof. `earlier` lists positions of stored older proofs. */
export const publishedLiabilities = z.strictObject({ signed: z.string().nullable(), earlier: z.array(z.int()) });
export type PublishedLiabilities = z.infer<typeof publishedLiabilities>;

const proofFacts = { core: z.string(), user: z.int(), signed: z.string() };
const proofOfLeaf = z.strictObject({
  sum: z.string(),
  salt: z.string(),
  path: z.array(z.strictObject({ side: z.enum(['left', 'right']), hash: z.string(), sum: z.string() })),
});

/**
 * Verified by `docs/verify-liabilities.py` and the screen. Amounts are units. Form 1 is served until the first proof of
 * form 2 exists.
 */
export const balanceProof = z.discriminatedUnion('form', [
  z.strictObject({
    form: z.literal('balances/2'),
    ...proofFacts,
    assets: z.array(z.strictObject({ asset: z.string(), parts: z.array(proofOfLeaf) })),
  }),
  z.strictObject({
    form: z.literal('balances/1'),
    ...proofFacts,
    assets: z.array(proofOfLeaf.extend({ asset: z.string() })),
  }),
]);
export type BalanceProofAnswer = z.infer<typeof balanceProof>;

export const PROOF_ROUTES = {
  heads: {
    method: 'GET',
    path: '/exchange/app/audit/heads',
    summary:
      'The key that signs the heads of the journal, the newest line, the days of which there are files, and uses of break-glass',
    access: 'public',
    answer: signedHeads,
  },
  headsOfDay: {
    method: 'GET',
    path: '/exchange/app/audit/headsOfDay',
    summary: 'The signed heads of a day as lines, to be kept by whoever wants to hold the exchange to them',
    access: 'public',
    query: z.strictObject({ day }),
    answers: 'application/jsonl',
    answer: z.string(),
  },
  liabilities: {
    method: 'GET',
    path: '/exchange/app/audit/liabilities',
    summary: 'What all users have of each asset, under signed roots that each of them can find themselves below',
    access: 'public',
    answer: publishedLiabilities,
  },
  proofOfBalance: {
    method: 'GET',
    path: '/exchange/app/account/proofOfBalance',
    summary: 'The way from the own balances to the published roots; null before the first proof of liabilities',
    access: 'user',
    answer: balanceProof.nullable(),
  },
} as const satisfies Record<string, Route>;
