import { ENTRY_KINDS, ENTRY_LABELS } from './entry-kinds';

/** Kinds of entries in the specification, and the labels that users see for them. */
const SPECIFIED = {
  'buy financial': 'buy_financial',
  'buy coin': 'buy_coin',
  'sell coin': 'sell_coin',
  'long fee': 'long_fee',
  'short fee': 'short_fee',
  'long margin': 'long_margin',
  'short margin': 'short_margin',
  'long cancel margin return': 'long_cancel_margin_return',
  'short cancel margin return': 'short_cancel_margin_return',
  'margin profit': 'margin_profit',
  'admin freeze': 'admin_freeze',
  'admin unfreeze': 'admin_unfreeze',
  'financial income': 'financial_income',
  'cancel buy coin': 'cancel_buy_coin',
  'cancel sell coin': 'cancel_sell_coin',
  'financial cancel': 'financial_cancel',
  'contract income': 'contract_income',
  'admin lock of a position': 'admin_lock_position',
  'admin unlock of a position': 'admin_unlock_position',
  'withdrawal rejected': 'withdrawal_rejected',
} as const satisfies Record<string, (typeof ENTRY_LABELS)[number]>;

test.each(Object.entries(SPECIFIED))('%s, which the specification names, is the label of some entry', (_, label) => {
  const labels = Object.values(ENTRY_KINDS).flatMap(({ debitLabel, creditLabel }) => [debitLabel, creditLabel]);
  expect(labels).toContain(label);
  expect(ENTRY_LABELS).toContain(label);
});
