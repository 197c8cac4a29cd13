/**
 * Databases of a new exchange, with all tables and the built-in articles. They are created once per process for all
 * test files, because every first start would otherwise take a third longer. Other tests cover that a server creates
 * missing databases: those of lost databases and of built servers.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { DefaultArticles } from '../../../server/products/content/api/default-articles';
import { openDatabase, sqliteFile } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { MODELS } from '../../../server/views/stored/tables';
import { openModel, placeOf } from '../../../server/views/stored/views-database';

const PLACES = ['exchange', ...MODELS.map((model) => placeOf(model, {}))];
// A process may run tests of two trees, each with tables of its own.
const MADE = path.join(
  tmpdir(),
  `exchange-made-${process.pid}-${createHash('sha256').update(__dirname).digest('hex').slice(0, 8)}`,
);

export async function copyMadeStores(dataDir: string): Promise<void> {
  if (!existsSync(MADE)) await makeStores();
  for (const file of PLACES) copyFileSync(sqliteFile({ dataDir: MADE }, file), sqliteFile({ dataDir }, file));
}

async function makeStores(): Promise<void> {
  const config = { dataDir: `${MADE}-half` };
  process.once('exit', () => {
    for (const folder of [MADE, config.dataDir]) rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  await new DefaultArticles(database, Date.now).onModuleInit();
  await database.close();
  for (const model of MODELS) await (await openModel(config, model)).close();
  for (const name of PLACES) {
    // Puts everything into the single file that is copied.
    const file = new Libsql(sqliteFile(config, name));
    file.exec('pragma wal_checkpoint(truncate)');
    file.close();
  }
  renameSync(config.dataDir, MADE);
}
