/**
 * All movements of the ledger, one row each. A kind fixes both sides of an entry and its label in each owner's records.
 * A null label means that the owner has no records, or that the other side's record already shows it. A new kind is one
 * row, here or in the index of its product. The ledger, the records, the filters and the exports follow from it.
 */
import { PRODUCT_ENTRY_KINDS, PRODUCT_LABELS } from '../products/all';
import { available, custody, fees, frozen, treasury, betweenBuckets, type EntryKindRow } from './entry-rows';

export { HOUSE_ACCOUNTS, HOUSE_SIGNS } from './entry-rows';
export type { Bucket, EntryKindRow, HoldReason, HouseAccount, Side } from './entry-rows';

export const ENTRY_KINDS = {
  recharge: { debit: custody, credit: available, debitLabel: null, creditLabel: 'recharge' },
  withdrawal_apply: betweenBuckets(available, frozen, 'withdrawal', 'withdrawal_apply'),
  withdrawal: { debit: frozen, credit: custody, hold: 'withdrawal', debitLabel: 'withdrawal', creditLabel: null },
  withdrawal_fee: { debit: frozen, credit: fees, hold: 'withdrawal', debitLabel: 'withdrawal_fee', creditLabel: null },
  withdrawal_rejected: betweenBuckets(frozen, available, 'withdrawal', 'withdrawal_rejected'),
  withdrawal_cancelled: betweenBuckets(frozen, available, 'withdrawal', 'withdrawal_cancelled'),
  transfer: { debit: available, credit: available, debitLabel: 'transfer_out', creditLabel: 'transfer_in' },
  hold_buy_coin: betweenBuckets(available, frozen, 'order', 'hold_buy_coin'),
  hold_sell_coin: betweenBuckets(available, frozen, 'order', 'hold_sell_coin'),
  cancel_buy_coin: betweenBuckets(frozen, available, 'order', 'cancel_buy_coin'),
  cancel_sell_coin: betweenBuckets(frozen, available, 'order', 'cancel_sell_coin'),
  trade_base: { debit: frozen, credit: available, hold: 'order', debitLabel: 'sell_coin', creditLabel: 'buy_coin' },
  trade_quote: { debit: frozen, credit: available, hold: 'order', debitLabel: 'buy_coin', creditLabel: 'sell_coin' },
  spot_fee: { debit: available, credit: fees, debitLabel: 'spot_fee', creditLabel: null },
  admin_freeze: betweenBuckets(available, frozen, 'admin', 'admin_freeze'),
  admin_unfreeze: betweenBuckets(frozen, available, 'admin', 'admin_unfreeze'),
  ...PRODUCT_ENTRY_KINDS,
  house_fund: { debit: custody, credit: treasury, debitLabel: null, creditLabel: null },
} as const satisfies Record<string, EntryKindRow>;

export type EntryKind = keyof typeof ENTRY_KINDS;
export const ENTRY_KIND_NAMES = Object.keys(ENTRY_KINDS) as EntryKind[];

/** Labels of records, filters and exports, each with a translation. */
export const ENTRY_LABELS = [
  'recharge',
  'withdrawal_apply',
  'withdrawal',
  'withdrawal_fee',
  'withdrawal_rejected',
  'withdrawal_cancelled',
  'transfer_in',
  'transfer_out',
  'buy_coin',
  'sell_coin',
  'spot_fee',
  'hold_buy_coin',
  'hold_sell_coin',
  'cancel_buy_coin',
  'cancel_sell_coin',
  'admin_freeze',
  'admin_unfreeze',
  ...PRODUCT_LABELS,
] as const;
export type EntryLabel = (typeof ENTRY_LABELS)[number];
