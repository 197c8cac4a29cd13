/** Perpetual contracts in the tables of all products: entry kinds and their labels, acts of staff, channels. */
import {
  available,
  clearing,
  fees,
  frozen,
  funding,
  insurance,
  locked,
  treasury,
  betweenBuckets,
  type EntryKindRow,
  type Side,
} from '../../rules/entry-rows';

/** The hold of a perpetual's order becomes the margin of a position: a movement between two holds. */
function opening(margin: Side, label: string): EntryKindRow {
  return { debit: frozen, credit: margin, hold: 'order', into: 'position', debitLabel: label, creditLabel: null };
}

/** From a position's margin to the house, and from the house to the margin. */
function fromMargin(margin: Side, credit: Side, label: string): EntryKindRow {
  return { debit: margin, credit, hold: 'position', debitLabel: label, creditLabel: null };
}
function intoMargin(debit: Side, margin: Side, label: string): EntryKindRow {
  return { debit, credit: margin, hold: 'position', debitLabel: null, creditLabel: label };
}

/** The whole margin of a position, from one bucket to the other under the same hold. */
function movedMargin(debit: Side, credit: Side, label: string): EntryKindRow {
  return { debit, credit, hold: 'position', into: 'position', debitLabel: label, creditLabel: null };
}

export const PERPETUAL_ENTRY_KINDS = {
  hold_long: betweenBuckets(available, frozen, 'order', 'long_margin'),
  hold_short: betweenBuckets(available, frozen, 'order', 'short_margin'),
  cancel_long: betweenBuckets(frozen, available, 'order', 'long_cancel_margin_return'),
  cancel_short: betweenBuckets(frozen, available, 'order', 'short_cancel_margin_return'),
  open_long: opening(locked, 'long_margin'),
  open_short: opening(locked, 'short_margin'),
  open_long_fee: { debit: frozen, credit: fees, hold: 'order', debitLabel: 'long_fee', creditLabel: null },
  open_short_fee: { debit: frozen, credit: fees, hold: 'order', debitLabel: 'short_fee', creditLabel: null },
  close_long_fee: { debit: available, credit: fees, debitLabel: 'long_fee', creditLabel: null },
  close_short_fee: { debit: available, credit: fees, debitLabel: 'short_fee', creditLabel: null },
  margin_return: betweenBuckets(locked, available, 'position', 'margin_return'),
  margin_profit: { debit: clearing, credit: available, debitLabel: null, creditLabel: 'margin_profit' },
  margin_loss: { debit: available, credit: clearing, debitLabel: 'margin_profit', creditLabel: null },
  margin_add: betweenBuckets(available, locked, 'position', 'margin_adjust'),
  margin_take: betweenBuckets(locked, available, 'position', 'margin_adjust'),
  funding_paid: fromMargin(locked, funding, 'funding_fee'),
  funding_received: intoMargin(funding, locked, 'funding_fee'),
  funding_rest: { debit: funding, credit: insurance, debitLabel: null, creditLabel: null },
  insurance_cover: intoMargin(insurance, locked, 'insurance_cover'),
  treasury_cover: intoMargin(treasury, locked, 'insurance_cover'),
  liquidation_fee: fromMargin(locked, insurance, 'liquidation_fee'),
  cross_liquidation_fee: { debit: available, credit: insurance, debitLabel: 'liquidation_fee', creditLabel: null },
  lock_position: movedMargin(locked, frozen, 'admin_lock_position'),
  unlock_position: movedMargin(frozen, locked, 'admin_unlock_position'),
  // The same for a position that staff have locked: its margin is in `frozen`.
  open_long_frozen: opening(frozen, 'long_margin'),
  open_short_frozen: opening(frozen, 'short_margin'),
  margin_add_frozen: betweenBuckets(available, frozen, 'position', 'margin_adjust'),
  margin_return_frozen: betweenBuckets(frozen, available, 'position', 'margin_return'),
  funding_paid_frozen: fromMargin(frozen, funding, 'funding_fee'),
  funding_received_frozen: intoMargin(funding, frozen, 'funding_fee'),
  insurance_cover_frozen: intoMargin(insurance, frozen, 'insurance_cover'),
  treasury_cover_frozen: intoMargin(treasury, frozen, 'insurance_cover'),
  liquidation_fee_frozen: fromMargin(frozen, insurance, 'liquidation_fee'),
  liquidation_surplus: fromMargin(locked, insurance, 'liquidation_fee'),
  liquidation_profit: intoMargin(clearing, locked, 'margin_profit'),
  liquidation_loss: fromMargin(locked, clearing, 'margin_profit'),
  liquidation_long_fee: fromMargin(locked, fees, 'long_fee'),
  liquidation_short_fee: fromMargin(locked, fees, 'short_fee'),
  deleverage_profit: { debit: clearing, credit: available, debitLabel: null, creditLabel: 'auto_deleverage' },
  deleverage_loss: { debit: available, credit: clearing, debitLabel: 'auto_deleverage', creditLabel: null },
  insurance_fund: { debit: treasury, credit: insurance, debitLabel: null, creditLabel: null },
} as const satisfies Record<string, EntryKindRow>;

export const PERPETUAL_LABELS = [
  'long_margin',
  'short_margin',
  'long_fee',
  'short_fee',
  'long_cancel_margin_return',
  'short_cancel_margin_return',
  'margin_profit',
  'margin_return',
  'margin_adjust',
  'funding_fee',
  'insurance_cover',
  'liquidation_fee',
  'auto_deleverage',
  'admin_lock_position',
  'admin_unlock_position',
] as const;

/** Permitted kinds of each act, by the core's rules. */
export const PERPETUAL_ACTS = {
  ListPerpetualMarket: ['change'],
  SetPerpetualMarketState: ['brake', 'restore', 'change'],
  LockPosition: ['brake'],
  UnlockPosition: ['restore'],
  ChangePerpetualTerms: ['change'],
  FundInsurance: ['money'],
  EndPerpetualMarket: ['change'],
  CallOffPerpetualEnd: ['restore'],
} as const;

/** Brakes without an automatic end. */
export const PERPETUAL_LASTING_BRAKES = ['LockPosition'] as const;

export const PERPETUAL_CHANNELS = ['position'] as const;
