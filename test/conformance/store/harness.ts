import type { DatabaseConfig } from '../../../server/platform/database/database';

export interface StoreHarness {
  /** Where an empty store is. */
  create(): Promise<DatabaseConfig>;
}
