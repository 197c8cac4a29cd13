/** Withdrawals stop because something that should agree with the ledger does not, and go on when two of staff say so. */
import { type MessageOf, amount, id, message, text, word } from '../messages/message';

export const WithdrawalsStopped = message('WithdrawalsStopped', {
  /** Of the difference, from 1. */
  difference: id,
  comparison: word,
  subject: text,
  asset: text,
  /** Units of the asset: what the ledger says, and what the other says. */
  expected: amount,
  found: amount,
});
export type WithdrawalsStopped = MessageOf<typeof WithdrawalsStopped>;

export const WithdrawalsLifted = message('WithdrawalsLifted', { upTo: id, reason: text });
export type WithdrawalsLifted = MessageOf<typeof WithdrawalsLifted>;

export type DriftEvent = WithdrawalsStopped | WithdrawalsLifted;
