import { openDatabase, type DatabaseConfig } from '../../../server/platform/database/database';

export interface StoreHarness {
  /** Where a store is that nobody has written to. */
  create(): Promise<DatabaseConfig>;
  /** One without any tables. */
  createBare(): Promise<DatabaseConfig>;
}

/** Makes the tables of a store, once for all tests: to migrate takes longer than most of them. */
export async function makeTables(config: DatabaseConfig): Promise<void> {
  for (const name of ['views', 'records', 'exchange'] as const) await (await openDatabase(config, name)).close();
}
