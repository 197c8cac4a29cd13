/** SQL for a table's rows, made from its description, in the dialect that both stores share. */
import { columnOf, type Column, type ColumnKind, type Table } from './table';

interface StoredColumn {
  field: string;
  column: string;
  kind: ColumnKind;
}

export interface Statements {
  allColumns: readonly StoredColumn[];
  /** Bound once per statement, before all rows. */
  shared: readonly StoredColumn[];
  /** Bound for each row. */
  perRow: readonly StoredColumn[];
  select(rows: number): string;
  insert(rows: number): string;
  upsert(rows: number): string;
}

const KNOWN_STATEMENTS = new Map<string, Statements>();

export function statementsOf<Row>(table: Table<Row>): Statements {
  const cached = KNOWN_STATEMENTS.get(table.name);
  if (cached) return cached;
  const statements = makeStatements(table as Table<Record<string, never>>);
  KNOWN_STATEMENTS.set(table.name, statements);
  return statements;
}

/** SQL of the dialect that both stores share; `$1` is a parameter's number in PostgreSQL and its name in SQLite. */
function makeStatements(table: Table<Record<string, never>>): Statements {
  const allColumns = Object.entries<Column>(table.columns).map(([field, { kind }]) => ({
    field,
    kind,
    column: columnOf(field),
  }));
  const shared = allColumns.filter(({ field }) => table.shared?.includes(field));
  const perRow = allColumns.filter(({ field }) => !table.shared?.includes(field));
  const key = table.key.map(columnOf);
  const fixedColumns = new Set([...key, ...(table.fixed ?? []).map(columnOf)]);
  const cast = (number: number, kind: ColumnKind) => `cast($${number} as ${typeOf(kind)})`;

  const source = [
    ...shared.map(({ kind }, index) => cast(index + 1, kind)),
    ...perRow.map((_, index) => `column${index + 1}`),
  ].join(', ');
  // The types of the first row apply to all.
  const value = (number: number) =>
    number <= perRow.length ? cast(shared.length + number, perRow[number - 1].kind) : `$${shared.length + number}`;
  const insert = (rows: number) =>
    `insert into ${table.name} (${quoted([...shared, ...perRow].map(({ column }) => column))}) ` +
    `select ${source} from (values ${tuples(rows, perRow.length, value)}) as rows`;
  const updates = allColumns
    .filter(({ column }) => !fixedColumns.has(column))
    .map(({ column }) => `"${column}" = excluded."${column}"`)
    .join(', ');
  const keyPart = (number: number) => cast(number, table.columns[table.key[(number - 1) % key.length]].kind);
  return {
    allColumns,
    shared,
    perRow,
    select: remembered(
      (rows) =>
        `select ${quoted(allColumns.map(({ column }) => column))} from ${table.name} ` +
        `where (${quoted(key)}) in (values ${tuples(rows, key.length, keyPart)})`,
    ),
    insert: remembered(insert),
    // Without a condition SQLite would parse `on` as that of a join.
    upsert: remembered((rows) => `${insert(rows)} where true on conflict (${quoted(key)}) do update set ${updates}`),
  };
}

function typeOf(kind: ColumnKind): string {
  return kind === 'integer' || kind === 'amount' ? 'bigint' : 'text';
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** `($1, $2), ($3, $4)` */
function tuples(rows: number, width: number, parameter: (number: number) => string): string {
  const texts: string[] = [];
  for (let row = 0; row < rows; row++) {
    const tuple = Array.from({ length: width }, (_, index) => parameter(row * width + index + 1));
    texts.push(`(${tuple.join(', ')})`);
  }
  return texts.join(', ');
}

function remembered(make: (rows: number) => string): (rows: number) => string {
  const texts = new Map<number, string>();
  return (rows) => {
    const statement = texts.get(rows) ?? make(rows);
    texts.set(rows, statement);
    return statement;
  };
}
