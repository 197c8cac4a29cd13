import { openDatabase, type DatabaseConfig } from '../../../server/platform/database/database';
import { MODELS } from '../../../server/views/stored/tables';
import { openModel } from '../../../server/views/stored/views-database';

export interface StoreHarness {
  /** Location of a new store. */
  create(): Promise<DatabaseConfig>;
  /** Location of a store without tables. */
  createBare(): Promise<DatabaseConfig>;
}

/** Creates a store's tables once for all tests, because migrating takes longer than most tests. */
export async function makeTables(config: DatabaseConfig): Promise<void> {
  await (await openDatabase(config, 'exchange')).close();
  for (const name of MODELS) await (await openModel(config, name)).close();
}
