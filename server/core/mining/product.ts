/** Mining, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { decideBuyMining } from './buy';
import type { MiningCommand, MiningTerms } from './commands';
import type { MiningEvent } from './events';
import { buy, end, pay, proposeTerms, setState, setTerms } from './evolve';
import { decidePayMining } from './pay';
import { decideSetMiningState, decideSetMiningTerms } from './terms';
import { takesTwo } from '../staff/rule';
import { changesMiningTerms, miningStateRule } from './staff-rules';

const ASKED_TERMS: { [K in keyof MiningTerms]-?: 'asked' } = {
  product: 'asked',
  name: 'asked',
  asset: 'asked',
  incomeAsset: 'asked',
  termDays: 'asked',
  dailyRatePpb: 'asked',
  payout: 'asked',
  rebate: 'asked',
  rebatePpb: 'asked',
  quota: 'asked',
  amountMin: 'asked',
  amountMax: 'asked',
};

export const miningCommands: { [T in MiningCommand['type']]: CommandRow<Extract<MiningCommand, { type: T }>> } = {
  SetMiningTerms: {
    about: 'Sets terms of a mining product.',
    senders: ['admin'],
    staff: takesTwo(changesMiningTerms),
    payload: { type: 'asked', ...ASKED_TERMS, reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetMiningTerms,
  },
  SetMiningState: {
    about: 'Starts or stops sales of a mining product. Purchases do not change.',
    senders: ['admin'],
    staff: miningStateRule,
    payload: { type: 'asked', product: 'asked', state: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetMiningState,
  },
  BuyMining: {
    about: 'Buys a mining product. The purchase stays until its term is over.',
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', product: 'asked', amount: 'asked' },
    lasting: null,
    notByStaff: true,
    decide: decideBuyMining,
  },
  PayMining: {
    about: 'Pays incomes and principals that are due, some at a time.',
    senders: ['clock'],
    payload: { type: 'asked' },
    lasting: null,
    decide: decidePayMining,
  },
};

const TERMS = {
  product: 'word',
  name: 'text',
  asset: 'word',
  incomeAsset: 'word',
  termDays: 'integer',
  dailyRatePpb: 'integer',
  payout: 'word',
  rebate: 'word',
  rebatePpb: 'integer',
  quota: 'amount',
  amountMin: 'amount',
  amountMax: 'amount',
} as const;
const OF_PURCHASE = { purchase: 'integer', user: 'integer', product: 'word' } as const;
const REBATED = { inviter: 'integer?', rebate: 'amount?' } as const;

export const miningEvents: { [T in MiningEvent['type']]: EventRow<Extract<MiningEvent, { type: T }>> } = {
  MiningTermsProposed: {
    about: 'Terms of a mining product were proposed. Nothing changes until a second member of staff confirms them.',
    shape: { ...TERMS, by: 'integer', reason: 'text' },
    evolve: proposeTerms,
  },
  MiningTermsSet: {
    about: 'Terms of a mining product, for purchases from now on.',
    shape: { ...TERMS, proposedBy: 'integer', reason: 'text' },
    evolve: setTerms,
  },
  MiningStateSet: {
    about: 'Sales of a mining product started or stopped.',
    shape: { product: 'word', state: 'word', reason: 'text' },
    evolve: setState,
  },
  MiningBought: {
    about: 'A mining product was bought, with the terms that apply to its end.',
    shape: {
      ...OF_PURCHASE,
      asset: 'word',
      amount: 'amount',
      incomeAsset: 'word',
      termDays: 'integer',
      dailyRatePpb: 'integer',
      payout: 'word',
      priceOf: 'amount?',
      priceBy: 'amount?',
      startsAt: 'integer',
      expiresAt: 'integer',
      income: 'amount',
      ...REBATED,
      rebatePpb: 'integer?',
      rule: 'integer?',
      entries: 'entries',
    },
    evolve: buy,
    made: ({ purchase }) => purchase,
  },
  MiningPaid: {
    about: 'The income of one day was paid.',
    shape: {
      ...OF_PURCHASE,
      payment: 'integer',
      dueAt: 'integer',
      income: 'amount',
      ...REBATED,
      entries: 'entries',
    },
    evolve: pay,
  },
  MiningEnded: {
    about: 'The term is over: the principal returned, with the whole income where it is paid at the end.',
    shape: { ...OF_PURCHASE, dueAt: 'integer', income: 'amount', ...REBATED, entries: 'entries' },
    evolve: end,
  },
};
