/** Source of row values for the writer: objects or columns. Rows and columns are addressed by number. */
import { types } from 'node:util';
import { integerOf, type PackedColumn, type PackedRows } from './packed-rows';
import { storableText, type Column, type ColumnKind, type Table } from './table';

/** In the stores' types. */
export type Value = string | number | bigint | null;

/** Codes for the distinct values of one column, counted from 0: equal values have the same code. */
export interface Codes {
  rowCodes: Uint32Array;
  count: number;
}

export interface RowSource {
  readonly count: number;
  codes(column: number): Codes;
  /** Copies the column's value of each row from `start` to before `end` into every `step`th place from `at` on. */
  copy(column: number, rows: Uint32Array, start: number, end: number, target: Value[], at: number, step: number): void;
}

export function objectSource<Row extends object>(table: Table<Row>, rows: readonly Row[]): RowSource {
  const columns = Object.entries(table.columns) as [keyof Row & string, Column][];
  return {
    count: rows.length,
    codes(column) {
      const [field] = columns[column];
      return codesOf(rows.length, (row) => rows[row][field] as Value);
    },
    copy(column, places, start, end, target, at, step) {
      const [field, { kind }] = columns[column];
      for (let index = start; index < end; index++, at += step) {
        target[at] = encode(rows[places[index]][field] as Value, kind);
      }
    },
  };
}

/** Amounts and large numbers are created per statement: a few at a time, not all of a group at once. */
export function packedSource<Row extends object>(table: Table<Row>, { count, columns }: PackedRows): RowSource {
  const kinds = Object.values<Column>(table.columns).map(({ kind }) => kind);
  const encoded = columns.map(withStorableTexts);
  return {
    count,
    codes(column) {
      const packed = columns[column];
      if ('codes' in packed) return { rowCodes: packed.codes, count: packed.texts.length };
      return codesOf(count, (row) => packed[row]);
    },
    copy(column, places, start, end, target, at, step) {
      const packed = encoded[column];
      if (types.isFloat64Array(packed)) {
        for (let index = start; index < end; index++, at += step) target[at] = integerOf(packed[places[index]]);
      } else if (types.isBigInt64Array(packed)) {
        for (let index = start; index < end; index++, at += step) target[at] = packed[places[index]];
      } else if ('codes' in packed) {
        const { codes, texts } = packed;
        for (let index = start; index < end; index++, at += step) target[at] = texts[codes[places[index]]];
      } else {
        const kind = kinds[column];
        for (let index = start; index < end; index++, at += step) target[at] = encode(packed[places[index]], kind);
      }
    },
  };
}

function withStorableTexts(packed: PackedColumn): PackedColumn {
  if (!('codes' in packed)) return packed;
  return { codes: packed.codes, texts: packed.texts.map((text) => encode(text, 'text') as string | null) };
}

function encode(value: Value, kind: ColumnKind): Value {
  if (value === null) return null;
  if (kind === 'total') return String(value);
  return kind === 'text' ? storableText(value as string) : value;
}

export function codesOf(count: number, valueOf: (row: number) => Value): Codes {
  const codeByValue = new Map<Value, number>();
  const codes = new Uint32Array(count);
  for (let row = 0; row < count; row++) {
    const value = valueOf(row);
    let code = codeByValue.get(value);
    if (code === undefined) codeByValue.set(value, (code = codeByValue.size));
    codes[row] = code;
  }
  return { rowCodes: codes, count: codeByValue.size };
}
