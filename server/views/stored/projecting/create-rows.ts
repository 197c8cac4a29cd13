/** Rows of one database touched by groups of batches. */
import { TABLES, TABLES_OF } from '../all-tables';
import type { Rows } from '../projection';
import { RowSet } from '../rows/row-set';
import type { ModelName } from '../tables';

/** `keptMax`: maximum cached rows per table between groups. */
export function createRows(model: ModelName, keptMax?: number): Rows {
  // The views' projector folds the records as well, for the thread that writes them.
  const tables = [...new Set([...TABLES_OF[model], ...TABLES_OF.records])];
  const sets = tables.map((name): [string, unknown] => [name, new RowSet<never>(TABLES[name] as never, keptMax)]);
  return Object.fromEntries(sets) as Rows;
}
