/** Second contracts, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { decideBuyOption, decideCancelOption, decideSetOptionLimit } from './buy';
import type { OptionCommand, OptionTerms } from './commands';
import type { OptionEvent } from './events';
import { buy, enter, fund, proposeTerms, setLimit, setState, setTerms, settle } from './evolve';
import { decideEnterOptions, decideSettleOptions } from './settle';
import { decideFundOptions, decideSetOptionState, decideSetOptionTerms } from './terms';

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
    senders: ['admin'],
    payload: { type: 'asked', ...ASKED_TERMS, reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetOptionTerms,
  },
  SetOptionState: {
    senders: ['admin'],
    payload: { type: 'asked', symbol: 'asked', state: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetOptionState,
  },
  FundOptions: {
    senders: ['admin'],
    payload: { type: 'asked', asset: 'asked', act: 'asked', amount: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFundOptions,
  },
  BuyOption: {
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
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', contract: 'asked' },
    lasting: null,
    decide: decideCancelOption,
  },
  SetOptionLimit: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', asset: 'asked', amount: 'asked' },
    lasting: null,
    decide: decideSetOptionLimit,
  },
  EnterOptions: {
    senders: ['clock'],
    payload: { type: 'asked', symbol: 'asked' },
    lasting: null,
    decide: decideEnterOptions,
  },
  SettleOptions: {
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
  OptionTermsProposed: { shape: { ...TERMS, by: 'integer', reason: 'text' }, evolve: proposeTerms },
  OptionTermsSet: { shape: { ...TERMS, proposedBy: 'integer', reason: 'text' }, evolve: setTerms },
  OptionStateSet: { shape: { symbol: 'word', state: 'word', reason: 'text' }, evolve: setState },
  OptionsFunded: {
    shape: { asset: 'word', act: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
    evolve: fund,
  },
  OptionBought: {
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
    shape: { user: 'integer', asset: 'word', amount: 'amount?', day: 'integer' },
    evolve: setLimit,
  },
};
