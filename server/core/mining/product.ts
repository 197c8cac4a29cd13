/** Mining, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { decideBuyMining } from './buy';
import type { MiningCommand, MiningTerms } from './commands';
import type { MiningEvent } from './events';
import { buy, end, pay, proposeTerms, setState, setTerms } from './evolve';
import { decidePayMining } from './pay';
import { decideSetMiningState, decideSetMiningTerms } from './terms';

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
    senders: ['admin'],
    payload: { type: 'asked', ...ASKED_TERMS, reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetMiningTerms,
  },
  SetMiningState: {
    senders: ['admin'],
    payload: { type: 'asked', product: 'asked', state: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetMiningState,
  },
  BuyMining: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', product: 'asked', amount: 'asked' },
    lasting: null,
    notByStaff: true,
    decide: decideBuyMining,
  },
  PayMining: { senders: ['clock'], payload: { type: 'asked' }, lasting: null, decide: decidePayMining },
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
  MiningTermsProposed: { shape: { ...TERMS, by: 'integer', reason: 'text' }, evolve: proposeTerms },
  MiningTermsSet: { shape: { ...TERMS, proposedBy: 'integer', reason: 'text' }, evolve: setTerms },
  MiningStateSet: { shape: { product: 'word', state: 'word', reason: 'text' }, evolve: setState },
  MiningBought: {
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
    shape: { ...OF_PURCHASE, dueAt: 'integer', income: 'amount', ...REBATED, entries: 'entries' },
    evolve: end,
  },
};
