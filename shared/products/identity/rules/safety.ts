/** Safety of an account, by its bindings. */

export const SAFETY_LEVELS = ['low', 'middle', 'high'] as const;
export type SafetyLevel = (typeof SAFETY_LEVELS)[number];

/** Bindings that count towards the safety level. */
export interface Bindings {
  phone: boolean;
  email: boolean;
  authenticator: boolean;
  fundPassword: boolean;
  verified: boolean;
}

const MIDDLE_FROM = 2;
const HIGH_FROM = 4;
const CREDIT_SCORE_BASE = 60;
const CREDIT_SCORE_STEP = 10;

/** Up to one binding is low, two or three are middle, four and more are high. */
export function safetyLevelOf({ phone, email, authenticator, fundPassword, verified }: Bindings): SafetyLevel {
  const count = [phone, email, authenticator, fundPassword, verified].filter(Boolean).length;
  if (count >= HIGH_FROM) return 'high';
  return count >= MIDDLE_FROM ? 'middle' : 'low';
}

/** Number of bindings that raise the withdrawal limit. Verification multiplies the limit in addition. */
export const LIMIT_BINDINGS_MAX = 4;

/** From 1, since every account has a contact, to 4: phone, e-mail, authenticator, fund password. */
export function limitBindingsOf({ phone, email, authenticator, fundPassword }: Bindings): number {
  return Math.max(1, [phone, email, authenticator, fundPassword].filter(Boolean).length);
}

/**
 * 60, plus 10 each for phone, e-mail, authenticator and verification, so 100 at most. It is shown but does not affect
 * trading.
 */
export function creditScoreOf({ phone, email, authenticator, verified }: Bindings): number {
  return CREDIT_SCORE_BASE + CREDIT_SCORE_STEP * [phone, email, authenticator, verified].filter(Boolean).length;
}
