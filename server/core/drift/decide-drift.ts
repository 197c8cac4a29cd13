/** Withdrawals stop by one word and go on by those of two. */
import type { Decision } from '../decision';
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import type { LiftWithdrawals, StopWithdrawals } from './commands';
import { isTold } from './state';

/** More say nothing more: something is wrong with all of it. */
export const DIFFERENCES_MAX = 100;

export function decideStopWithdrawals({ drift }: CoreView, command: StopWithdrawals): Decision {
  const { comparison, subject, asset, expected, found } = command;
  if (expected === found || isTold(drift, command)) return reject('terms.unchanged');
  if (drift.open.size >= DIFFERENCES_MAX) return reject('terms.unchanged');
  return [{ type: 'WithdrawalsStopped', difference: drift.next, comparison, subject, asset, expected, found }];
}

export function decideLiftWithdrawals({ drift }: CoreView, { upTo, reason }: LiftWithdrawals): Decision {
  const isThere = [...drift.open.keys()].some((id) => id <= upTo);
  return isThere ? [{ type: 'WithdrawalsLifted', upTo, reason }] : reject('withdrawals.not.stopped');
}

/** Null while nothing stands between users and their money. */
export function refuseWhileStopped({ drift }: CoreView): Rejection | null {
  return drift.open.size === 0 ? null : reject('withdrawals.stopped');
}
