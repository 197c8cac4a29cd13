/** Second contracts, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { decideBuyOption, decideCancelOption, decideSetOptionLimit } from './buy';
import type { OptionCommand, OptionTerms } from './commands';
import type { OptionEvent } from './events';
import { buy, enter, fund, proposeTerms, setLimit, setState, setTerms, settle } from './evolve';
import { decideEnterOptions, decideSettleOptions } from './settle';
import { decideFundOptions, decideSetOptionState, decideSetOptionTerms } from './terms';
import { takesTwo } from '../staff/rule';
import { changesOptionTerms, fundOptionsRule, optionStateRule } from './staff-rules';

const ASKED_TERMS: { [K in keyof OptionTerms]-?: 'asked' } = {
  symbol: 'asked',
  asset: 'asked',
  amountMin: 'asked',
  amountMax: 'asked',
  sideMax: 'asked',
  totalMax: 'asked',
  userMax: 'asked',
  levelsUserMax: 'asked',
  durationsMs: 'asked',
  payoutsPpb: 'asked',
  feesPpb: 'asked',
  feeAmounts: 'asked',
};

export const optionCommands: { [T in OptionCommand['type']]: CommandRow<Extract<OptionCommand, { type: T }>> } = {
  SetOptionTerms: {
    about: 'Sets terms of a second contract.',
    senders: ['admin'],
    staff: takesTwo(changesOptionTerms),
    payload: { type: 'asked', ...ASKED_TERMS, reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetOptionTerms,
  },
  SetOptionState: {
    about: 'Starts or stops sales of second contracts on an index. Open contracts do not change.',
    senders: ['admin'],
    staff: optionStateRule,
    payload: { type: 'asked', symbol: 'asked', state: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetOptionState,
  },
  FundOptions: {
    about: "Moves owners' money into the account behind second contracts, or takes back what is not promised.",
    senders: ['admin'],
    staff: fundOptionsRule,
    payload: { type: 'asked', asset: 'asked', act: 'asked', amount: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFundOptions,
  },
  BuyOption: {
    about: 'Buys a second contract.',
    senders: ['user'],
    payload: {
      type: 'asked',
      user: 'asked',
      symbol: 'asked',
      direction: 'asked',
      stake: 'asked',
      durationMs: 'asked',
      startsAt: 'asked',
      takeProfit: 'asked',
      stopLoss: 'asked',
    },
    lasting: null,
    notByStaff: true,
    decide: decideBuyOption,
  },
  CancelOption: {
    about: 'Cancels a second contract with a set start, until five seconds before it.',
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', contract: 'asked' },
    lasting: null,
    decide: decideCancelOption,
  },
  SetOptionLimit: {
    about: "Sets a user's own daily limit on stakes. A lower limit applies at once, a higher one the next day (GMT+8).",
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', asset: 'asked', amount: 'asked' },
    lasting: null,
    decide: decideSetOptionLimit,
  },
  EnterOptions: {
    about: 'Fixes entry prices of contracts that wait for a publication, or refunds them.',
    senders: ['clock'],
    payload: { type: 'asked', symbol: 'asked' },
    lasting: null,
    decide: decideEnterOptions,
  },
  SettleOptions: {
    about: 'Settles contracts that ended or reached a level.',
    senders: ['clock'],
    payload: { type: 'asked', symbol: 'asked' },
    lasting: null,
    decide: decideSettleOptions,
  },
};

const TERMS = {
  symbol: 'word',
  asset: 'word',
  amountMin: 'amount',
  amountMax: 'amount',
  sideMax: 'amount',
  totalMax: 'amount',
  userMax: 'amount',
  levelsUserMax: 'amount',
  durationsMs: 'integers',
  payoutsPpb: 'integers',
  feesPpb: 'integers',
  feeAmounts: 'amounts',
} as const;

export const optionEvents: { [T in OptionEvent['type']]: EventRow<Extract<OptionEvent, { type: T }>> } = {
  OptionTermsProposed: {
    about: 'Terms of a second contract were proposed. Nothing changes until a second member of staff confirms them.',
    shape: { ...TERMS, by: 'integer', reason: 'text' },
    evolve: proposeTerms,
  },
  OptionTermsSet: {
    about: 'Terms of a second contract, for purchases from now on.',
    shape: { ...TERMS, proposedBy: 'integer', reason: 'text' },
    evolve: setTerms,
  },
  OptionStateSet: {
    about: 'Sales of second contracts on an index started or stopped.',
    shape: { symbol: 'word', state: 'word', reason: 'text' },
    evolve: setState,
  },
  OptionsFunded: {
    about: "Owners' money went into the account behind second contracts, or back.",
    shape: { asset: 'word', act: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
    evolve: fund,
  },
  OptionBought: {
    about: 'A second contract was bought, with the terms that apply to its end.',
    shape: {
      contract: 'integer',
      user: 'integer',
      symbol: 'word',
      direction: 'word',
      asset: 'word',
      stake: 'amount',
      durationMs: 'integer',
      payoutPpb: 'integer',
      fee: 'amount',
      rule: 'integer?',
      from: 'integer',
      startsAt: 'integer?',
      takeProfit: 'integer?',
      stopLoss: 'integer?',
      staleMs: 'integer',
      sourcesMin: 'integer?',
      entries: 'entries',
    },
    evolve: buy,
    made: ({ contract }) => contract,
  },
  OptionEntered: {
    about: 'The entry price of a contract was fixed by a publication.',
    shape: {
      contract: 'integer',
      user: 'integer',
      symbol: 'word',
      price: 'integer',
      at: 'integer',
      batch: 'integer',
      endsAt: 'integer',
    },
    evolve: enter,
  },
  OptionSettled: {
    about: 'A contract ended: its result, the publication that decided it, and the payout.',
    shape: {
      contract: 'integer',
      user: 'integer',
      symbol: 'word',
      end: 'word',
      reason: 'word?',
      dueAt: 'integer',
      price: 'integer?',
      at: 'integer?',
      batch: 'integer?',
      paid: 'amount',
      income: 'amount',
      fee: 'amount',
      entries: 'entries',
    },
    evolve: settle,
  },
  OptionLimitSet: {
    about: "A user's own daily limit on stakes, from `day` on.",
    shape: { user: 'integer', asset: 'word', amount: 'amount?', day: 'integer' },
    evolve: setLimit,
  },
};
