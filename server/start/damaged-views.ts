/**
 * A file of read models that is damaged, by a disk or a copy that broke off, holds nothing that the journal does not: it is
 * set aside and made anew, each by itself, so that it cannot keep an exchange from starting. No other database is ever treated like this.
 */
import { existsSync, renameSync } from 'node:fs';
import { databasesIn, sqliteFile, type DatabaseConfig } from '../platform/database/database';
import { isDamage, isSoundFile } from '../platform/database/sqlite-file';
import { PLACE } from '../views/stored/sets/sets';

type Log = (message: string, facts: Record<string, unknown>) => void;

/**
 * Whether a start that failed may be tried again, because what failed was the file of the read models and it is out of the
 * way now. Call it when nobody has the file open any more.
 */
export async function setAsideDamagedViews(config: DatabaseConfig, failure: unknown, log: Log): Promise<boolean> {
  if (config.databaseUrl !== undefined || !isDamage(failure)) return false;
  // The failure may come from the users' database; the files themselves say whether it is one of these.
  const files = (await databasesIn(config, PLACE)).map((place) => sqliteFile(config, place));
  const damaged = files.filter((file) => !isSoundFile(file));
  for (const file of damaged) setAside(file, failure as Error, log);
  return damaged.length > 0;
}

function setAside(file: string, failure: Error, log: Log): void {
  let number = 1;
  while (existsSync(`${file}.corrupt-${number}`)) number++;
  const aside = `${file}.corrupt-${number}`;
  renameSync(file, aside);
  for (const part of ['-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, aside + part);
  log('read models damaged', { path: aside, error: failure.message });
}
