import { sqliteFile } from '../../../server/platform/database/database';
import type { ModelName } from '../../../server/views/stored/tables';
import { placeOf } from '../../../server/views/stored/views-database';

/** The SQLite file of a read model in the set of this program version. */
export function modelFile(dataDir: string, model: ModelName): string {
  return sqliteFile({ dataDir }, placeOf(model, {}));
}
