/**
 * Every movement the ledger knows, one row each. A kind fixes both sides of an entry and the label under which each
 * owner finds it in their records (null: the owner has no records, or the other side's record already shows it).
 * A new kind is one row here; the ledger, the records, the filters and the exports follow from it.
 */

export type Bucket = 'available' | 'frozen' | 'locked';

/** The house's own accounts of what exists. `custody` is the world outside: its negative is what is owed. Through
 * `clearing`, one for each perpetual market, passes what positions win and lose; through `funding`, one for each, what they owe each
 * other, and it is empty when a run has ended. `insurance` pays what a position does not have. `option` stands behind second contracts. `financial` stands
 * behind incomes of financial products and of mining. Through `referral` pass rebates, out of fees. */
export const HOUSE_ACCOUNTS = [
  'custody',
  'treasury',
  'fees',
  'clearing',
  'insurance',
  'funding',
  'option',
  'financial',
  'referral',
] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

/** −1: never above zero, 1: never below it, 0: either. */
export const HOUSE_SIGNS: Readonly<Record<HouseAccount, -1 | 0 | 1>> = {
  custody: -1,
  treasury: 0,
  fees: 1,
  clearing: 0,
  insurance: 1,
  funding: 0,
  option: 1,
  financial: 1,
  referral: 1,
};

/** Why an amount is held, and the only way out of it. */
export type HoldReason = 'order' | 'withdrawal' | 'admin' | 'position' | 'purchase' | 'robot';

/** One side of a movement: a bucket of a user, or one account of the house. */
export type Side = { user: Bucket } | { house: HouseAccount };

export interface EntryKindRow {
  debit: Side;
  credit: Side;
  /** The reason of the hold that it makes, grows, spends or releases; absent where neither side is held. */
  hold?: HoldReason;
  /** Where both sides are held, the reason of the hold on the credit side, which it makes or grows; `hold` is the debit's. */
  into?: HoldReason;
  /** What it makes is a part of the hold on the debit side: what is not spent of it returns there. */
  splits?: true;
  debitLabel: string | null;
  creditLabel: string | null;
}

const available: Side = { user: 'available' };
const frozen: Side = { user: 'frozen' };
const custody: Side = { house: 'custody' };
const treasury: Side = { house: 'treasury' };
const locked: Side = { user: 'locked' };
const fees: Side = { house: 'fees' };
const clearing: Side = { house: 'clearing' };
const insurance: Side = { house: 'insurance' };
const funding: Side = { house: 'funding' };
const option: Side = { house: 'option' };
const financial: Side = { house: 'financial' };
const referral: Side = { house: 'referral' };

/** A move between two buckets of one user: one record, shown once. */
function within(debit: Side, credit: Side, hold: HoldReason, label: string): EntryKindRow {
  return { debit, credit, hold, debitLabel: label, creditLabel: null };
}

/** What an order of a perpetual holds becomes the margin of a position: from one hold into another. */
function opening(margin: Side, label: string): EntryKindRow {
  return { debit: frozen, credit: margin, hold: 'order', into: 'position', debitLabel: label, creditLabel: null };
}

/** Out of a position's margin, to the house; and into it. */
function fromMargin(margin: Side, credit: Side, label: string): EntryKindRow {
  return { debit: margin, credit, hold: 'position', debitLabel: label, creditLabel: null };
}
function intoMargin(debit: Side, margin: Side, label: string): EntryKindRow {
  return { debit, credit: margin, hold: 'position', debitLabel: null, creditLabel: label };
}

/** All of a position's margin, from one bucket into the other under the same hold. */
function moved(debit: Side, credit: Side, label: string): EntryKindRow {
  return { debit, credit, hold: 'position', into: 'position', debitLabel: label, creditLabel: null };
}

/** Between two holds in `frozen`: a robot's stake, and what its orders and those who trade with it hold. */
function betweenHolds(hold: HoldReason, into: HoldReason, debitLabel: string | null, creditLabel: string | null) {
  return { debit: frozen, credit: frozen, hold, into, debitLabel, creditLabel };
}

