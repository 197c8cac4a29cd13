import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { sqliteDialect } from './sqlite';
import { storeFaultOf } from '../store-fault';

let directory: string;
let database: Kysely<unknown>;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'sqlite-'));
  database = new Kysely({ dialect: sqliteDialect(path.join(directory, 'full.sqlite'), 'full') });
});
afterEach(async () => {
  await database.destroy();
  rmSync(directory, { recursive: true, force: true });
});

test('a transaction without disk space reports it and leaves nothing', async () => {
  await sql`create table rows (text text)`.execute(database);
  await sql`pragma max_page_count = 5`.execute(database);
  const filling = database.transaction().execute(async (transaction) => {
    for (let row = 0; row < 100; row++) await sql`insert into rows values (${'x'.repeat(3_000)})`.execute(transaction);
  });
  expect(storeFaultOf(await filling.catch((error: unknown) => error))).toBe('full');
  const { rows } = await sql`select * from rows`.execute(database);
  expect(rows).toEqual([]);
});
