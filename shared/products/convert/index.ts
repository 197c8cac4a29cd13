/** Conversions in the tables of all products: entry kinds and their labels, acts of staff. */
import { available, treasury, type EntryKindRow, type Side } from '../../rules/entry-rows';

const dust: Side = { house: 'dust' };

export const CONVERT_ENTRY_KINDS = {
  dust_sell: { debit: available, credit: dust, debitLabel: 'dust_sell', creditLabel: null },
  dust_pay: { debit: dust, credit: available, debitLabel: null, creditLabel: 'dust_pay' },
  dust_fund: { debit: treasury, credit: dust, debitLabel: null, creditLabel: null },
  dust_release: { debit: dust, credit: treasury, debitLabel: null, creditLabel: null },
} as const satisfies Record<string, EntryKindRow>;

export const CONVERT_LABELS = ['dust_sell', 'dust_pay'] as const;

export const CONVERT_REJECTIONS = [
  'convert.amount.maximum',
  'convert.amount.minimum',
  'convert.dust.closed',
  'convert.dust.coin.invalid',
  'convert.dust.day.exceeded',
  'convert.dust.exhausted',
  'convert.dust.index.stale',
  'convert.dust.not.final',
  'convert.dust.nothing',
  'convert.dust.size.invalid',
  'convert.dust.terms.invalid',
  'convert.dust.too.large',
  'convert.dust.used',
  'convert.least.not.reached',
  'convert.market.none',
  'convert.own.orders',
  'convert.quote.expired',
  'convert.quote.invalid',
  'convert.same.coin',
] as const;

/** Permitted kinds of each act, by the core's rules. */
export const CONVERT_ACTS = {
  SetDustTerms: ['brake', 'change'],
  FundDust: ['money'],
} as const;
