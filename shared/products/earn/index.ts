/** Financial products and mining, for the tables of all products: entry kinds and labels, acts of staff, channels, notifications. */
import { available, financial, locked, treasury, betweenBuckets, type EntryKindRow } from '../../rules/entry-rows';
import { money, hourlySummary, type MessageRows } from '../../rules/message-rows';

export const EARN_ENTRY_KINDS = {
  financial_buy: betweenBuckets(available, locked, 'purchase', 'buy_financial'),
  financial_return: betweenBuckets(locked, available, 'purchase', 'financial_return'),
  financial_cancel: betweenBuckets(locked, available, 'purchase', 'financial_cancel'),
  financial_income: { debit: financial, credit: available, debitLabel: null, creditLabel: 'financial_income' },
  mining_buy: betweenBuckets(available, locked, 'purchase', 'buy_mining'),
  mining_return: betweenBuckets(locked, available, 'purchase', 'mining_return'),
  mining_income: { debit: financial, credit: available, debitLabel: null, creditLabel: 'mining_income' },
  mining_rebate: { debit: financial, credit: available, debitLabel: null, creditLabel: 'mining_rebate' },
} as const satisfies Record<string, EntryKindRow>;

/** Movements of the fund for the incomes of financial products and mining. */
export const EARN_FUND_ENTRY_KINDS = {
  financial_fund: { debit: treasury, credit: financial, debitLabel: null, creditLabel: null },
  financial_release: { debit: financial, credit: treasury, debitLabel: null, creditLabel: null },
} as const satisfies Record<string, EntryKindRow>;

export const EARN_LABELS = [
  'buy_financial',
  'financial_return',
  'financial_cancel',
  'financial_income',
  'buy_mining',
  'mining_return',
  'mining_income',
  'mining_rebate',
] as const;

export const EARN_REJECTIONS = [
  'earn.amount.minimum',
  'earn.cancel.too.late',
  'earn.cancel.too.many',
  'earn.cancel.too.much',
  'earn.cap.user',
  'earn.closed',
  'earn.leave.too.early',
  'earn.not.covered',
  'earn.not.found',
  'earn.products.too.many',
  'earn.quota.exceeded',
  'earn.rate.above.maximum',
  'earn.terms.invalid',
  'earn.unknown',
] as const;

/** Permitted kinds of each act, by the core's rules. */
export const EARN_ACTS = {
  SetFinancialTerms: ['change'],
  SetFinancialState: ['brake', 'restore'],
  FundFinancial: ['money'],
  SetMiningTerms: ['change'],
  SetMiningState: ['brake', 'restore'],
} as const;

export const EARN_CHANNELS = ['earn'] as const;

const ofFinancial = { ...money, purchase: 'id', product: 'word' } as const;

export const EARN_MESSAGES = {
  /** `time`: from when it earns. */
  'financial.bought': { ...ofFinancial, time: 'time' },
  'financial.renewed': { ...ofFinancial, time: 'time' },
  /** `total`: principal and income. */
  'financial.settled': { ...ofFinancial, total: 'decimal' },
  /** Settled, and not bought again although it was to be: `reason` is an answer code. */
  'financial.unrenewed': { ...ofFinancial, total: 'decimal', reason: 'word' },
  'financial.cancelled': ofFinancial,
  'financial.left': ofFinancial,
  /** `time`: from when it mines. */
  'mining.bought': { ...ofFinancial, time: 'time' },
  /** Its incomes were paid day by day. */
  'mining.ended': ofFinancial,
  /** `total` of `coin` is the income of the whole term, paid with it. */
  'mining.ended_paid': { ...ofFinancial, total: 'decimal', coin: 'word' },
  /** To the inviter of the buyer, once. */
  'mining.rebate': { ...money, product: 'word' },
  'earn.more': hourlySummary,
} as const satisfies MessageRows;
