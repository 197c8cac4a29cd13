/** Financial products and mining, as rows. */
import { postEntries } from '../../../core/evolve-helpers';
import { monthOnly, type CommandRow, type DueWork, type EventRow } from '../../../core/product';
import { firstRanked } from '../../../core/indexes/ranked-ids';
import type { RejectionUnits } from '../../../core/rejection';
import { twoPersonRule } from '../../../core/staff/rule';
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
import { earnTermsApproval, fundFinancialRule, stateRule } from './staff-rules';
import type { EarnKind } from './state';
import { decideFundFinancial, decideSetFinancialTerms, decideSetMiningTerms, decideSetState } from './terms';

export const earnCommands: { [T in EarnCommand['type']]: CommandRow<Extract<EarnCommand, { type: T }>> } = {
  SetFinancialTerms: {
    about: 'Sets terms of a financial product.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', earnTermsApproval),
    message: Commands.SetFinancialTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetFinancialTerms,
  },
  SetFinancialState: {
    about: 'Starts or stops sales of a financial product. Purchases do not change.',
    allowedActors: ['admin'],
    staff: stateRule,
    message: Commands.SetFinancialState,
    idempotencyRetention: monthOnly,
    decide: decideSetState,
  },
  FundFinancial: {
    about: "Moves owners' money into the account behind incomes, or takes back what is not promised.",
    allowedActors: ['admin'],
    staff: fundFinancialRule,
    message: Commands.FundFinancial,
    idempotencyRetention: monthOnly,
    decide: decideFundFinancial,
  },
  BuyFinancial: {
    about: 'Buys a financial product.',
    allowedActors: ['user'],
    message: Commands.BuyFinancial,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decideBuyFinancial,
  },
  CancelFinancial: {
    about: 'Cancels a purchase before it earns; the whole amount returns.',
    allowedActors: ['user'],
    message: Commands.CancelFinancial,
    idempotencyRetention: null,
    decide: decideCancelFinancial,
  },
  LeaveFinancial: {
    about: 'Redeems a purchase early; the principal returns without income.',
    allowedActors: ['user'],
    message: Commands.LeaveFinancial,
    idempotencyRetention: null,
    decide: decideLeaveFinancial,
  },
  SetFinancialRenewal: {
    about: 'Sets whether a purchase renews at its end.',
    allowedActors: ['user'],
    message: Commands.SetFinancialRenewal,
    idempotencyRetention: null,
    decide: decideSetFinancialRenewal,
  },
  SettleFinancial: {
    about: 'Settles purchases whose term is over, some at a time.',
    allowedActors: ['clock'],
    message: Commands.SettleFinancial,
    idempotencyRetention: null,
    decide: decideSettleFinancial,
  },
  SetMiningTerms: {
    about: 'Sets terms of a mining product.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', earnTermsApproval),
    message: Commands.SetMiningTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetMiningTerms,
  },
  SetMiningState: {
    about: 'Starts or stops sales of a mining product. Purchases do not change.',
    allowedActors: ['admin'],
    staff: stateRule,
    message: Commands.SetMiningState,
    idempotencyRetention: monthOnly,
    decide: decideSetState,
  },
  BuyMining: {
    about: 'Buys a mining product. The purchase stays until its term is over.',
    allowedActors: ['user'],
    message: Commands.BuyMining,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decideBuyMining,
  },
  PayMining: {
    about: 'Pays incomes and principals that are due, some at a time.',
    allowedActors: ['clock'],
    message: Commands.PayMining,
    idempotencyRetention: null,
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
    evolve: (state, { entries }) => postEntries(state, entries),
  },
  FinancialBought: {
    about: 'A financial product was bought, with the terms that apply to its end.',
    message: Events.FinancialBought,
    evolve: buy,
    createdId: ({ purchase }) => purchase,
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
    createdId: ({ purchase }) => purchase,
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

export const earnRejectionUnits: RejectionUnits = {
  'earn.amount.minimum': { minimum: 'asset' },
  'earn.cap.user': { maximum: 'asset' },
  'earn.quota.exceeded': { maximum: 'asset' },
  'earn.cancel.too.much': { maximum: 'asset', left: 'asset' },
};

/**
 * Work due between commands: at 00:00 GMT+8 terms end, at 01:00 mining pays. Missed days are made up by the same rule, one after the other.
 */
export const earnDueWork: readonly DueWork[] = [
  settlementDueWork('financial_ends', 120, 'financial', 'SettleFinancial'),
  settlementDueWork('mining_payments', 121, 'mining', 'PayMining'),
];

function settlementDueWork(
  kind: string,
  place: number,
  earn: EarnKind,
  type: 'SettleFinancial' | 'PayMining',
): DueWork {
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
