/** Second contracts, as rows. */
import { nothingOpen, type CommandRow, type EventRow } from '../../../core/product';
import type { RefusalUnits } from '../../../core/rejection';
import { takesTwo } from '../../../core/staff/rule';
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
import { buy, enter, fund, proposeTerms, setLimit, setState, setTerms, settle } from './evolve';
import { decideEnterOptions, decideSettleOptions } from './settle';
import { changesOptionTerms, fundOptionsRule, optionStateRule } from './staff-rules';
import { decideFundOptions, decideSetOptionState, decideSetOptionTerms } from './terms';

export const optionCommands: { [T in OptionCommand['type']]: CommandRow<Extract<OptionCommand, { type: T }>> } = {
  SetOptionTerms: {
    about: 'Sets terms of a second contract.',
    senders: ['admin'],
    staff: takesTwo(changesOptionTerms),
    message: SetOptionTerms,
    lasting: nothingOpen,
    decide: decideSetOptionTerms,
  },
  SetOptionState: {
    about: 'Starts or stops sales of second contracts on an index. Open contracts do not change.',
    senders: ['admin'],
    staff: optionStateRule,
    message: SetOptionState,
    lasting: nothingOpen,
    decide: decideSetOptionState,
  },
  FundOptions: {
    about: "Moves owners' money into the account behind second contracts, or takes back what is not promised.",
    senders: ['admin'],
    staff: fundOptionsRule,
    message: FundOptions,
    lasting: nothingOpen,
    decide: decideFundOptions,
  },
  BuyOption: {
    about: 'Buys a second contract.',
    senders: ['user'],
    message: BuyOption,
    lasting: null,
    notByStaff: true,
    decide: decideBuyOption,
  },
  CancelOption: {
    about: 'Cancels a second contract with a set start, until five seconds before it.',
    senders: ['user'],
    message: CancelOption,
    lasting: null,
    decide: decideCancelOption,
  },
  SetOptionLimit: {
    about: "Sets a user's own daily limit on stakes. A lower limit applies at once, a higher one the next day (GMT+8).",
    senders: ['user'],
    message: SetOptionLimit,
    lasting: null,
    decide: decideSetOptionLimit,
  },
  EnterOptions: {
    about: 'Fixes entry prices of contracts that wait for a publication, or refunds them.',
    senders: ['clock'],
    message: EnterOptions,
    lasting: null,
    decide: decideEnterOptions,
  },
  SettleOptions: {
    about: 'Settles contracts that ended or reached a level.',
    senders: ['clock'],
    message: SettleOptions,
    lasting: null,
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
    evolve: fund,
  },
  OptionBought: {
    about: 'A second contract was bought, with the terms that apply to its end.',
    message: OptionBought,
    evolve: buy,
    made: ({ contract }) => contract,
  },
  OptionEntered: {
    about: 'The entry price of a contract was fixed by a publication.',
    message: OptionEntered,
    evolve: enter,
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

export const optionRefusals: RefusalUnits = {
  'option.not.covered': { room: 'asset' },
  'option.amount.minimum': { minimum: 'asset' },
  'option.amount.maximum': { maximum: 'asset' },
  'option.cap.levels': { maximum: 'asset', room: 'asset' },
  'option.cap.side': { maximum: 'asset', room: 'asset' },
  'option.cap.total': { maximum: 'asset', room: 'asset' },
  'option.cap.user': { maximum: 'asset', room: 'asset' },
  'option.limit.own': { maximum: 'asset', room: 'asset' },
};
