/** Writes rows of one table, many per statement. */
import { CompiledQuery, type Kysely } from 'kysely';
import { codesOf, type Codes, type RowSource, type Value } from './row-source';
import { statementsOf } from './statements';
import type { Table } from './table';

/** Rows per statement: few sizes, so that few prepared statements serve every group. */
const STATEMENT_ROWS = [200, 50, 10, 3, 1] as const;

// The rows' SQL is made from the table descriptions.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Connection = Pick<Kysely<any>, 'executeQuery'>;

/** Inserts new rows; an upsert also overwrites existing ones. Keys must be unique among the rows. */
export async function writeRows<Row extends object>(
  connection: Connection,
  table: Table<Row>,
  source: RowSource,
  mode: 'insert' | 'upsert',
): Promise<void> {
  if (source.count === 0) return;
  const { allColumns, shared, perRow, [mode]: sqlFor } = statementsOf(table);
  const placeOf = (field: string) => allColumns.findIndex((column) => column.field === field);
  const sharedPlaces = shared.map(({ field }) => placeOf(field));
  const ownPlaces = perRow.map(({ field }) => placeOf(field));
  for (const group of groupBySharedValues(source, sharedPlaces, inOrder(source, placeOf(table.key[0])))) {
    await inPieces(group.length, async (start, end) => {
      const values = new Array<Value>(sharedPlaces.length + (end - start) * ownPlaces.length);
      sharedPlaces.forEach((place, index) => source.copy(place, group, start, start + 1, values, index, 1));
      ownPlaces.forEach((place, index) => {
        source.copy(place, group, start, end, values, sharedPlaces.length + index, ownPlaces.length);
      });
      await connection.executeQuery(CompiledQuery.raw(sqlFor(end - start), values));
    });
  }
}

/** Splits the rows into pieces of statement sizes; `work` gets each piece's start and end. */
export async function inPieces(count: number, work: (start: number, end: number) => Promise<void>): Promise<void> {
  let start = 0;
  for (const size of STATEMENT_ROWS) {
    for (; count - start >= size; start += size) await work(start, start + size);
  }
}

/**
 * Sorts rows by the first part of the key, so that rows of one page of the store are written together. Rows with the same first part keep
 * the journal's order.
 */
function inOrder(source: RowSource, column: number): Uint32Array {
  const codes = source.codes(column);
  const rows = Uint32Array.from({ length: source.count }, (_, row) => row);
  const oneOf = new Uint32Array(codes.count);
  for (const row of rows) oneOf[codes.rowCodes[row]] = row;
  const values = new Array<Value>(codes.count);
  source.copy(column, oneOf, 0, codes.count, values, 0, 1);
  const sorted = [...values.keys()].sort((one, other) =>
    (values[one] as string) < (values[other] as string) ? -1 : 1,
  );
  return gather(rows, codes, sorted).groupedRows;
}

/** Groups rows by the columns that a statement binds once; each group keeps its order. */
function groupBySharedValues(source: RowSource, columns: readonly number[], rows: Uint32Array): readonly Uint32Array[] {
  if (columns.length === 0) return [rows];
  const numbers = new Float64Array(source.count);
  let numbersMax = 1;
  for (const column of columns) {
    const { rowCodes, count } = source.codes(column);
    if (numbersMax * count > Number.MAX_SAFE_INTEGER) numbersMax = renumber(numbers);
    for (let row = 0; row < source.count; row++) numbers[row] = numbers[row] * count + rowCodes[row];
    numbersMax *= count;
  }
  const codes = codesOf(source.count, (row) => numbers[row]);
  return gather(rows, codes, [...Array(codes.count).keys()]).groups;
}

/** Replaces numbers by smaller codes, equal for equal numbers; returns the number of codes, at most the number of rows. */
function renumber(numbers: Float64Array): number {
  const { rowCodes, count } = codesOf(numbers.length, (row) => numbers[row]);
  numbers.set(rowCodes);
  return count;
}

/** Groups the rows by code in the given sequence of codes, keeping their order within a code. */
function gather(
  rows: Uint32Array,
  { rowCodes, count }: Codes,
  sequence: readonly number[],
): { groupedRows: Uint32Array; groups: Uint32Array[] } {
  const countOf = new Uint32Array(count);
  for (const row of rows) countOf[rowCodes[row]]++;
  const nextOf = new Uint32Array(count);
  const groupedRows = new Uint32Array(rows.length);
  let next = 0;
  const groups = sequence.map((code) => {
    nextOf[code] = next;
    return groupedRows.subarray(next, (next += countOf[code]));
  });
  for (const row of rows) groupedRows[nextOf[rowCodes[row]]++] = row;
  return { groupedRows, groups };
}
