/**
 * Rows of one table that groups of batches touch. A group has four steps: the projections name the stored rows they will read (`prefetch`), one
 * query loads them, the batches are folded into them in memory, and the changes are written at once. Rows that later groups will need are
 * cached as written, to save queries. The cache copies committed rows and is dropped after a failed transaction and at exit.
 */
import { CompiledQuery } from 'kysely';
import { RowPacker, packRows, type PackedRows } from './packed-rows';
import { ProjectionError } from '../projecting/projection-error';
import { objectSource, packedSource, type Value } from './row-source';
import { inPieces, writeRows, type Connection } from './row-writer';
import { statementsOf, type Statements } from './statements';
import type { Table } from './table';
import { readAs } from './read-as';

/** Maximum number of cached rows of a table between groups. */
const KEPT_MAX = 200_000;

/**
 * A key of one part is used as it is; several parts are joined by a separator that neither numbers nor names of assets and markets contain.
 */
type Key = string | number;

export class RowSet<Row extends object> {
  private readonly rows = new Map<Key, Row>();
  private readonly changed = new Set<Row>();
  private readonly added: RowPacker<Row>;
  /** Keys to load; false for keys of rows that this group creates. */
  private readonly prefetched = new Map<Key, boolean>();
  private readonly statements: Statements;

  constructor(
    private readonly table: Table<Row>,
    private readonly keptMax = KEPT_MAX,
  ) {
    this.statements = statementsOf(table);
    this.added = new RowPacker(table);
  }

  /** Requests the stored row of this key, which need not exist. */
  prefetch(key: Key): void {
    if (!this.rows.has(key) && !this.prefetched.has(key)) this.prefetched.set(key, true);
  }

  /** Declares that this group creates the row, so that a later `prefetch` does not load it. */
  markNew(key: Key): void {
    if (!this.prefetched.has(key)) this.prefetched.set(key, false);
  }

  /** The row after all groups so far. Finds only rows that were wanted or put. */
  find(key: Key): Row | undefined {
    return this.rows.get(key);
  }

  /** The same for a row that must exist: if it is missing, the tables do not match the journal. */
  get(key: Key): Row {
    const row = this.find(key);
    if (!row) throw new ProjectionError(`${this.table.name}: there is no row ${key}`);
    return row;
  }

  /** Creates the row, or overwrites it. */
  put(row: Row): void {
    const key = this.keyOf(row);
    const before = this.rows.get(key);
    // Only the latest row of a key is written: one statement must not contain a key twice.
    if (before && before !== row) this.changed.delete(before);
    this.rows.set(key, row);
    this.changed.add(row);
  }

  /** Marks a found row as changed in place. */
  markChanged(row: Row): void {
    this.changed.add(row);
  }

  /** Adds a complete row that nothing reads and no other group writes; only its values are stored. */
  add(row: Row): void {
    this.added.add(row);
  }

  /** Rows added and changed by this group so far. */
  packChanged(): PackedRows {
    return packRows(this.table, this.changed);
  }

  /** Rows added by this group; the caller then owns them. */
  takeAdded(): PackedRows {
    return this.added.take();
  }

  async load(connection: Connection): Promise<void> {
    const lookups = [...this.prefetched].filter(([, isStored]) => isStored).map(([key]) => this.partsOf(key));
    await inPieces(lookups.length, async (start, end) => {
      const query = CompiledQuery.raw(this.statements.select(end - start), lookups.slice(start, end).flat());
      const { rows } = await connection.executeQuery<Record<string, unknown>>(query);
      for (const stored of rows) {
        const row = this.decode(stored);
        this.rows.set(this.keyOf(row), row);
      }
    });
  }

  async write(connection: Connection): Promise<void> {
    await writeRows(connection, this.table, objectSource(this.table, [...this.changed]), 'upsert');
    await writeRows(connection, this.table, packedSource(this.table, this.takeAdded()), 'insert');
  }

  /** After the commit, keeps the rows that the table caches and forgets all others. */
  commit(): void {
    const { kept: isCached } = this.table;
    if (!isCached) return this.clear();
    for (const row of this.changed) if (!isCached(row)) this.rows.delete(this.keyOf(row));
    for (const key of this.rows.keys()) {
      if (this.rows.size <= this.keptMax) break;
      this.rows.delete(key);
    }
    this.endGroup();
  }

  /** Drops all rows in memory: only the stored rows count. */
  clear(): void {
    this.rows.clear();
    this.endGroup();
  }

  private endGroup(): void {
    this.changed.clear();
    this.added.take();
    this.prefetched.clear();
  }

  private decode(stored: Record<string, unknown>): Row {
    const row: Record<string, unknown> = {};
    for (const { field, column, kind } of this.statements.allColumns) row[field] = readAs(stored[column], field, kind);
    return row as Row;
  }

  private keyOf(row: Row): Key {
    const { key } = this.table;
    return key.length === 1 ? (row[key[0]] as Key) : key.map((field) => row[field] as Value).join('/');
  }

  private partsOf(key: Key): Value[] {
    if (this.table.key.length === 1) return [key];
    const keyParts = String(key).split('/');
    return this.table.key.map((field, index) =>
      this.table.columns[field].kind === 'text' ? keyParts[index] : Number(keyParts[index]),
    );
  }
}
