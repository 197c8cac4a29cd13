/** Rebates to inviters on two levels: rates, and payments for each day. */
import { dayStart } from '../../../../shared/rules/days';
import { monthOnly, type CommandRow, type DueWork, type EventRow } from '../../../core/product';
import { twoPersonRule } from '../../../core/staff/rule';
import type { ReferralCommand } from './commands';
import { PayRebates, SetReferralTerms } from './commands';
import { decidePayRebates, decideSetReferralTerms } from './decide-referral';
import type { ReferralEvent } from './events';
import { RebatePaid, RebatesReckoned, ReferralTermsProposed, ReferralTermsSet } from './events';
import { endSlice, payRebate, proposeTerms, setTerms } from './evolve';
import { referralTermsApproval } from './staff-rules';

export const referralCommands: { [T in ReferralCommand['type']]: CommandRow<Extract<ReferralCommand, { type: T }>> } = {
  SetReferralTerms: {
    about: 'Sets the rebate rates.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', referralTermsApproval),
    message: SetReferralTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetReferralTerms,
  },
  PayRebates: {
    about: 'Pays the rebates of a finished day, some payers at a time.',
    allowedActors: ['clock'],
    message: PayRebates,
    idempotencyRetention: null,
    decide: decidePayRebates,
  },
};

export const referralEvents: { [T in ReferralEvent['type']]: EventRow<Extract<ReferralEvent, { type: T }>> } = {
  ReferralTermsProposed: {
    about: 'Rebate rates were proposed. Nothing changes until a second member of staff confirms them.',
    message: ReferralTermsProposed,
    evolve: proposeTerms,
  },
  ReferralTermsSet: {
    about: 'Rebate rates from `from` on.',
    message: ReferralTermsSet,
    evolve: setTerms,
  },
  RebatePaid: {
    about: "A rebate: part of one invited user's fees of one asset on one day, for one of the two levels above.",
    message: RebatePaid,
    evolve: payRebate,
  },
  RebatesReckoned: {
    about: 'Rebates of a day are paid for all payers up to `through`; absent: for all.',
    message: RebatesReckoned,
    evolve: endSlice,
  },
};

/** At 00:00 GMT+8 for the day before, between commands. Days missed are paid one after the other, each by its own rates. */
export const referralDueWork: readonly DueWork[] = [
  {
    kind: 'rebates',
    urgency: 'scheduled',
    place: 130,
    next({ referral }) {
      // Days are added in order, so the first of the map is the oldest.
      for (const day of referral.days.keys()) {
        return { dueAt: dayStart(day + 1), id: 0, command: { type: 'PayRebates', day } };
      }
      return null;
    },
  },
];