export const ENTRY_KINDS = {
  recharge: { debit: custody, credit: available, debitLabel: null, creditLabel: 'recharge' },
  withdrawal_apply: within(available, frozen, 'withdrawal', 'withdrawal_apply'),
  withdrawal: { debit: frozen, credit: custody, hold: 'withdrawal', debitLabel: 'withdrawal', creditLabel: null },
  withdrawal_fee: { debit: frozen, credit: fees, hold: 'withdrawal', debitLabel: 'withdrawal_fee', creditLabel: null },
  withdrawal_rejected: within(frozen, available, 'withdrawal', 'withdrawal_rejected'),
  withdrawal_cancelled: within(frozen, available, 'withdrawal', 'withdrawal_cancelled'),
  transfer: { debit: available, credit: available, debitLabel: 'transfer_out', creditLabel: 'transfer_in' },
  hold_buy_coin: within(available, frozen, 'order', 'hold_buy_coin'),
  hold_sell_coin: within(available, frozen, 'order', 'hold_sell_coin'),
  cancel_buy_coin: within(frozen, available, 'order', 'cancel_buy_coin'),
  cancel_sell_coin: within(frozen, available, 'order', 'cancel_sell_coin'),
  trade_base: { debit: frozen, credit: available, hold: 'order', debitLabel: 'sell_coin', creditLabel: 'buy_coin' },
  trade_quote: { debit: frozen, credit: available, hold: 'order', debitLabel: 'buy_coin', creditLabel: 'sell_coin' },
  spot_fee: { debit: available, credit: fees, debitLabel: 'spot_fee', creditLabel: null },
  admin_freeze: within(available, frozen, 'admin', 'admin_freeze'),
  admin_unfreeze: within(frozen, available, 'admin', 'admin_unfreeze'),
  hold_long: within(available, frozen, 'order', 'long_margin'),
  hold_short: within(available, frozen, 'order', 'short_margin'),
  cancel_long: within(frozen, available, 'order', 'long_cancel_margin_return'),
  cancel_short: within(frozen, available, 'order', 'short_cancel_margin_return'),
  open_long: opening(locked, 'long_margin'),
  open_short: opening(locked, 'short_margin'),
  open_long_fee: { debit: frozen, credit: fees, hold: 'order', debitLabel: 'long_fee', creditLabel: null },
  open_short_fee: { debit: frozen, credit: fees, hold: 'order', debitLabel: 'short_fee', creditLabel: null },
  close_long_fee: { debit: available, credit: fees, debitLabel: 'long_fee', creditLabel: null },
  close_short_fee: { debit: available, credit: fees, debitLabel: 'short_fee', creditLabel: null },
  margin_return: within(locked, available, 'position', 'margin_return'),
  margin_profit: { debit: clearing, credit: available, debitLabel: null, creditLabel: 'margin_profit' },
  margin_loss: { debit: available, credit: clearing, debitLabel: 'margin_profit', creditLabel: null },
  margin_add: within(available, locked, 'position', 'margin_adjust'),
  margin_take: within(locked, available, 'position', 'margin_adjust'),
  funding_paid: fromMargin(locked, funding, 'funding_fee'),
  funding_received: intoMargin(funding, locked, 'funding_fee'),
  funding_rest: { debit: funding, credit: insurance, debitLabel: null, creditLabel: null },
  insurance_cover: intoMargin(insurance, locked, 'insurance_cover'),
  treasury_cover: intoMargin(treasury, locked, 'insurance_cover'),
  liquidation_fee: fromMargin(locked, insurance, 'liquidation_fee'),
  cross_liquidation_fee: { debit: available, credit: insurance, debitLabel: 'liquidation_fee', creditLabel: null },
  lock_position: moved(locked, frozen, 'admin_lock_position'),
  unlock_position: moved(frozen, locked, 'admin_unlock_position'),
  // The same of a position that staff have locked: its margin lies in `frozen`.
  open_long_frozen: opening(frozen, 'long_margin'),
  open_short_frozen: opening(frozen, 'short_margin'),
  margin_add_frozen: within(available, frozen, 'position', 'margin_adjust'),
  margin_return_frozen: within(frozen, available, 'position', 'margin_return'),
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
  option_buy: within(available, locked, 'purchase', 'option_buy'),
  option_refund: within(locked, available, 'purchase', 'option_refund'),
  // The stake of who has won, or got out early, and what the house adds to it.
  option_return: within(locked, available, 'purchase', 'contract_income'),
  option_income: { debit: option, credit: available, debitLabel: null, creditLabel: 'contract_income' },
  option_fee: { debit: available, credit: fees, debitLabel: 'option_fee', creditLabel: null },
  option_lost: { debit: locked, credit: option, hold: 'purchase', debitLabel: 'option_buy', creditLabel: null },
  option_lost_fee: { debit: locked, credit: fees, hold: 'purchase', debitLabel: 'option_fee', creditLabel: null },
  option_fund: { debit: treasury, credit: option, debitLabel: null, creditLabel: null },
  option_release: { debit: option, credit: treasury, debitLabel: null, creditLabel: null },
  financial_buy: within(available, locked, 'purchase', 'buy_financial'),
  financial_return: within(locked, available, 'purchase', 'financial_return'),
  financial_cancel: within(locked, available, 'purchase', 'financial_cancel'),
  financial_income: { debit: financial, credit: available, debitLabel: null, creditLabel: 'financial_income' },
  mining_buy: within(available, locked, 'purchase', 'buy_mining'),
  mining_return: within(locked, available, 'purchase', 'mining_return'),
  mining_income: { debit: financial, credit: available, debitLabel: null, creditLabel: 'mining_income' },
  mining_rebate: { debit: financial, credit: available, debitLabel: null, creditLabel: 'mining_rebate' },
  robot_invest: within(available, frozen, 'robot', 'robot_invest'),
  // An order's hold is split from the stake, and what it does not spend returns there: nothing that an owner would miss.
  robot_order: { ...betweenHolds('robot', 'order', null, null), splits: true },
  robot_cancel: betweenHolds('order', 'robot', null, null),
  // A fill whose receiver is a robot.
  robot_trade_base: betweenHolds('order', 'robot', 'sell_coin', 'buy_coin'),
  robot_trade_quote: betweenHolds('order', 'robot', 'buy_coin', 'sell_coin'),
  robot_fee: { debit: frozen, credit: fees, hold: 'robot', debitLabel: 'spot_fee', creditLabel: null },
  robot_return: within(frozen, available, 'robot', 'robot_return'),
  robot_income: within(frozen, available, 'robot', 'robot_income'),
  financial_fund: { debit: treasury, credit: financial, debitLabel: null, creditLabel: null },
  financial_release: { debit: financial, credit: treasury, debitLabel: null, creditLabel: null },
  referral_reserve: { debit: fees, credit: referral, debitLabel: null, creditLabel: null },
  referral_rebate: { debit: referral, credit: available, debitLabel: null, creditLabel: 'referral_rebate' },
  house_fund: { debit: custody, credit: treasury, debitLabel: null, creditLabel: null },
} as const satisfies Record<string, EntryKindRow>;

export type EntryKind = keyof typeof ENTRY_KINDS;
export const ENTRY_KIND_NAMES = Object.keys(ENTRY_KINDS) as EntryKind[];

/** The labels that records, filters and exports use, each with a translation. */
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
  'option_buy',
  'option_fee',
  'contract_income',
  'option_refund',
  'buy_financial',
  'financial_return',
  'financial_cancel',
  'financial_income',
  'buy_mining',
  'mining_return',
  'mining_income',
  'mining_rebate',
  'robot_invest',
  'robot_return',
  'robot_income',
  'referral_rebate',
] as const;
export type EntryLabel = (typeof ENTRY_LABELS)[number];
