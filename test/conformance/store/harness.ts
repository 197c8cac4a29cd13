import { openDatabase, type DatabaseConfig } from '../../../server/platform/database/database';
import { MODELS } from '../../../server/views/stored/tables';
import { openModel } from '../../../server/views/stored/views-database';

export interface StoreHarness {
  /** Where a store is that nobody has written to. */
  create(): Promise<DatabaseConfig>;
  /** One without any tables. */
  createBare(): Promise<DatabaseConfig>;
}

/** Makes the tables of a store, once for all tests: to migrate takes longer than most of them. */
export async function makeTables(config: DatabaseConfig): Promise<void> {
  await (await openDatabase(config, 'exchange')).close();
  for (const name of MODELS) await (await openModel(config, name)).close();
}
