/** Rebates to those who invited, in two levels: their rates, and what is paid of each day. */
import { dayStart } from '../../../shared/rules/days';
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../product';
import type { ReferralCommand } from './commands';
import { decidePayRebates, decideSetReferralTerms } from './decide-referral';
import type { ReferralEvent } from './events';
import { endSlice, payRebate, proposeTerms, setTerms } from './evolve';
import { takesTwo } from '../staff/rule';
import { changesReferralTerms } from './staff-rules';

export const referralCommands: { [T in ReferralCommand['type']]: CommandRow<Extract<ReferralCommand, { type: T }>> } = {
  SetReferralTerms: {
    about: 'Sets the rebate rates.',
    senders: ['admin'],
    staff: takesTwo(changesReferralTerms),
    payload: { type: 'asked', from: 'asked', level1Ppb: 'asked', level2Ppb: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetReferralTerms,
  },
  PayRebates: {
    about: 'Pays the rebates of a finished day, some payers at a time.',
    senders: ['clock'],
    payload: { type: 'asked', day: 'asked' },
    lasting: null,
    decide: decidePayRebates,
  },
};

const RATES = { level1Ppb: 'integer', level2Ppb: 'integer' } as const;

export const referralEvents: { [T in ReferralEvent['type']]: EventRow<Extract<ReferralEvent, { type: T }>> } = {
  ReferralTermsProposed: {
    about: 'Rebate rates were proposed. Nothing changes until a second member of staff confirms them.',
    shape: { from: 'integer?', ...RATES, by: 'integer', reason: 'text' },
    evolve: proposeTerms,
  },
  ReferralTermsSet: {
    about: 'Rebate rates from `from` on.',
    shape: { from: 'integer', ...RATES, proposedBy: 'integer', reason: 'text' },
    evolve: setTerms,
  },
  RebatePaid: {
    about: "A rebate: part of one invited user's fees of one asset on one day, for one of the two levels above.",
    shape: {
      user: 'integer',
      source: 'integer',
      level: 'integer',
      day: 'integer',
      asset: 'word',
      fee: 'amount',
      ratePpb: 'integer',
      amount: 'amount',
      entries: 'entries',
    },
    evolve: payRebate,
  },
  RebatesReckoned: {
    about: 'Rebates of a day are paid for all payers up to `through`; absent: for all.',
    shape: { day: 'integer', through: 'integer?' },
    evolve: endSlice,
  },
};

/** At 00:00 GMT+8 for the day before, between commands. Days missed are paid one after the other, each by its own rates. */
export const referralDebts: readonly Debt[] = [
  {
    kind: 'rebates',
    urgency: 'scheduled',
    next({ referral }) {
      // A day is counted only when those before it have begun: the first of the map is the oldest.
      for (const day of referral.days.keys()) {
        return { dueAt: dayStart(day + 1), id: 0, command: { type: 'PayRebates', day } };
      }
      return null;
    },
  },
];
