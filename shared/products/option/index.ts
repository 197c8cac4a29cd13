/** Second contracts, as the tables of all products list them: entry kinds and their labels, acts of staff, channels, notifications. */
import { available, fees, locked, option, treasury, betweenBuckets, type EntryKindRow } from '../../rules/entry-rows';
import { money, hourlySummary, type MessageRows } from '../../rules/message-rows';

export const OPTION_ENTRY_KINDS = {
  option_buy: betweenBuckets(available, locked, 'purchase', 'option_buy'),
  option_refund: betweenBuckets(locked, available, 'purchase', 'option_refund'),
  // The stake of who has won, or got out early, and what the house adds to it.
  option_return: betweenBuckets(locked, available, 'purchase', 'contract_income'),
  option_income: { debit: option, credit: available, debitLabel: null, creditLabel: 'contract_income' },
  option_fee: { debit: available, credit: fees, debitLabel: 'option_fee', creditLabel: null },
  option_lost: { debit: locked, credit: option, hold: 'purchase', debitLabel: 'option_buy', creditLabel: null },
  option_lost_fee: { debit: locked, credit: fees, hold: 'purchase', debitLabel: 'option_fee', creditLabel: null },
  option_fund: { debit: treasury, credit: option, debitLabel: null, creditLabel: null },
  option_release: { debit: option, credit: treasury, debitLabel: null, creditLabel: null },
} as const satisfies Record<string, EntryKindRow>;

export const OPTION_LABELS = ['option_buy', 'option_fee', 'contract_income', 'option_refund'] as const;

/** Permitted kinds of each act, by the core's rules. */
export const OPTION_ACTS = {
  SetOptionTerms: ['change'],
  SetOptionState: ['brake', 'restore'],
  FundOptions: ['money'],
} as const;

export const OPTION_CHANNELS = ['option'] as const;

const ofOption = { ...money, contract: 'id', market: 'word' } as const;

export const OPTION_MESSAGES = {
  /** One with a set time has begun, at `price`; `amount` is staked. */
  'option.started': { ...ofOption, price: 'decimal' },
  /** `amount` is the stake, and `total` the payout. */
  'option.won': { ...ofOption, total: 'decimal' },
  'option.profit': { ...ofOption, total: 'decimal' },
  'option.stopped': { ...ofOption, total: 'decimal' },
  'option.lost': ofOption,
  'option.tie': ofOption,
  /** `why` is the reason for which the stake went back. */
  'option.refunded': { ...ofOption, why: 'word' },
  'options.more': hourlySummary,
} as const satisfies MessageRows;
