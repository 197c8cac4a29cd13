/**
 * Rows of a table as columns in typed arrays: copied to another thread as a whole, not value by value, and not scanned
 * by the garbage collector however many rows wait for their statement.
 */
import type { Column, Table } from './table';

/** Index of each row's text; the same few texts recur. */
export interface PackedTexts {
  codes: Uint32Array;
  texts: readonly (string | null)[];
}

/** The last kind is for values that fit no typed array: sums without a bound, and nullable amounts. */
export type PackedColumn = Float64Array | BigInt64Array | PackedTexts | readonly (bigint | null)[];

export interface PackedRows {
  count: number;
  /** In table column order. */
  columns: readonly PackedColumn[];
}

/** Memory that can be moved to another thread instead of being copied. */
export function buffersOf({ columns }: PackedRows): ArrayBuffer[] {
  return columns.flatMap((column) => {
    if (column instanceof Float64Array || column instanceof BigInt64Array) return [column.buffer as ArrayBuffer];
    return 'codes' in column ? [column.codes.buffer as ArrayBuffer] : [];
  });
}

export function packRows<Row extends object>(table: Table<Row>, rows: Iterable<Row>): PackedRows {
  const packer = new RowPacker(table);
  for (const row of rows) packer.add(row);
  return packer.take();
}

const ROOM_FIRST = 64;

/** Stores only the values of the given rows. */
export class RowPacker<Row extends object> {
  private readonly fields: readonly (keyof Row & string)[];
  private columns: GrowingColumn[];
  private count = 0;
  private capacity = 0;
  /** Consecutive groups have similar sizes. */
  private initialCapacity = ROOM_FIRST;

  constructor(private readonly table: Table<Row>) {
    this.fields = Object.keys(table.columns) as (keyof Row & string)[];
    this.columns = emptyColumns(table);
  }

  add(row: Row): void {
    if (this.count === this.capacity) this.makeRoom();
    const { fields, columns, count } = this;
    for (let place = 0; place < fields.length; place++) {
      const column = columns[place];
      const value = row[fields[place]];
      if (column.is === 'integer') column.values[count] = (value ?? NO_INTEGER) as number;
      else if (column.is === 'text') column.codes[count] = codeOf(value as string | null, column.codeByText);
      else if (column.is === 'amount' && value !== null) column.values[count] = value as bigint;
      else columns[place] = withAny(column, value as bigint | null, count);
    }
    this.count++;
  }

  /** Takes the rows so far; later rows go into new columns. */
  take(): PackedRows {
    const { columns, count } = this;
    this.columns = emptyColumns(this.table);
    this.count = 0;
    this.capacity = 0;
    this.initialCapacity = Math.max(ROOM_FIRST, count);
    return { count, columns: columns.map((column) => packedOf(column, count)) };
  }

  private makeRoom(): void {
    this.capacity = this.capacity === 0 ? this.initialCapacity : this.capacity * 2;
    for (const column of this.columns) grow(column, this.capacity);
  }
}

/** Represents a null integer. */
const NO_INTEGER = NaN;

export function integerOf(packed: number): number | null {
  return Number.isNaN(packed) ? null : packed;
}

type GrowingColumn =
  | { is: 'integer'; values: Float64Array }
  | { is: 'amount'; values: BigInt64Array }
  | { is: 'text'; codes: Uint32Array; codeByText: Map<string | null, number> }
  | { is: 'any'; values: (bigint | null)[] };

function emptyColumns<Row>({ columns }: Table<Row>): GrowingColumn[] {
  return Object.values<Column>(columns).map(({ kind }) => {
    if (kind === 'text') return { is: 'text', codes: new Uint32Array(), codeByText: new Map() };
    if (kind === 'integer') return { is: 'integer', values: new Float64Array() };
    return kind === 'amount' ? { is: 'amount', values: new BigInt64Array() } : { is: 'any', values: [] };
  });
}

function grow(column: GrowingColumn, capacity: number): void {
  if (column.is === 'integer') column.values = grown(new Float64Array(capacity), column.values);
  else if (column.is === 'amount') column.values = grown(new BigInt64Array(capacity), column.values);
  else if (column.is === 'text') column.codes = grown(new Uint32Array(capacity), column.codes);
}

function grown<Values extends { set(values: Values): void }>(values: Values, before: Values): Values {
  values.set(before);
  return values;
}

function codeOf(text: string | null, codes: Map<string | null, number>): number {
  let code = codes.get(text);
  if (code === undefined) codes.set(text, (code = codes.size));
  return code;
}

function withAny(column: GrowingColumn, value: bigint | null, count: number): GrowingColumn {
  if (column.is !== 'amount' && column.is !== 'any') throw new TypeError(`${column.is} columns have no such value`);
  const values: (bigint | null)[] = column.is === 'any' ? column.values : [...column.values.subarray(0, count)];
  values[count] = value;
  return { is: 'any', values };
}

function packedOf(column: GrowingColumn, count: number): PackedColumn {
  if (column.is === 'text') return { codes: column.codes.slice(0, count), texts: [...column.codeByText.keys()] };
  return column.values.slice(0, count);
}
