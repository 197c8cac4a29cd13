/**
 * The rows of one table that groups of batches touch. Four steps a group: the projections name the stored rows they will
 * read (`want`), those are loaded at once, the batches are folded into them in memory, and what changed is written at
 * once. Rows that later groups will ask for again are kept as they were written, so that nothing has to be looked up:
 * copies of what is committed, gone with the first transaction that fails and with the process.
 */
import { CompiledQuery } from 'kysely';
import { RowPacker, packRows, type PackedRows } from './packed-rows';
import { ProjectionError } from '../projecting/projection-error';
import { objectSource, packedSource, type Value } from './row-source';
import { inPieces, writeRows, type Connection } from './row-writer';
import { statementsOf, type Statements } from './statements';
import type { Table } from './table';
import { readAs } from '../views-database';

/** Rows of a table that are kept from one group to the next. */
const KEPT_MAX = 200_000;

/** One part of a key is its own name; more are joined by what neither numbers nor names of assets and markets contain. */
type Key = string | number;

export class RowSet<Row extends object> {
  private readonly rows = new Map<Key, Row>();
  private readonly changed = new Set<Row>();
  private readonly added: RowPacker<Row>;
  /** Keys to look up; false for those of rows that this group makes. */
  private readonly wanted = new Map<Key, boolean>();
  private readonly statements: Statements;

  constructor(
    private readonly table: Table<Row>,
    private readonly keptMax = KEPT_MAX,
  ) {
    this.statements = statementsOf(table);
    this.added = new RowPacker(table);
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

  /** Adds a row that nothing else reads, that no other group makes and that is whole: of it no more than its values is kept. */
  add(row: Row): void {
    this.added.add(row);
  }

  /** What this group has made and changed so far. */
  packChanged(): PackedRows {
    return packRows(this.table, this.changed);
  }

  /** What this group has added; it is the caller's from then on. */
  takeAdded(): PackedRows {
    return this.added.take();
  }

  async load(connection: Connection): Promise<void> {
    const lookups = [...this.wanted].filter(([, isStored]) => isStored).map(([key]) => this.partsOf(key));
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
    this.added.take();
    this.wanted.clear();
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
      this.table.columns[field].kind === 'text' ? parts[index] : Number(parts[index]),
    );
  }
}
