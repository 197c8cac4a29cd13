/**
 * Creates the tables of read models from their rows, and prepares those of another program for reading and writing.
 * Each in one transaction.
 */
import { CompiledQuery, sql as raw, type Kysely } from 'kysely';
import type { Store } from '../../../platform/database/store';
import { columnOf, type AnyTable, type Column } from './table';
import { DECLARATIONS, TABLES, TABLES_OF } from '../all-tables';
import type { ModelName } from '../tables';

// Table types describe fields; this is SQL with columns.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Connection = Kysely<any>;

const tablesOf = (model: ModelName): AnyTable[] => TABLES_OF[model].map((name) => TABLES[name] as unknown as AnyTable);

/** A model's database, with SQL column names. `place` is its schema in PostgreSQL. */
export interface Place {
  connection: Connection;
  store: Store;
  place: string;
}

/** Creates missing tables, empty, and their checkpoint before the first event. */
export async function makeTables(at: Place, model: ModelName): Promise<void> {
  // Usually the tables exist, and no lock is taken.
  if ((await columnsIn(at)).length > 0) return;
  await inTransaction(at, async (connection) => {
    // Another process may have created them meanwhile.
    if ((await columnsIn({ ...at, connection })).length > 0) return;
    await run(connection, [
      ...tablesOf(model).flatMap((table) => creationOf(table, at.store)),
      `insert into checkpoint (id, position, hash, declarations) values (1, -1, '', '${DECLARATIONS}')`,
    ]);
  });
}

/**
 * Prepares tables of another program for writing: adds missing tables and columns, and recreates tables with other differences, empty. The
 * checkpoint names the tables that readers must not use, because their rows do not match the journal.
 */
export async function adaptTables(at: Place, model: ModelName): Promise<void> {
  await inTransaction(at, async (connection) => {
    const columns = await columnsIn({ ...at, connection });
    const refusedNames: string[] = [];
    for (const table of tablesOf(model)) {
      const stored = columns.filter((column) => column.table === table.name);
      const { changes, isRefused } = adaptationOf(table, stored, at.store);
      await run(connection, changes);
      if (isRefused) refusedNames.push(table.name);
    }
    await run(connection, [
      `insert into checkpoint (id, position, hash) values (1, -1, '') on conflict (id) do nothing`,
    ]);
    const before = await refusedTables(connection);
    const allRefused = JSON.stringify([...new Set([...before, ...refusedNames])]);
    // From now on the rows are no longer of one program alone.
    await raw`update checkpoint set declarations = null, refused = ${allRefused} where id = 1`.execute(connection);
  });
}

/** Names of tables that readers must not use. */
export async function refusedTables(connection: Connection): Promise<readonly string[]> {
  // Selects `*`, because a set that was never fitted may lack the column.
  const { rows } = await raw<{ refused?: string | null }>`select * from checkpoint where id = 1`.execute(connection);
  return JSON.parse(rows.at(0)?.refused ?? '[]') as string[];
}

async function inTransaction(at: Place, work: (connection: Connection) => Promise<void>): Promise<void> {
  await at.connection.transaction().execute(async (connection) => {
    if (at.store === 'postgres') {
      await raw`select pg_advisory_xact_lock(hashtext('read models'))`.execute(connection);
      await connection.schema.createSchema(at.place).ifNotExists().execute();
    }
    await work(connection);
  });
}

async function run(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.executeQuery(CompiledQuery.raw(statement));
}

interface StoredColumn {
  table: string;
  name: string;
  type: string;
  isOptional: boolean;
  /** Index in the primary key, from 1; 0 for none. */
  place: number;
}

async function columnsIn({ connection, store, place: schema }: Place): Promise<StoredColumn[]> {
  const { rows } = await (
    store === 'sqlite'
      ? raw<Record<keyof StoredColumn, unknown>>`
          select t.name as "table", c.name, lower(c.type) as type, c."notnull" = 0 and c.pk = 0 as "isOptional", c.pk as place
          from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`
      : raw<Record<keyof StoredColumn, unknown>>`
          select t.relname as "table", c.attname as name, format_type(c.atttypid, c.atttypmod) as type,
            not c.attnotnull as "isOptional", coalesce(array_position(k.indkey::int2[], c.attnum) + 1, 0) as place
          from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
            left join pg_index k on k.indrelid = t.oid and k.indisprimary
          where t.relkind = 'r' and t.relnamespace = to_regnamespace(${schema})`
  ).execute(connection);
  return rows.map(({ table, name, type, isOptional, place }) => ({
    ...{ table: String(table), name: String(name), type: String(type) },
    ...{ isOptional: Boolean(Number(isOptional)), place: Number(place) },
  }));
}

function adaptationOf(
  table: AnyTable,
  stored: readonly StoredColumn[],
  store: Store,
): { changes: string[]; isRefused: boolean } {
  if (stored.length === 0) return { changes: creationOf(table, store), isRefused: false };
  if (!isWritable(table, stored, store)) {
    return { changes: [`drop table ${table.name}`, ...creationOf(table, store)], isRefused: true };
  }
  const names = new Set(stored.map(({ name }) => name));
  const missing = Object.entries(table.columns).filter(([field]) => !names.has(columnOf(field)));
  return {
    changes: missing.map(
      ([field, column]) => `alter table ${table.name} add column ${columnDefinition(field, column, store, true)}`,
    ),
    isRefused: missing.some(([, { isOptional }]) => !isOptional),
  };
}

/** Whether the keys are equal, common columns match, and no other column requires a value. */
function isWritable(table: AnyTable, stored: readonly StoredColumn[], store: Store): boolean {
  const declared = new Map(Object.entries(table.columns).map(([field, column]) => [columnOf(field), column]));
  const key = stored.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
  return (
    key.map(({ name }) => name).join() === (table.primary === false ? '' : table.key.map(columnOf).join()) &&
    stored.every(({ name, type, isOptional }) => {
      const column = declared.get(name);
      return column ? type === typeIn(store, column) && isOptional === (column.isOptional ?? false) : isOptional;
    })
  );
}

function creationOf(table: AnyTable, store: Store): string[] {
  const { name, key, primary = true, columns, indexes = {} } = table;
  const definitions = Object.entries(columns).map(([field, column]) => columnDefinition(field, column, store, false));
  if (primary) definitions.push(`primary key (${quoted(key)})`);
  // Rows are stored in key order (without rowid); for a single integer key this is the default.
  const isClustered = primary && !(key.length === 1 && columns[key[0]].kind === 'integer');
  const end = store === 'postgres' ? '' : isClustered ? ' strict, without rowid' : ' strict';
  return [
    `create table ${name} (${definitions.join(', ')})${end}`,
    ...Object.entries(indexes).map(([index, fields]) => `create index ${index} on ${name} (${quoted(fields)})`),
  ];
}

/** A column added to existing rows needs a default. */
function columnDefinition(field: string, column: Column, store: Store, isAdded: boolean): string {
  const definition = `${quoted([field])} ${typeIn(store, column)}`;
  if (column.isOptional) return definition;
  if (!isAdded) return `${definition} not null`;
  const neutral = column.kind === 'text' ? `''` : column.kind === 'total' ? `'0'` : '0';
  return `${definition} not null default ${neutral}`;
}

function typeIn(store: Store, { kind }: Column): string {
  if (kind === 'text' || kind === 'total') return 'text';
  return store === 'postgres' ? 'bigint' : 'integer';
}

function quoted(fields: readonly string[]): string {
  return fields.map((field) => `"${columnOf(field)}"`).join(', ');
}
