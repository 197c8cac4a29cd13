/** Rows of a table on their way to another thread: column by column in typed arrays, which are copied as a whole, and not value by value. */
import type { ColumnKind, Table } from './table';

/** Which of the texts each row has; the same few come again and again. */
interface PackedTexts {
  codes: Uint32Array;
  texts: readonly (string | null)[];
}

type PackedColumn = Float64Array | BigInt64Array | PackedTexts;

export interface PackedRows {
  count: number;
  columns: readonly PackedColumn[];
}

/** For tables without totals, and with no amount that may be null: what has no bound fits into no typed array. */
export function packRows<Row extends object>(table: Table<Row>, rows: readonly Row[]): PackedRows {
  const columns = columnsOf(table).map(([field, kind]): PackedColumn => {
    if (kind === 'text') return packTexts(rows, field);
    if (kind === 'total') throw new TypeError(`${table.name}.${field} has no bound`);
    const column = kind === 'amount' ? new BigInt64Array(rows.length) : new Float64Array(rows.length);
    // An integer that is null becomes NaN, which no integer is; an amount that is null is refused.
    for (let index = 0; index < rows.length; index++) column[index] = (rows[index][field] ?? packedNull(kind)) as never;
    return column;
  });
  return { count: rows.length, columns };
}

function packTexts<Row extends object>(rows: readonly Row[], field: keyof Row): PackedTexts {
  const known = new Map<string | null, number>();
  const codes = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const text = rows[index][field] as string | null;
    let code = known.get(text);
    if (code === undefined) known.set(text, (code = known.size));
    codes[index] = code;
  }
  return { codes, texts: [...known.keys()] };
}

export function unpackRows<Row extends object>(table: Table<Row>, { count, columns }: PackedRows): Row[] {
  const rows: Row[] = Array.from({ length: count }, () => ({}) as Row);
  columnsOf(table).forEach(([field, kind], place) => {
    const column = columns[place];
    for (let index = 0; index < count; index++) rows[index][field] = valueIn(column, index, kind) as never;
  });
  return rows;
}

function valueIn(column: PackedColumn, index: number, kind: ColumnKind): unknown {
  if ('codes' in column) return column.texts[column.codes[index]];
  const value = column[index];
  return kind === 'integer' && Number.isNaN(value) ? null : value;
}

function packedNull(kind: ColumnKind): number | null {
  return kind === 'integer' ? NaN : null;
}

function columnsOf<Row extends object>(table: Table<Row>): [keyof Row & string, ColumnKind][] {
  return Object.entries(table.columns) as [keyof Row & string, ColumnKind][];
}
