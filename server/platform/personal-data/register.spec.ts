import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../database/database';
import type { DatabaseName } from '../database/store';
import { openModel } from '../../views/stored/views-database';
import { CATEGORIES } from './categories';
import { PERSONAL_DATA, registeredColumns } from './register';
import { SWEPT } from './sweep';

const NAMES: readonly DatabaseName[] = ['exchange', 'views', 'records'];

async function columnsOfAll(name: DatabaseName): Promise<string[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'register-'));
  const config = { dataDir };
  const database = await (name === 'exchange' ? openDatabase(config, name) : openModel(config, name));
  const tables = await database.sql.withoutPlugins().introspection.getTables();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
  return tables.flatMap(({ name: table, columns }) => columns.map((column) => `${table}.${column.name}`)).sort();
}

function registered(name: DatabaseName): string[] {
  return Object.entries(PERSONAL_DATA[name])
    .flatMap(([table, columns]) => [...registeredColumns(columns).keys()].map((column) => `${table}.${column}`))
    .sort();
}

it.each(NAMES)('ASVS 14.1.1: the register contains exactly the columns of %s', async (name) => {
  expect(registered(name)).toEqual(await columnsOfAll(name));
});

it('each column is registered once, and each category is used', () => {
  const kinds = new Set<string>();
  for (const name of NAMES) {
    expect(new Set(registered(name)).size).toBe(registered(name).length);
    for (const table of Object.values(PERSONAL_DATA[name])) for (const kind of Object.keys(table)) kinds.add(kind);
  }
  expect([...kinds].sort()).toEqual([...Object.keys(CATEGORIES), 'none'].sort());
});

it('a column that names a user is never registered as impersonal', () => {
  const silent = NAMES.flatMap((name) =>
    Object.entries(PERSONAL_DATA[name]).flatMap(([table, columns]) =>
      [...registeredColumns(columns)]
        .filter(([column, kind]) => kind === 'none' && /^(user_id|ip|address|email|phone|contact)$/.test(column))
        .map(([column]) => `${table}.${column}`),
    ),
  );
  expect(silent).toEqual([]);
});

it('ASVS 14.1.2: exactly the tables with a retention in days are swept', () => {
  const aged = Object.entries(PERSONAL_DATA.exchange)
    .filter(([, columns]) =>
      Object.entries(CATEGORIES).some(([kind, { age }]) => kind in columns && age.kind === 'days'),
    )
    .map(([table]) => table);
  expect(SWEPT.map(({ table }) => table).sort()).toEqual(aged.sort());
  for (const { table, category } of SWEPT) expect(PERSONAL_DATA.exchange[table]).toHaveProperty(category);
});
