/** Financial products and mining, as rows. */
import { postAll } from '../../../core/folding';
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../../../core/product';
import { firstRanked } from '../../../core/indexes/ranked';
import type { RefusalUnits } from '../../../core/rejection';
import { takesTwo } from '../../../core/staff/rule';
import * as Commands from './commands';
import type { EarnCommand } from './commands';
import * as Events from './events';
import type { EarnEvent } from './events';
import { buy, end, pay, proposeTerms, setRenewal, setState, setTerms } from './evolve';
import {
  decideBuyFinancial,
  decideCancelFinancial,
  decideLeaveFinancial,
  decideSetFinancialRenewal,
  decideSettleFinancial,
} from './financial';
import { decideBuyMining, decidePayMining } from './mining';
import { changesTerms, fundFinancialRule, stateRule } from './staff-rules';
import type { EarnKind } from './state';
import { decideFundFinancial, decideSetFinancialTerms, decideSetMiningTerms, decideSetState } from './terms';

export const earnCommands: { [T in EarnCommand['type']]: CommandRow<Extract<EarnCommand, { type: T }>> } = {
  SetFinancialTerms: {
    about: 'Sets terms of a financial product.',
    senders: ['admin'],
    staff: takesTwo(changesTerms),
    message: Commands.SetFinancialTerms,
    lasting: nothingOpen,
    decide: decideSetFinancialTerms,
  },
  SetFinancialState: {
    about: 'Starts or stops sales of a financial product. Purchases do not change.',
    senders: ['admin'],
    staff: stateRule,
    message: Commands.SetFinancialState,
    lasting: nothingOpen,
    decide: decideSetState,
  },
  FundFinancial: {
    about: "Moves owners' money into the account behind incomes, or takes back what is not promised.",
    senders: ['admin'],
    staff: fundFinancialRule,
    message: Commands.FundFinancial,
    lasting: nothingOpen,
    decide: decideFundFinancial,
  },
  BuyFinancial: {
    about: 'Buys a financial product.',
    senders: ['user'],
    message: Commands.BuyFinancial,
    lasting: null,
    notByStaff: true,
    decide: decideBuyFinancial,
  },
  CancelFinancial: {
    about: 'Cancels a purchase before it earns; the whole amount returns.',
    senders: ['user'],
    message: Commands.CancelFinancial,
    lasting: null,
    decide: decideCancelFinancial,
  },
  LeaveFinancial: {
    about: 'Redeems a purchase early; the principal returns without income.',
    senders: ['user'],
    message: Commands.LeaveFinancial,
    lasting: null,
    decide: decideLeaveFinancial,
  },
  SetFinancialRenewal: {
    about: 'Sets whether a purchase renews at its end.',
    senders: ['user'],
    message: Commands.SetFinancialRenewal,
    lasting: null,
    decide: decideSetFinancialRenewal,
  },
  SettleFinancial: {
    about: 'Settles purchases whose term is over, some at a time.',
    senders: ['clock'],
    message: Commands.SettleFinancial,
    lasting: null,
    decide: decideSettleFinancial,
  },
  SetMiningTerms: {
    about: 'Sets terms of a mining product.',
    senders: ['admin'],
    staff: takesTwo(changesTerms),
    message: Commands.SetMiningTerms,
    lasting: nothingOpen,
    decide: decideSetMiningTerms,
  },
  SetMiningState: {
    about: 'Starts or stops sales of a mining product. Purchases do not change.',
    senders: ['admin'],
    staff: stateRule,
    message: Commands.SetMiningState,
    lasting: nothingOpen,
    decide: decideSetState,
  },
  BuyMining: {
    about: 'Buys a mining product. The purchase stays until its term is over.',
    senders: ['user'],
    message: Commands.BuyMining,
    lasting: null,
    notByStaff: true,
    decide: decideBuyMining,
  },
  PayMining: {
    about: 'Pays incomes and principals that are due, some at a time.',
    senders: ['clock'],
    message: Commands.PayMining,
    lasting: null,
    decide: decidePayMining,
  },
};

export const earnEvents: { [T in EarnEvent['type']]: EventRow<Extract<EarnEvent, { type: T }>> } = {
  FinancialTermsProposed: {
    about: 'Terms of a financial product were proposed. Nothing changes until a second member of staff confirms them.',
    message: Events.FinancialTermsProposed,
    evolve: proposeTerms,
  },
  FinancialTermsSet: {
    about: 'Terms of a financial product, for purchases from now on.',
    message: Events.FinancialTermsSet,
    evolve: setTerms,
  },
  FinancialStateSet: {
    about: 'Sales of a financial product started or stopped.',
    message: Events.FinancialStateSet,
    evolve: setState,
  },
  FinancialFunded: {
    about: "Owners' money went into the account behind incomes, or back.",
    message: Events.FinancialFunded,
    evolve: (state, { entries }) => postAll(state, entries),
  },
  FinancialBought: {
    about: 'A financial product was bought, with the terms that apply to its end.',
    message: Events.FinancialBought,
    evolve: buy,
    made: ({ purchase }) => purchase,
  },
  FinancialEnded: {
    about: 'A purchase ended: the principal returned, with income if it ran its term.',
    message: Events.FinancialEnded,
    evolve: end,
  },
  FinancialRenewalSet: {
    about: 'Whether a purchase renews at its end.',
    message: Events.FinancialRenewalSet,
    evolve: setRenewal,
  },
  MiningTermsProposed: {
    about: 'Terms of a mining product were proposed. Nothing changes until a second member of staff confirms them.',
    message: Events.MiningTermsProposed,
    evolve: proposeTerms,
  },
  MiningTermsSet: {
    about: 'Terms of a mining product, for purchases from now on.',
    message: Events.MiningTermsSet,
    evolve: setTerms,
  },
  MiningStateSet: {
    about: 'Sales of a mining product started or stopped.',
    message: Events.MiningStateSet,
    evolve: setState,
  },
  MiningBought: {
    about: 'A mining product was bought, with the terms that apply to its end.',
    message: Events.MiningBought,
    evolve: buy,
    made: ({ purchase }) => purchase,
  },
  MiningPaid: {
    about: 'The income of one day was paid.',
    message: Events.MiningPaid,
    evolve: pay,
  },
  MiningEnded: {
    about: 'The term is over: the principal returned, with the whole income where it is paid at the end.',
    message: Events.MiningEnded,
    evolve: end,
  },
};

export const earnRefusals: RefusalUnits = {
  'earn.amount.minimum': { minimum: 'asset' },
  'earn.cap.user': { maximum: 'asset' },
  'earn.quota.exceeded': { maximum: 'asset' },
  'earn.cancel.too.much': { maximum: 'asset', left: 'asset' },
};

/**
 * Between commands: at 00:00 GMT+8 terms end, at 01:00 mining pays. What was missed is made up for by the same rule, a day after the
 * other.
 */
export const earnDebts: readonly Debt[] = [
  due('financial_ends', 120, 'financial', 'SettleFinancial'),
  due('mining_payments', 121, 'mining', 'PayMining'),
];

function due(kind: string, place: number, earn: EarnKind, type: 'SettleFinancial' | 'PayMining'): Debt {
  return {
    kind,
    urgency: 'scheduled',
    place,
    next(view) {
      const first = firstRanked(view[earn].due);
      return first && { dueAt: first.rank, id: first.id, command: { type } };
    },
  };
}
