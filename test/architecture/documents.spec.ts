/** Tables of the documents that must be complete. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CAPABILITIES } from '../../server/core/actor';
import { MESSAGE_KEYS } from '../../shared/wire/messages-center';

const textOf = (name: string): string => readFileSync(path.resolve(__dirname, '../../docs', name), 'utf8');

it('describes every actor', () => {
  const [, rows] = textOf('explanation/journal.md').split(/^\| actor +\| .*$/m);
  const [table] = rows.split(/\n\n/);
  const told = [...table.matchAll(/^\| `([a-z]+)/gm)].map(([, actor]) => actor);
  expect(told.sort()).toEqual([...CAPABILITIES, 'system'].sort());
});

it.each(['order', 'option', 'financial', 'robot', 'margin', 'liquidation', 'contract'])(
  'names every message of the family %s',
  (family) => {
    const text = textOf('reference/api.md');
    const keys = MESSAGE_KEYS.filter((key) => key.startsWith(`${family}.`));
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !text.includes(`\`${key}\``))).toEqual([]);
  },
);
