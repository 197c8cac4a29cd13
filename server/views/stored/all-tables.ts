/** All tables of the read models, common ones and those of products. */
import { createHash } from 'node:crypto';
import { PRODUCT_TABLES } from '../../products/stored';
import type { AnyTable, ColumnKind } from './rows/table';
import { COMMON_TABLES, type AllTables, type ModelName, type TableRows } from './tables';

/** Does not compile if a product's tables are missing. */
export const TABLES: TableRows = { ...COMMON_TABLES, ...PRODUCT_TABLES };

/** Tables of each read model. */
export const TABLES_OF: { readonly [Name in ModelName]: readonly (keyof AllTables)[] } = {
  views: (Object.keys(TABLES) as (keyof AllTables)[]).filter((name) => name !== 'ledgerRecords'),
  records: ['checkpoint', 'balances', 'ledgerRecords'],
};

/**
 * Hash of the tables' declarations in a store, and of the meaning of their rows. A program with other declarations creates a separate set
 * of tables.
 */
export const DECLARATIONS = createHash('sha256')
  .update(
    JSON.stringify(
      Object.values(TABLES)
        .map((one) => declarationOf(one as unknown as AnyTable))
        .sort(),
    ),
  )
  .digest('hex');

function declarationOf({ name, columns, key, primary, indexes, meaning = 1 }: AnyTable): unknown {
  const kinds = Object.entries(columns).map(([field, { kind, isOptional }]) => [field, kind, isOptional]);
  return [name, kinds.sort(), key, primary, Object.entries(indexes ?? {}).sort(), meaning];
}

/** Kind of every field by name. Tables agree on kinds, so the rows of any query can be decoded. */
export const FIELD_KINDS: ReadonlyMap<string, ColumnKind> = fieldKinds();

function fieldKinds(): Map<string, ColumnKind> {
  const kinds = new Map<string, ColumnKind>();
  for (const { name, columns } of Object.values(TABLES)) {
    for (const [field, { kind }] of Object.entries(columns)) {
      if ((kinds.get(field) ?? kind) !== kind) throw new Error(`${name}.${field} is of another kind elsewhere`);
      kinds.set(field, kind);
    }
  }
  return kinds;
}
