/** Daily withdrawal limits by account bindings, and the owner's lower limit. */
import { z } from 'zod';
import { OWN_DELAY_HOURS_MAX } from './rules/own-limits';
import { LIMIT_BINDINGS_MAX } from './rules/safety';
import { decimal, epochMs } from '../../wire/fields';
import { proof } from './proofs';

/** Number of set bindings: phone, e-mail, authenticator and fund password. */
export const limitBindings = z.int().min(1).max(LIMIT_BINDINGS_MAX);

export const withdrawalLimit = z.object({
  bindings: limitBindings,
  /** USDT per day (GMT+8). */
  limit: z.string(),
  /** The limit for verified users. */
  verifiedLimit: z.string(),
});
export type WithdrawalLimit = z.infer<typeof withdrawalLimit>;

const ownTerms = {
  limit: decimal.nullable().meta({ description: 'USDT a day; null: what the exchange allows' }),
  delayHours: z.int().min(0).max(OWN_DELAY_HOURS_MAX).meta({
    description: 'for so long nobody approves a withdrawal, and its owner can take it back',
  }),
};
export const ownLimits = z.object({
  ...ownTerms,
  next: z
    .object({ ...ownTerms, from: epochMs })
    .nullable()
    .meta({ description: 'what is looser follows a day later' }),
});
export type OwnLimitsShown = z.infer<typeof ownLimits>;

/** Requires a factor if any part is looser than the current terms. */
export const setOwnLimitsRequest = z.strictObject({ ...ownTerms, ...proof });
export type SetOwnLimitsRequest = z.infer<typeof setOwnLimitsRequest>;

export const setWithdrawalLimitRequest = z.strictObject({
  bindings: limitBindings,
  limit: decimal,
  verifiedLimit: decimal,
});
