import fs from 'node:fs';
import path from 'node:path';
import { ENTRY_KINDS, ENTRY_LABELS, type Side } from './entry-kinds';

/** As auditors read it: between the two users of a trade and of a transfer the table says more than the kinds do. */
const NAMED: Readonly<Record<string, readonly [debit: string, credit: string]>> = {
  trade_base: ['seller `frozen`', 'buyer `available`'],
  trade_quote: ['buyer `frozen`', 'seller `available`'],
};

function nameOf(side: Side): string {
  return 'user' in side ? `user \`${side.user}\`` : `house \`${side.house}\``;
}

test('docs/reference/entry-kinds.md lists every kind of entry once, with its sides and labels, in order', () => {
  const text = fs.readFileSync(path.join(__dirname, '../../docs/reference/entry-kinds.md'), 'utf8');
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, ...cells]) => cells.slice(0, 5).join(' | '));
  const told = (label: string | null): string => (label === null ? '' : `\`${label}\``);
  const expected = Object.entries(ENTRY_KINDS).map(([kind, { debit, credit, debitLabel, creditLabel }]) => {
    const [from, to] = NAMED[kind] ?? [nameOf(debit), nameOf(credit)];
    return [`\`${kind}\``, from, to, told(debitLabel), told(creditLabel)].join(' | ');
  });
  expect(rows).toEqual(expected);
});

/** The kinds of entries that the specification names, by the labels under which users find them. */
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

test.each(Object.entries(SPECIFIED))('%s, which the specification names, is what some entry is called', (_, label) => {
  const labels = Object.values(ENTRY_KINDS).flatMap(({ debitLabel, creditLabel }) => [debitLabel, creditLabel]);
  expect(labels).toContain(label);
  expect(ENTRY_LABELS).toContain(label);
});
