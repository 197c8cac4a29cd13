/**
 * A table of a read model is one row: its columns, its key and its indexes. Everything else follows from it: the TypeScript type of its
 * rows, the statements that make it in either store, and those that read and write it.
 */

/**
 * How a value is stored, the same in both stores:
 * - `integer`: ids, times, ticks, lots; a number in code. 64 bits in the store, at most 2^53 − 1 by the core's rules.
 * - `amount`: units of an asset up to 2^63 − 1; a bigint in code, a 64-bit integer in the store: sorts and compares in SQL.
 * - `total`: a sum that has no bound, as of all trades in a week; a bigint in code, decimal text in the store: exact, and
 *   added up in code only.
 * - `text`.
 */
export type ColumnKind = 'integer' | 'amount' | 'total' | 'text';

export interface Column<T = unknown> {
  readonly kind: ColumnKind;
  /** May be null. */
  readonly isOptional?: true;
  /** The value's type; absent at run time. */
  readonly holds?: T;
}
type Columns = Readonly<Record<string, Column>>;

/** An object with these columns. Editors show its fields, and compile errors name them. */
export type FieldsOf<C> = C extends infer D
  ? { -readonly [F in keyof D]: D[F] extends Column<infer T> ? T : never } extends infer O
    ? { [F in keyof O]: O[F] }
    : never
  : never;

interface Definition<C, Field = keyof C & string> {
  columns: C;
  /** One row each: the primary key. */
  key: readonly Field[];
  /**
   * False: rows lie in the order in which they came, and no store proves of each that its key is new. Rows and checkpoint are
   * written together or not at all, so nothing comes twice; of a table with many rows the proof is a third of the cost.
   */
  primary?: false;
  /** Every index is one more tree to write for each row. */
  indexes?: Readonly<Record<string, readonly Field[]>>;
  /** Raise it when rows come to mean something else in the same columns: they are then made anew. */
  meaning?: number;
  /** Columns that never change once the row is written: writing it again leaves them, and their indexes, alone. */
  fixed?: readonly Field[];
  /**
   * Columns in which many rows agree, as a market or a kind: rows that agree in all of them are written by one statement that
   * says them once. Most of a row's cost is handing over its values, and texts cost most.
   */
  shared?: readonly Field[];
  /** Rows that the next groups are likely to ask for again; absent: none. */
  kept?: (row: Readonly<FieldsOf<C>>) => boolean;
}

export interface Table<Row> extends Omit<Definition<never, keyof Row & string>, 'columns' | 'kept'> {
  name: string;
  columns: { readonly [Field in keyof Row]: Column<Row[Field]> };
  kept?: (row: Readonly<Row>) => boolean;
}
/** A table whose columns are asked for by name. */
export type AnyTable = Table<Record<string, unknown>>;
export type RowOf<T> = T extends Table<infer Row> ? Row : never;

export function table<C extends Columns>(name: string, definition: Definition<C>): Table<FieldsOf<C>> {
  return { name, ...definition } as unknown as Table<FieldsOf<C>>;
}

export const integer: Column<number> = { kind: 'integer' };
export const amount: Column<bigint> = { kind: 'amount' };
export const total: Column<bigint> = { kind: 'total' };
export const text: Column<string> = { kind: 'text' };

/** A text whose type is narrower. */
export function textOf<T extends string>(): Column<T> {
  return { kind: 'text' };
}

export function optional<T>(column: Column<T>): Column<T | null> {
  return { ...column, isOptional: true };
}

/** `filledQuote` is the field, `filled_quote` the column. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What both stores keep as it is: PostgreSQL takes no NUL, and half of a surrogate pair has no UTF-8. */
export function storableText(given: string): string {
  return given.replace(/[\0\ud800-\udfff]/gu, '\ufffd');
}
