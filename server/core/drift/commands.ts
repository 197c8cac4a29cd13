/** Commands about differences between the ledger and its external counterparts. */
import { type MessageOf, amount, id, message, text, word } from '../messages/message';

export const StopWithdrawals = message('StopWithdrawals', {
  /** Which comparison: `live.balance`, `stored.balance`, `chain.custody` and so on. */
  comparison: word,
  /** The compared object by its ledger name: an account, a hold, an asset on a chain. */
  subject: word,
  asset: word,
  /** Amount in the ledger, in units of the asset. */
  expected: amount,
  /** Amount in the compared source, in units of the asset. */
  found: amount,
});
export type StopWithdrawals = MessageOf<typeof StopWithdrawals>;

export const LiftWithdrawals = message('LiftWithdrawals', {
  /** Lifts differences up to this number; later ones stay. */
  upTo: id,
  /** Keyed hash of it. */
  reason: text,
});
export type LiftWithdrawals = MessageOf<typeof LiftWithdrawals>;

export type DriftCommand = StopWithdrawals | LiftWithdrawals;
