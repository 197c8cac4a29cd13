/** What the writer knows of a table: its columns by kind, and the key by which its rows are found. */

/**
 * How a value is stored, the same in both stores:
 * - `integer`: ids, times, ticks, lots; a number in code. 64 bits in the store, at most 2^53 − 1 by the core's rules.
 * - `amount`: units of an asset up to 2^63 − 1; a bigint in code, a 64-bit integer in the store: sorts and compares in SQL.
 * - `total`: a sum that has no bound, as of all trades in a week; a bigint in code, decimal text in the store: exact, and
 *   added up in code only.
 * - `text`.
 */
export type ColumnKind = 'integer' | 'amount' | 'total' | 'text';

/** The kinds that can carry a field of type `T`; one that may be null says so in the row's type. */
type KindOf<T> =
  NonNullable<T> extends bigint ? 'amount' | 'total' : NonNullable<T> extends number ? 'integer' : 'text';

export interface Table<Row> {
  name: string;
  columns: { readonly [Field in keyof Row]: KindOf<Row[Field]> };
  /** The primary key: one row each. */
  key: readonly (keyof Row & string)[];
  /** What a row keeps for ever once it is written: writing it again leaves these columns, and their indexes, alone. */
  fixed?: readonly (keyof Row & string)[];
  /**
   * Columns in which many rows agree, as a market or a kind: rows that agree in all of them are written by one statement that
   * says them once. Most of what a row costs is handing over its values, and texts cost most.
   */
  shared?: readonly (keyof Row & string)[];
  /** Which rows the next groups are likely to ask for again; absent: none. */
  kept?: (row: Readonly<Row>) => boolean;
}

/** `filledQuote` is the field, `filled_quote` the column. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What both stores keep as it is: PostgreSQL takes no NUL, and half of a surrogate pair has no UTF-8. */
export function storableText(text: string): string {
  return text.replace(/[\0\ud800-\udfff]/gu, '\ufffd');
}
