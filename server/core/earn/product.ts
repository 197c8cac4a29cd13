/** Financial products, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import { decideBuyFinancial, decideCancelFinancial, decideLeaveFinancial, decideSetFinancialRenewal } from './buy';
import type { FinancialCommand, FinancialTerms } from './commands';
import type { FinancialEvent } from './events';
import { buy, end, fund, proposeTerms, setRenewal, setState, setTerms } from './evolve';
import { decideSettleFinancial } from './settle';
import { decideFundFinancial, decideSetFinancialState, decideSetFinancialTerms } from './terms';
import { takesTwo } from '../staff/rule';
import { changesFinancialTerms, financialStateRule, fundFinancialRule } from './staff-rules';

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
    about: 'Sets terms of a financial product.',
    senders: ['admin'],
    staff: takesTwo(changesFinancialTerms),
    payload: { type: 'asked', ...ASKED_TERMS, reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetFinancialTerms,
  },
  SetFinancialState: {
    about: 'Starts or stops sales of a financial product. Purchases do not change.',
    senders: ['admin'],
    staff: financialStateRule,
    payload: { type: 'asked', product: 'asked', state: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideSetFinancialState,
  },
  FundFinancial: {
    about: "Moves owners' money into the account behind incomes, or takes back what is not promised.",
    senders: ['admin'],
    staff: fundFinancialRule,
    payload: { type: 'asked', asset: 'asked', act: 'asked', amount: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFundFinancial,
  },
  BuyFinancial: {
    about: 'Buys a financial product.',
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', product: 'asked', amount: 'asked', renew: 'asked' },
    lasting: null,
    notByStaff: true,
    decide: decideBuyFinancial,
  },
  CancelFinancial: {
    about: 'Cancels a purchase before it earns; the whole amount returns.',
    senders: ['user'],
    payload: OF_PURCHASE,
    lasting: null,
    decide: decideCancelFinancial,
  },
  LeaveFinancial: {
    about: 'Redeems a purchase early; the principal returns without income.',
    senders: ['user'],
    payload: OF_PURCHASE,
    lasting: null,
    decide: decideLeaveFinancial,
  },
  SetFinancialRenewal: {
    about: 'Sets whether a purchase renews at its end.',
    senders: ['user'],
    payload: { ...OF_PURCHASE, renew: 'asked' },
    lasting: null,
    decide: decideSetFinancialRenewal,
  },
  SettleFinancial: {
    about: 'Settles purchases whose term is over, some at a time.',
    senders: ['clock'],
    payload: { type: 'asked' },
    lasting: null,
    decide: decideSettleFinancial,
  },
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
  FinancialTermsProposed: {
    about: 'Terms of a financial product were proposed. Nothing changes until a second member of staff confirms them.',
    shape: { ...TERMS, by: 'integer', reason: 'text' },
    evolve: proposeTerms,
  },
  FinancialTermsSet: {
    about: 'Terms of a financial product, for purchases from now on.',
    shape: { ...TERMS, proposedBy: 'integer', reason: 'text' },
    evolve: setTerms,
  },
  FinancialStateSet: {
    about: 'Sales of a financial product started or stopped.',
    shape: { product: 'word', state: 'word', reason: 'text' },
    evolve: setState,
  },
  FinancialFunded: {
    about: "Owners' money went into the account behind incomes, or back.",
    shape: { asset: 'word', act: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
    evolve: fund,
  },
  FinancialBought: {
    about: 'A financial product was bought, with the terms that apply to its end.',
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
    about: 'A purchase ended: the principal returned, with income if it ran its term.',
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
  FinancialRenewalSet: {
    about: 'Whether a purchase renews at its end.',
    shape: { purchase: 'integer', user: 'integer', renew: 'word' },
    evolve: setRenewal,
  },
};
