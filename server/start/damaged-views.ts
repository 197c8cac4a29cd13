/**
 * A file of read models damaged by a disk or an interrupted copy contains nothing that the journal does not. It is set
 * aside and rebuilt, each file separately, so that it cannot prevent a start. No other database is ever treated like
 * this.
 */
import { existsSync, renameSync } from 'node:fs';
import { databasesIn, sqliteFile, type DatabaseConfig } from '../platform/database/database';
import { isDamageError, isSoundFile } from '../platform/database/sqlite/sqlite-file';
import { PLACE } from '../views/stored/sets/sets';

type Log = (message: string, details: Record<string, unknown>) => void;

/**
 * Whether a failed start may be retried, because the damaged file of read models was its cause and is now set aside.
 * Call it only when no connection to the file is open.
 */
export async function setAsideDamagedViews(config: DatabaseConfig, failure: unknown, log: Log): Promise<boolean> {
  if (config.databaseUrl !== undefined || !isDamageError(failure)) return false;
  // The failure may come from the users' database; the files themselves show whether they are damaged.
  const files = (await databasesIn(config, PLACE)).map((place) => sqliteFile(config, place));
  const damaged = files.filter((file) => !isSoundFile(file));
  for (const file of damaged) setAside(file, failure as Error, log);
  return damaged.length > 0;
}

function setAside(file: string, failure: Error, log: Log): void {
  let number = 1;
  while (existsSync(`${file}.corrupt-${number}`)) number++;
  const corruptFile = `${file}.corrupt-${number}`;
  renameSync(file, corruptFile);
  for (const suffix of ['-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, corruptFile + suffix);
  log('read models damaged', { path: corruptFile, error: failure.message });
}
