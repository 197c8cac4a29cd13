/** Makes the tables of read models from their rows, and lets those of another program be written and read. Each in one transaction. */
import { CompiledQuery, sql as raw, type Kysely } from 'kysely';
import type { Store } from '../../../platform/database/store';
import { columnOf, type AnyTable, type Column } from './table';
import { DECLARATIONS, TABLES, TABLES_OF, type ModelName } from '../tables';

// The types of the tables describe fields, this is SQL with columns.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Connection = Kysely<any>;

const tablesOf = (model: ModelName): AnyTable[] => TABLES_OF[model].map((name) => TABLES[name] as unknown as AnyTable);

/** A model's database, as SQL without fields. `place` is its schema in PostgreSQL. */
export interface Place {
  connection: Connection;
  store: Store;
  place: string;
}

/** Makes what is not there: the tables, empty, and their checkpoint before the first event. */
export async function makeTables(at: Place, model: ModelName): Promise<void> {
  // As nearly always they are there: then nothing is locked.
  if ((await columnsIn(at)).length > 0) return;
  await inTransaction(at, async (connection) => {
    // Another process may have made them meanwhile.
    if ((await columnsIn({ ...at, connection })).length > 0) return;
    await run(connection, [
      ...tablesOf(model).flatMap((table) => creationOf(table, at.store)),
      `insert into checkpoint (id, position, hash, declarations) values (1, -1, '', '${DECLARATIONS}')`,
    ]);
  });
}

/**
 * Lets this program write tables that another one made: missing tables and columns are added, tables that differ in more are made anew,
 * empty. The checkpoint names those that readers are refused: their rows are not what the journal says.
 */
export async function fitTables(at: Place, model: ModelName): Promise<void> {
  await inTransaction(at, async (connection) => {
    const columns = await columnsIn({ ...at, connection });
    const refused: string[] = [];
    for (const table of tablesOf(model)) {
      const stored = columns.filter((column) => column.table === table.name);
      const { changes, isRefused } = fittingOf(table, stored, at.store);
      await run(connection, changes);
      if (isRefused) refused.push(table.name);
    }
    await run(connection, [
      `insert into checkpoint (id, position, hash) values (1, -1, '') on conflict (id) do nothing`,
    ]);
    const before = await refusedTables(connection);
    const all = JSON.stringify([...new Set([...before, ...refused])]);
    // Whichever program made it, its rows are no longer that program's alone.
    await raw`update checkpoint set declarations = null, refused = ${all} where id = 1`.execute(connection);
  });
}

/** Names of tables that readers are refused. */
export async function refusedTables(connection: Connection): Promise<readonly string[]> {
  // Not by name: a set that was never fitted may not have the column.
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

/** A column as the store has it. */
interface StoredColumn {
  table: string;
  name: string;
  type: string;
  isOptional: boolean;
  /** Place in the primary key, from 1; 0 for none. */
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

function fittingOf(
  table: AnyTable,
  stored: readonly StoredColumn[],
  store: Store,
): { changes: string[]; isRefused: boolean } {
  if (stored.length === 0) return { changes: creationOf(table, store), isRefused: false };
  if (!canBeWritten(table, stored, store)) {
    return { changes: [`drop table ${table.name}`, ...creationOf(table, store)], isRefused: true };
  }
  const names = new Set(stored.map(({ name }) => name));
  const missing = Object.entries(table.columns).filter(([field]) => !names.has(columnOf(field)));
  return {
    changes: missing.map(
      ([field, column]) => `alter table ${table.name} add column ${wordsOf(field, column, store, true)}`,
    ),
    isRefused: missing.some(([, { isOptional }]) => !isOptional),
  };
}

/** Whether the key is the same, each column that both know is, and no other column has to be filled. */
function canBeWritten(table: AnyTable, stored: readonly StoredColumn[], store: Store): boolean {
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
  const words = Object.entries(columns).map(([field, column]) => wordsOf(field, column, store, false));
  if (primary) words.push(`primary key (${quoted(key)})`);
  // Rows lie in the order of the key; where it is one integer they do so anyway.
  const isClustered = primary && !(key.length === 1 && columns[key[0]].kind === 'integer');
  const end = store === 'postgres' ? '' : isClustered ? ' strict, without rowid' : ' strict';
  return [
    `create table ${name} (${words.join(', ')})${end}`,
    ...Object.entries(indexes).map(([index, fields]) => `create index ${index} on ${name} (${quoted(fields)})`),
  ];
}

/** A column that is added to rows needs a value for each of them. */
function wordsOf(field: string, column: Column, store: Store, isAdded: boolean): string {
  const words = `${quoted([field])} ${typeIn(store, column)}`;
  if (column.isOptional) return words;
  if (!isAdded) return `${words} not null`;
  const neutral = column.kind === 'text' ? `''` : column.kind === 'total' ? `'0'` : '0';
  return `${words} not null default ${neutral}`;
}

function typeIn(store: Store, { kind }: Column): string {
  if (kind === 'text' || kind === 'total') return 'text';
  return store === 'postgres' ? 'bigint' : 'integer';
}

function quoted(fields: readonly string[]): string {
  return fields.map((field) => `"${columnOf(field)}"`).join(', ');
}
