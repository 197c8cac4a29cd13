/** Staff rule for lifting a stop of all withdrawals. */
import { staffRule } from '../staff/rule';
import type { LiftWithdrawals } from './commands';

/** Covers differences up to `upTo`; later ones are not lifted and do not block the lift. */
export const liftRule = staffRule(
  'withdrawals',
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
