/**
 * Withdrawals stop when the ledger differs from an external counterpart, and resume when two staff members accept the
 * difference.
 */
import { type MessageOf, amount, id, message, text, word } from '../messages/message';

export const WithdrawalsStopped = message('WithdrawalsStopped', {
  /** Number of the difference, from 1. */
  difference: id,
  comparison: word,
  subject: text,
  asset: text,
  /** Units of the asset: amount in the ledger, and amount in the compared source. */
  expected: amount,
  found: amount,
});
export type WithdrawalsStopped = MessageOf<typeof WithdrawalsStopped>;

export const WithdrawalsLifted = message('WithdrawalsLifted', { upTo: id, reason: text });
export type WithdrawalsLifted = MessageOf<typeof WithdrawalsLifted>;

export type DriftEvent = WithdrawalsStopped | WithdrawalsLifted;
