/** Second contracts, as rows. */
import { monthOnly, type CommandRow, type EventRow } from '../../../core/product';
import type { RejectionUnits } from '../../../core/rejection';
import { twoPersonRule } from '../../../core/staff/rule';
import { decideBuyOption, decideCancelOption, decideSetOptionLimit } from './buy';
import type { OptionCommand } from './commands';
import {
  BuyOption,
  CancelOption,
  EnterOptions,
  FundOptions,
  SetOptionLimit,
  SetOptionState,
  SetOptionTerms,
  SettleOptions,
} from './commands';
import type { OptionEvent } from './events';
import {
  OptionBought,
  OptionEntered,
  OptionLimitSet,
  OptionSettled,
  OptionStateSet,
  OptionTermsProposed,
  OptionTermsSet,
  OptionsFunded,
} from './events';
import { applyPurchase, applyEntry, applyFunding, proposeTerms, setLimit, setState, setTerms, settle } from './evolve';
import { decideEnterOptions, decideSettleOptions } from './settle';
import { optionTermsApproval, fundOptionsRule, optionStateRule } from './staff-rules';
import { decideFundOptions, decideSetOptionState, decideSetOptionTerms } from './terms';

export const optionCommands: { [T in OptionCommand['type']]: CommandRow<Extract<OptionCommand, { type: T }>> } = {
  SetOptionTerms: {
    about: 'Sets terms of a second contract.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', optionTermsApproval),
    message: SetOptionTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetOptionTerms,
  },
  SetOptionState: {
    about: 'Starts or stops sales of second contracts on an index. Open contracts do not change.',
    allowedActors: ['admin'],
    staff: optionStateRule,
    message: SetOptionState,
    idempotencyRetention: monthOnly,
    decide: decideSetOptionState,
  },
  FundOptions: {
    about: "Moves owners' money into the account behind second contracts, or takes back what is not promised.",
    allowedActors: ['admin'],
    staff: fundOptionsRule,
    message: FundOptions,
    idempotencyRetention: monthOnly,
    decide: decideFundOptions,
  },
  BuyOption: {
    about: 'Buys a second contract.',
    allowedActors: ['user'],
    message: BuyOption,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decideBuyOption,
  },
  CancelOption: {
    about: 'Cancels a second contract with a set start, until five seconds before it.',
    allowedActors: ['user'],
    message: CancelOption,
    idempotencyRetention: null,
    decide: decideCancelOption,
  },
  SetOptionLimit: {
    about: "Sets a user's own daily limit on stakes. A lower limit applies at once, a higher one the next day (GMT+8).",
    allowedActors: ['user'],
    message: SetOptionLimit,
    idempotencyRetention: null,
    decide: decideSetOptionLimit,
  },
  EnterOptions: {
    about: 'Fixes entry prices of contracts that wait for a publication, or refunds them.',
    allowedActors: ['clock'],
    message: EnterOptions,
    idempotencyRetention: null,
    decide: decideEnterOptions,
  },
  SettleOptions: {
    about: 'Settles contracts that ended or reached a level.',
    allowedActors: ['clock'],
    message: SettleOptions,
    idempotencyRetention: null,
    decide: decideSettleOptions,
  },
};

export const optionEvents: { [T in OptionEvent['type']]: EventRow<Extract<OptionEvent, { type: T }>> } = {
  OptionTermsProposed: {
    about: 'Terms of a second contract were proposed. Nothing changes until a second member of staff confirms them.',
    message: OptionTermsProposed,
    evolve: proposeTerms,
  },
  OptionTermsSet: {
    about: 'Terms of a second contract, for purchases from now on.',
    message: OptionTermsSet,
    evolve: setTerms,
  },
  OptionStateSet: {
    about: 'Sales of second contracts on an index started or stopped.',
    message: OptionStateSet,
    evolve: setState,
  },
  OptionsFunded: {
    about: "Owners' money went into the account behind second contracts, or back.",
    message: OptionsFunded,
    evolve: applyFunding,
  },
  OptionBought: {
    about: 'A second contract was bought, with the terms that apply to its end.',
    message: OptionBought,
    evolve: applyPurchase,
    createdId: ({ contract }) => contract,
  },
  OptionEntered: {
    about: 'The entry price of a contract was fixed by a publication.',
    message: OptionEntered,
    evolve: applyEntry,
  },
  OptionSettled: {
    about: 'A contract ended: its result, the publication that decided it, and the payout.',
    message: OptionSettled,
    evolve: settle,
  },
  OptionLimitSet: {
    about: "A user's own daily limit on stakes, from `day` on.",
    message: OptionLimitSet,
    evolve: setLimit,
  },
};

export const optionRejectionUnits: RejectionUnits = {
  'option.not.covered': { room: 'asset' },
  'option.amount.minimum': { minimum: 'asset' },
  'option.amount.maximum': { maximum: 'asset' },
  'option.cap.levels': { maximum: 'asset', room: 'asset' },
  'option.cap.side': { maximum: 'asset', room: 'asset' },
  'option.cap.total': { maximum: 'asset', room: 'asset' },
  'option.cap.user': { maximum: 'asset', room: 'asset' },
  'option.limit.own': { maximum: 'asset', room: 'asset' },
};
