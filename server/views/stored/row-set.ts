/**
 * The rows of one table that groups of batches touch. Four steps a group: the projections name the stored rows they will
 * read (`want`), those are loaded at once, the batches are folded into them in memory, and what changed is written at
 * once. Rows that later groups will ask for again are kept as they were written, so that nothing has to be looked up:
 * copies of what is committed, gone with the first transaction that fails and with the process.
 */
import { CompiledQuery, type Kysely } from 'kysely';
import { ProjectionError } from './projection-error';
import { columnOf, storableText, type ColumnKind, type Table } from './table';
import { readAs } from './views-database';

/** Rows per statement: a handful of sizes, so that a handful of prepared statements serves every group. */
const STATEMENT_ROWS = [200, 50, 10, 3, 1] as const;
/** Rows of a table that are kept from one group to the next. */
const KEPT_MAX = 200_000;

// The rows speak for themselves: the SQL of this file is made from the descriptions of the tables.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Connection = Pick<Kysely<any>, 'executeQuery'>;
type Value = string | number | bigint | null;
/** One part of a key is its own name; more are joined by what neither numbers nor names of assets and markets contain. */
type Key = string | number;

export class RowSet<Row extends object> {
  private readonly rows = new Map<Key, Row>();
  private readonly changed = new Set<Row>();
  private added: Row[] = [];
  /** Keys to look up; false for those of rows that this group makes. */
  private readonly wanted = new Map<Key, boolean>();
  private readonly statements: Statements;

  constructor(
    private readonly table: Table<Row>,
    private readonly keptMax = KEPT_MAX,
  ) {
    this.statements = statementsOf(table);
  }

  /** Asks for the stored row of this key, which need not exist. */
  want(key: Key): void {
    if (!this.rows.has(key) && !this.wanted.has(key)) this.wanted.set(key, true);
  }

  /** Says that this group makes the row, so that a later `want` looks nothing up. */
  expectNew(key: Key): void {
    if (!this.wanted.has(key)) this.wanted.set(key, false);
  }

  /** The row as all groups so far have left it. Only rows that were wanted or put are found. */
  find(key: Key): Row | undefined {
    return this.rows.get(key);
  }

  /** The same for a row that must exist: where it does not, the tables are not what the journal says. */
  get(key: Key): Row {
    const row = this.find(key);
    if (!row) throw new ProjectionError(`${this.table.name}: there is no row ${key}`);
    return row;
  }

  /** Makes the row, or writes it again if it is there. */
  put(row: Row): void {
    const key = this.keyOf(row);
    const before = this.rows.get(key);
    // Of two rows of one key only the later is written: one statement must not have both.
    if (before && before !== row) this.changed.delete(before);
    this.rows.set(key, row);
    this.changed.add(row);
  }

  /** Says that a row that was found has been changed in place. */
  touch(row: Row): void {
    this.changed.add(row);
  }

  /** Adds a row that nothing else reads and that no other group makes. */
  add(row: Row): void {
    this.added.push(row);
  }

  /** What this group has made, changed and added so far. */
  pending(): readonly Row[] {
    return [...this.changed, ...this.added];
  }

  async load(connection: Connection): Promise<void> {
    const lookups = [...this.wanted].filter(([, isStored]) => isStored).map(([key]) => this.partsOf(key));
    await inPieces(lookups, async (piece) => {
      const query = CompiledQuery.raw(this.statements.select(piece.length), piece.flat());
      const { rows } = await connection.executeQuery<Record<string, unknown>>(query);
      for (const stored of rows) {
        const row = this.decode(stored);
        this.rows.set(this.keyOf(row), row);
      }
    });
  }

  async write(connection: Connection): Promise<void> {
    await this.writeAs('upsert', [...this.changed], connection);
    await this.writeAs('insert', this.added, connection);
  }

  /** What was written is committed: what is worth it is kept, everything else forgotten. */
  settle(): void {
    const { kept } = this.table;
    if (!kept) return this.forget();
    for (const row of this.changed) if (!kept(row)) this.rows.delete(this.keyOf(row));
    for (const key of this.rows.keys()) {
      if (this.rows.size <= this.keptMax) break;
      this.rows.delete(key);
    }
    this.endGroup();
  }

  /** Nothing in memory counts any more: what is stored does. */
  forget(): void {
    this.rows.clear();
    this.endGroup();
  }

  private endGroup(): void {
    this.changed.clear();
    this.added = [];
    this.wanted.clear();
  }

  private async writeAs(mode: 'insert' | 'upsert', rows: readonly Row[], connection: Connection): Promise<void> {
    for (const alike of this.alike(inOrder(rows, this.table.key[0]))) {
      await inPieces(alike, (piece) => this.insert(connection, piece, mode));
    }
  }

