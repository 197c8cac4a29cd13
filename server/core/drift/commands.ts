/** What may be asked about differences between the ledger and what should agree with it. */
import { type MessageOf, amount, id, message, text, word } from '../messages/message';

export const StopWithdrawals = message('StopWithdrawals', {
  /** Which comparison: `live.balance`, `stored.balance`, `chain.custody` and so on. */
  comparison: word,
  /** What was compared, as the ledger names it: an account, a hold, an asset on a chain. */
  subject: word,
  asset: word,
  /** What the ledger says, in units of the asset. */
  expected: amount,
  /** What the other says. */
  found: amount,
});
export type StopWithdrawals = MessageOf<typeof StopWithdrawals>;

export const LiftWithdrawals = message('LiftWithdrawals', {
  /** Those up to this number: what was found since stays. */
  upTo: id,
  /** Keyed hash of it. */
  reason: text,
});
export type LiftWithdrawals = MessageOf<typeof LiftWithdrawals>;

export type DriftCommand = StopWithdrawals | LiftWithdrawals;
