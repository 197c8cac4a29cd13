/**
 * A read-model table is one row: its columns, key and indexes. The TypeScript type of its rows and all statements for
 * either store are derived from it.
 */

/**
 * How a value is stored, the same in both stores:
 * - `integer`: ids, times, ticks, lots; a number in code. 64 bits in the store, at most 2^53 − 1 by the core's rules.
 * - `amount`: units of an asset up to 2^63 − 1; a bigint in code, a 64-bit integer in the store: sorts and compares in
 *   SQL.
 * - `total`: an unbounded sum, such as all trades of a week; a bigint in code, decimal text in the store: exact, and
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
  /** The primary key; one row per key. */
  key: readonly Field[];
  /**
   * False: rows are stored in order of arrival, without a uniqueness check. Rows and checkpoint are written atomically,
   * so nothing is duplicated; in a table with many rows the check is a third of the cost.
   */
  primary?: false;
  /** Every index is another tree to write for each row. */
  indexes?: Readonly<Record<string, readonly Field[]>>;
  /** Increase it when the meaning of columns changes, so that rows are rebuilt. */
  meaning?: number;
  /** Columns that never change once written: an update leaves them and their indexes alone. */
  fixed?: readonly Field[];
  /**
   * Columns with equal values in many rows, such as a market or a kind: one statement writes rows equal in all of them
   * and binds these values once. Binding values is most of a row's cost, and texts cost most.
   */
  shared?: readonly Field[];
  /** Rows to cache because later groups are likely to need them; absent: none. */
  kept?: (row: Readonly<FieldsOf<C>>) => boolean;
}

export interface Table<Row> extends Omit<Definition<never, keyof Row & string>, 'columns' | 'kept'> {
  name: string;
  columns: { readonly [Field in keyof Row]: Column<Row[Field]> };
  kept?: (row: Readonly<Row>) => boolean;
}
/** A table whose columns are accessed by name. */
export type AnyTable = Table<Record<string, unknown>>;
export type RowOf<T> = T extends Table<infer Row> ? Row : never;

export function table<C extends Columns>(name: string, definition: Definition<C>): Table<FieldsOf<C>> {
  return { name, ...definition } as unknown as Table<FieldsOf<C>>;
}

export const integer: Column<number> = { kind: 'integer' };
export const amount: Column<bigint> = { kind: 'amount' };
export const total: Column<bigint> = { kind: 'total' };
export const text: Column<string> = { kind: 'text' };

/** A text column with a narrower type. */
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

/** Text that both stores keep unchanged: PostgreSQL rejects NUL, and a lone surrogate has no UTF-8 encoding. */
export function storableText(text: string): string {
  return text.replace(/[\0\ud800-\udfff]/gu, '\ufffd');
}
