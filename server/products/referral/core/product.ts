/** Rebates to those who invited, in two levels: their rates, and what is paid of each day. */
import { dayStart } from '../../../../shared/rules/days';
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../../../core/product';
import { takesTwo } from '../../../core/staff/rule';
import type { ReferralCommand } from './commands';
import { PayRebates, SetReferralTerms } from './commands';
import { decidePayRebates, decideSetReferralTerms } from './decide-referral';
import type { ReferralEvent } from './events';
import { RebatePaid, RebatesReckoned, ReferralTermsProposed, ReferralTermsSet } from './events';
import { endSlice, payRebate, proposeTerms, setTerms } from './evolve';
import { changesReferralTerms } from './staff-rules';

export const referralCommands: { [T in ReferralCommand['type']]: CommandRow<Extract<ReferralCommand, { type: T }>> } = {
  SetReferralTerms: {
    about: 'Sets the rebate rates.',
    senders: ['admin'],
    staff: takesTwo(changesReferralTerms),
    message: SetReferralTerms,
    lasting: nothingOpen,
    decide: decideSetReferralTerms,
  },
  PayRebates: {
    about: 'Pays the rebates of a finished day, some payers at a time.',
    senders: ['clock'],
    message: PayRebates,
    lasting: null,
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
export const referralDebts: readonly Debt[] = [
  {
    kind: 'rebates',
    urgency: 'scheduled',
    place: 130,
    next({ referral }) {
      // A day is counted only when those before it have begun: the first of the map is the oldest.
      for (const day of referral.days.keys()) {
        return { dueAt: dayStart(day + 1), id: 0, command: { type: 'PayRebates', day } };
      }
      return null;
    },
  },
];
