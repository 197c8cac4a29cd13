import fs from 'node:fs';
import path from 'node:path';
import { ENTRY_KINDS, type Side } from './entry-kinds';

/** As auditors read it: between the two users of a trade and of a transfer the table says more than the kinds do. */
const NAMED: Readonly<Record<string, readonly [debit: string, credit: string]>> = {
  trade_base: ['seller `frozen`', 'buyer `available`'],
  trade_quote: ['buyer `frozen`', 'seller `available`'],
};

function nameOf(side: Side): string {
  return 'user' in side ? `user \`${side.user}\`` : `house \`${side.house}\``;
}

test('docs/audit.md lists every kind of entry once, with its sides and labels, in order', () => {
  const text = fs.readFileSync(path.join(__dirname, '../../docs/audit.md'), 'utf8');
  const from = text.indexOf('## Kinds of entries');
  const rows = text
    .slice(from, text.indexOf('\n## ', from + 1))
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