  /** Apart by what one statement says once for all its rows; of each part the order stays. */
  private alike(rows: readonly Row[]): Iterable<Row[]> {
    const { shared = [] } = this.table;
    if (shared.length === 0) return [rows as Row[]];
    const parts: Row[][] = [];
    const root: Branch<Row> = new Map();
    for (const row of rows) {
      let branch = root;
      for (let index = 0; index < shared.length - 1; index++) {
        const value = row[shared[index]] as Value;
        let next = branch.get(value) as Branch<Row> | undefined;
        if (!next) branch.set(value, (next = new Map()));
        branch = next;
      }
      const value = row[shared[shared.length - 1]] as Value;
      let part = branch.get(value) as Row[] | undefined;
      if (!part) {
        branch.set(value, (part = []));
        parts.push(part);
      }
      part.push(row);
    }
    return parts;
  }

  private async insert(connection: Connection, rows: readonly Row[], mode: 'insert' | 'upsert'): Promise<void> {
    const { shared, own } = this.statements;
    const values: Value[] = new Array<Value>(shared.length + rows.length * own.length);
    let next = 0;
    for (const { field, kind } of shared) values[next++] = encode(rows[0][field as keyof Row] as Value, kind);
    for (const row of rows) {
      for (const { field, kind } of own) values[next++] = encode(row[field as keyof Row] as Value, kind);
    }
    await connection.executeQuery(CompiledQuery.raw(this.statements[mode](rows.length), values));
  }

  private decode(stored: Record<string, unknown>): Row {
    const row: Record<string, unknown> = {};
    for (const { field, column } of this.statements.all) row[field] = readAs(stored[column], field);
    return row as Row;
  }

  private keyOf(row: Row): Key {
    const { key } = this.table;
    return key.length === 1 ? (row[key[0]] as Key) : key.map((field) => row[field] as Value).join('/');
  }

  private partsOf(key: Key): Value[] {
    if (this.table.key.length === 1) return [key];
    const parts = String(key).split('/');
    return this.table.key.map((field, index) =>
      this.table.columns[field] === 'text' ? parts[index] : Number(parts[index]),
    );
  }
}

type Branch<Row> = Map<Value, Branch<Row> | Row[]>;

/**
 * By the first part of the key: rows that lie on one page of the store are written one after the other, and a page is found
 * once. Rows of one first part stay in the order in which they came, which is that of the journal.
 */
function inOrder<Row extends object>(rows: readonly Row[], field: keyof Row): Row[] {
  const byFirst = new Map<Row[keyof Row], Row[]>();
  for (const row of rows) {
    const known = byFirst.get(row[field]);
    if (known) known.push(row);
    else byFirst.set(row[field], [row]);
  }
  const firsts = [...byFirst.keys()].sort((one, other) => (one < other ? -1 : 1));
  return firsts.flatMap((first) => byFirst.get(first) as Row[]);
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

interface Column {
  field: string;
  column: string;
  kind: ColumnKind;
}

interface Statements {
  all: readonly Column[];
  /** Said once a statement, before all rows. */
  shared: readonly Column[];
  /** Said for each row. */
  own: readonly Column[];
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
  const all = Object.entries<ColumnKind>(table.columns).map(([field, kind]) => ({
    field,
    kind,
    column: columnOf(field),
  }));
  const shared = all.filter(({ field }) => table.shared?.includes(field));
  const own = all.filter(({ field }) => !table.shared?.includes(field));
  const key = table.key.map(columnOf);
  const kept = new Set([...key, ...(table.fixed ?? []).map(columnOf)]);
  const cast = (number: number, kind: ColumnKind) => `cast($${number} as ${typeOf(kind)})`;

  const source = [
    ...shared.map(({ kind }, index) => cast(index + 1, kind)),
    ...own.map((_, index) => `column${index + 1}`),
  ].join(', ');
  // The types of the first row are those of all.
  const value = (number: number) =>
    number <= own.length ? cast(shared.length + number, own[number - 1].kind) : `$${shared.length + number}`;
  const insert = (rows: number) =>
    `insert into ${table.name} (${quoted([...shared, ...own].map(({ column }) => column))}) ` +
    `select ${source} from (values ${tuples(rows, own.length, value)}) as rows`;
  const updates = all
    .filter(({ column }) => !kept.has(column))
    .map(({ column }) => `"${column}" = excluded."${column}"`)
    .join(', ');
  const keyPart = (number: number) => cast(number, table.columns[table.key[(number - 1) % key.length]]);
  return {
    all,
    shared,
    own,
    select: remembered(
      (rows) =>
        `select ${quoted(all.map(({ column }) => column))} from ${table.name} ` +
        `where (${quoted(key)}) in (values ${tuples(rows, key.length, keyPart)})`,
    ),
    insert: remembered(insert),
    // Without a condition SQLite would take the `on` for that of a join.
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
    const known = texts.get(rows) ?? make(rows);
    texts.set(rows, known);
    return known;
  };
}
