/** The relational store and the stored read models, opened and closed as one. */
import type { Config } from '../platform/config/config';
import { openDatabase, type Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { openReadModels, type ReadModelSets } from '../views/stored/sets/read-model-sets';

interface Stores {
  database: Database<ExchangeTables>;
  models: ReadModelSets;
}

/**
 * Opens the stores and migrates them to the newest tables. Queries of the read models never block the thread that
 * matches orders.
 */
export async function openStores(config: Config, log: (line: string) => void): Promise<Stores> {
  const database = await openDatabase<ExchangeTables>(config, 'exchange');
  try {
    return { database, models: await openReadModels(config, log) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export async function closeStores({ database, models }: Stores): Promise<void> {
  await Promise.all([models.close(), database.close()]);
}
