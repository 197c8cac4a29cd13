/**
 * The databases of an exchange that has not begun yet, with all tables and the articles that it comes with: made once for all
 * test files of a process, since every first start would take a third longer to make its own. That a server makes them where
 * it finds none, the tests of databases that were lost and of built servers say.
 */
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
const MADE = path.join(tmpdir(), `exchange-made-${process.pid}`);

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
    // All of it in the one file that is copied.
    const file = new Libsql(sqliteFile(config, name));
    file.exec('pragma wal_checkpoint(truncate)');
    file.close();
  }
  renameSync(config.dataDir, MADE);
}
