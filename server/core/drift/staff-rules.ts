/** What lifting a stop of all withdrawals takes. */
import { staffRule } from '../staff/rule';
import type { LiftWithdrawals } from './commands';

/** Of differences up to it: what came after is neither lifted nor in the way. */
export const liftRule = staffRule(
  ['restore'],
  'Every user waits for it; both have seen the difference.',
  ({ drift }, { upTo }: LiftWithdrawals) => {
    const differences = [...drift.open.keys()].filter((id) => id <= upTo).length;
    return {
      kind: 'restore',
      subject: 'withdrawals/stop',
      user: null,
      before: { differences, upTo },
      after: { differences: 0, upTo },
    };
  },
);
