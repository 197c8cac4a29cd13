/** Financial products, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { decideBuyFinancial, decideCancelFinancial, decideLeaveFinancial, decideSetFinancialRenewal } from './buy';
import type { FinancialCommand, FinancialTerms } from './commands';
import type { FinancialEvent } from './events';
import { buy, end, fund, proposeTerms, setRenewal, setState, setTerms } from './evolve';
import { decideSettleFinancial } from './settle';
import { decideFundFinancial, decideSetFinancialState, decideSetFinancialTerms } from './terms';

const ASKED_TERMS: { [K in keyof FinancialTerms]-?: 'asked' } = {
  product: 'asked',
  name: 'asked',
  asset: 'asked',
  termDays: 'asked',
  annualRatePpb: 'asked',
  quota: 'asked',
  amountMin: 'asked',
  userMax: 'asked',
};
const OF_PURCHASE = { type: 'asked', user: 'asked', purchase: 'asked' } as const;

export const financialCommands: {
  [T in FinancialCommand['type']]: CommandRow<Extract<FinancialCommand, { type: T }>>;
} = {
  SetFinancialTerms: {
    senders: ['admin'],
    payload: { type: 'asked', ...ASKED_TERMS, reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetFinancialTerms,
  },
  SetFinancialState: {
    senders: ['admin'],
    payload: { type: 'asked', product: 'asked', state: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetFinancialState,
  },
  FundFinancial: {
    senders: ['admin'],
    payload: { type: 'asked', asset: 'asked', act: 'asked', amount: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFundFinancial,
  },
  BuyFinancial: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', product: 'asked', amount: 'asked', renew: 'asked' },
    lasting: null,
    notByStaff: true,
    decide: decideBuyFinancial,
  },
  CancelFinancial: { senders: ['user'], payload: OF_PURCHASE, lasting: null, decide: decideCancelFinancial },
  LeaveFinancial: { senders: ['user'], payload: OF_PURCHASE, lasting: null, decide: decideLeaveFinancial },
  SetFinancialRenewal: {
    senders: ['user'],
    payload: { ...OF_PURCHASE, renew: 'asked' },
    lasting: null,
    decide: decideSetFinancialRenewal,
  },
  SettleFinancial: { senders: ['clock'], payload: { type: 'asked' }, lasting: null, decide: decideSettleFinancial },
};

const TERMS = {
  product: 'word',
  name: 'text',
  asset: 'word',
  termDays: 'integer',
  annualRatePpb: 'integer',
  quota: 'amount',
  amountMin: 'amount',
  userMax: 'amount',
} as const;

export const financialEvents: { [T in FinancialEvent['type']]: EventRow<Extract<FinancialEvent, { type: T }>> } = {
  FinancialTermsProposed: { shape: { ...TERMS, by: 'integer', reason: 'text' }, evolve: proposeTerms },
  FinancialTermsSet: { shape: { ...TERMS, proposedBy: 'integer', reason: 'text' }, evolve: setTerms },
  FinancialStateSet: { shape: { product: 'word', state: 'word', reason: 'text' }, evolve: setState },
  FinancialFunded: {
    shape: { asset: 'word', act: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
    evolve: fund,
  },
  FinancialBought: {
    shape: {
      purchase: 'integer',
      user: 'integer',
      product: 'word',
      asset: 'word',
      amount: 'amount',
      termDays: 'integer',
      annualRatePpb: 'integer',
      startsAt: 'integer',
      expiresAt: 'integer',
      income: 'amount',
      renew: 'word',
      renews: 'integer?',
      entries: 'entries',
    },
    evolve: buy,
    made: ({ purchase }) => purchase,
  },
  FinancialEnded: {
    shape: {
      purchase: 'integer',
      user: 'integer',
      product: 'word',
      end: 'word',
      dueAt: 'integer',
      income: 'amount',
      notRenewed: 'word?',
      rule: 'integer?',
      entries: 'entries',
    },
    evolve: end,
  },
  FinancialRenewalSet: { shape: { purchase: 'integer', user: 'integer', renew: 'word' }, evolve: setRenewal },
};
