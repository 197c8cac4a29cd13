/**
 * The rows of one table that a group of batches touches. Three steps: the projections name the stored rows they will
 * read (`want`), those are loaded at once, the batches are folded into them in memory, and what changed is written at
 * once. Nothing outlives the group, so a restart loses nothing.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { ProjectionError } from './projection-error';
import { columnOf, storableText, type ColumnKind, type Table } from './table';
import { readAs } from './views-database';

/** Rows per statement: a handful of sizes, so that a handful of prepared statements serves every group. */
const STATEMENT_ROWS = [200, 20, 1] as const;

// The rows speak for themselves: the SQL of this file is made from the descriptions of the tables.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Connection = Pick<Kysely<any>, 'executeQuery'>;
type Value = string | number | bigint | null;
type Key = string | number;

export class RowSet<Row extends object> {
  private readonly rows = new Map<Key, Row>();
  private readonly changed = new Set<Row>();
  private readonly added: Row[] = [];
  /** Keys to look up: the parts of each. Null: the row is made by this group, there is nothing to look up. */
  private readonly wanted = new Map<Key, readonly Value[] | null>();
  private readonly statements: Statements;

  constructor(private readonly table: Table<Row>) {
    this.statements = statementsOf(table);
  }

  /** Asks for the stored row of this key, which need not exist. */
  want(...parts: Value[]): void {
    const key = keyOf(parts);
    if (!this.wanted.has(key)) this.wanted.set(key, parts);
  }

  /** Says that this group makes the row, so that a later `want` looks nothing up. */
  expectNew(...parts: Value[]): void {
    const key = keyOf(parts);
    if (!this.wanted.has(key)) this.wanted.set(key, null);
  }

  /** The row as the group so far has left it. Only rows that were wanted or put are found. */
  find(...parts: Value[]): Row | undefined {
    return this.rows.get(keyOf(parts));
  }

  /** The same for a row that must exist: where it does not, the tables are not what the journal says. */
  get(...parts: Value[]): Row {
    const row = this.find(...parts);
    if (!row) throw new ProjectionError(`${this.table.name}: there is no row ${parts.join('/')}`);
    return row;
  }

  /** Makes the row, or writes it again if it is there. A row that was found may be changed in place and then put. */
  put(row: Row): void {
    this.rows.set(keyOf(this.table.key.map((field) => row[field] as Value)), row);
    this.changed.add(row);
  }

  /** Adds a row that nothing else in the group reads and that no other group makes. */
  add(row: Row): void {
    this.added.push(row);
  }

  async load(connection: Connection): Promise<void> {
    const lookups = [...this.wanted.values()].filter((parts) => parts !== null);
    await inPieces(lookups, async (piece) => {
      const query = CompiledQuery.raw(this.statements.select(piece.length), piece.flat());
      const { rows } = await connection.executeQuery<Record<string, unknown>>(query);
      for (const stored of rows) {
        const row = this.decode(stored);
        this.rows.set(keyOf(this.table.key.map((field) => row[field] as Value)), row);
      }
    });
  }

  async write(connection: Connection): Promise<void> {
    await inPieces(this.inOrder([...this.changed]), (piece) => this.insert(connection, piece, 'upsert'));
    await inPieces(this.inOrder(this.added), (piece) => this.insert(connection, piece, 'insert'));
  }

  /** By key: rows that lie on one page of the store are written one after the other, and a page is found once. */
  private inOrder(rows: Row[]): Row[] {
    const { key } = this.table;
    return rows.sort((one, other) => {
      for (const field of key) {
        if (one[field] !== other[field]) return one[field] < other[field] ? -1 : 1;
      }
      return 0;
    });
  }

  private async insert(connection: Connection, rows: Row[], mode: 'insert' | 'upsert'): Promise<void> {
    const { fields, kinds } = this.statements;
    const values: Value[] = new Array<Value>(rows.length * fields.length);
    let next = 0;
    for (const row of rows) {
      for (let index = 0; index < fields.length; index++) {
        const value = row[fields[index] as keyof Row] as Value;
        values[next++] = encode(value, kinds[index]);
      }
    }
    await connection.executeQuery(CompiledQuery.raw(this.statements[mode](rows.length), values));
  }

  private decode(stored: Record<string, unknown>): Row {
    const { fields, columns } = this.statements;
    const row: Record<string, unknown> = {};
    fields.forEach((field, index) => (row[field] = readAs(stored[columns[index]], field)));
    return row as Row;
  }
}

/** One part is its own key; more are joined by what neither numbers nor names of assets and markets contain. */
function keyOf(parts: readonly Value[]): Key {
  return parts.length === 1 ? (parts[0] as Key) : parts.join('/');
}

function encode(value: Value, kind: ColumnKind): Value {
  if (value === null) return null;
  if (kind === 'total') return String(value);
  return kind === 'text' ? storableText(value as string) : value;
}

async function inPieces<Item>(items: readonly Item[], work: (piece: Item[]) => Promise<void>): Promise<void> {
  let start = 0;
  for (const size of STATEMENT_ROWS) {
    for (; items.length - start >= size; start += size) await work(items.slice(start, start + size));
  }
}

interface Statements {
  fields: readonly string[];
  columns: readonly string[];
  kinds: readonly ColumnKind[];
  select(rows: number): string;
  insert(rows: number): string;
  upsert(rows: number): string;
}

const KNOWN_STATEMENTS = new Map<string, Statements>();

function statementsOf<Row>(table: Table<Row>): Statements {
  const known = KNOWN_STATEMENTS.get(table.name);
  if (known) return known;
  const made = makeStatements(table as Table<Record<string, never>>);
  KNOWN_STATEMENTS.set(table.name, made);
  return made;
}

/** SQL in the words that both stores share; `$1` is a parameter's number in PostgreSQL and its name in SQLite. */
function makeStatements(table: Table<Record<string, never>>): Statements {
  const fields = Object.keys(table.columns);
  const kinds = Object.values<ColumnKind>(table.columns);
  const columns = fields.map(columnOf);
  const key = table.key.map(columnOf);
  const kept = new Set([...key, ...(table.fixed ?? []).map(columnOf)]);
  const rest = columns.filter((column) => !kept.has(column));
  const insert = (rows: number) =>
    `insert into ${table.name} (${quoted(columns)}) values ${tuples(rows, columns.length, (number) => `$${number}`)}`;
  const updates = rest.map((column) => `"${column}" = excluded."${column}"`).join(', ');
  const keyTypes = table.key.map((field) => (table.columns[field] === ('text' as string) ? 'text' : 'bigint'));
  const cast = (number: number) => `cast($${number} as ${keyTypes[(number - 1) % key.length]})`;
  return {
    fields,
    columns,
    kinds,
    select: remembered(
      (rows) =>
        `select ${quoted(columns)} from ${table.name} where (${quoted(key)}) in (values ${tuples(rows, key.length, cast)})`,
    ),
    insert: remembered(insert),
    upsert: remembered((rows) => `${insert(rows)} on conflict (${quoted(key)}) do update set ${updates}`),
  };
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
    const known = texts.get(rows) ?? make(rows);
    texts.set(rows, known);
    return known;
  };
}
