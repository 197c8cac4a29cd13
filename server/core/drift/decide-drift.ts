/** One actor stops withdrawals; two persons lift the stop. */
import type { Decision } from '../decision';
import { reject, type Rejection } from '../rejection';
import type { CoreView } from '../state';
import type { LiftWithdrawals, StopWithdrawals } from './commands';
import { isDifferenceKnown } from './state';

/** Maximum stored differences. More of them add no information. */
export const DIFFERENCES_MAX = 100;

export function decideStopWithdrawals({ drift }: CoreView, command: StopWithdrawals): Decision {
  const { comparison, subject, asset, expected, found } = command;
  if (expected === found || isDifferenceKnown(drift, command)) return reject('terms.unchanged');
  if (drift.open.size >= DIFFERENCES_MAX) return reject('terms.unchanged');
  return [{ type: 'WithdrawalsStopped', difference: drift.next, comparison, subject, asset, expected, found }];
}

export function decideLiftWithdrawals({ drift }: CoreView, { upTo, reason }: LiftWithdrawals): Decision {
  const isThere = [...drift.open.keys()].some((id) => id <= upTo);
  return isThere ? [{ type: 'WithdrawalsLifted', upTo, reason }] : reject('withdrawals.not.stopped');
}

/** Null while no difference stops withdrawals. */
export function refuseWhileStopped({ drift }: CoreView): Rejection | null {
  return drift.open.size === 0 ? null : reject('withdrawals.stopped');
}
