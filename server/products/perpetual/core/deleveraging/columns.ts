/**
 * What positions of one side rank by, as rows of numbers side by side: to look at a hundred thousand of them once takes a millisecond here,
 * and tens of milliseconds where each lies in objects of its own. They follow from positions and holds, so no snapshot tells them.
 */

export interface Columns {
  rows: number;
  /** By position, the row it stands in. */
  places: Map<number, number>;
  cells: Float64Array;
}

/** Rounded where it is more than a number of the machine holds exactly: who reads it has to look. */
export interface Row {
  id: number;
  lots: number;
  cost: number;
  /** NaN where its account covers it. */
  margin: number;
  /** The place of its account, if that covers it. */
  account: number;
}

const WIDTH = 5;
const ROWS_FIRST = 16;

export function createColumns(): Columns {
  return { rows: 0, places: new Map(), cells: new Float64Array(WIDTH * ROWS_FIRST) };
}

/** In place of what stood under its number. */
export function putRow(columns: Columns, { id, lots, cost, margin, account }: Row): void {
  let place = columns.places.get(id);
  if (place === undefined) {
    place = columns.rows++;
    columns.places.set(id, place);
  }
  const at = place * WIDTH;
  columns.cells = roomFor(columns.cells, at + WIDTH);
  const { cells } = columns;
  cells[at] = id;
  cells[at + 1] = lots;
  cells[at + 2] = cost;
  cells[at + 3] = margin;
  cells[at + 4] = account;
}

/** Nothing where it is not there. */
export function dropRow(columns: Columns, id: number): void {
  const { places, cells } = columns;
  const place = places.get(id);
  if (place === undefined) return;
  places.delete(id);
  const last = --columns.rows;
  if (place === last) return;
  cells.copyWithin(place * WIDTH, last * WIDTH, (last + 1) * WIDTH);
  places.set(cells[place * WIDTH], place);
}

export interface ColumnsView {
  readonly rows: number;
  readonly cells: ArrayLike<number>;
}

/** Two primes: one of them has no factor in common with a number of rows. */
const [STRIDE, OTHER_STRIDE] = [7919, 7907];

/**
 * The same row again and again, filled anew: keep none of them. Neighbours come far apart: positions that were opened one after the other,
 * at prices that rose all the while, are not met in the order of what they have won.
 */
export function* rowsOf({ rows, cells }: ColumnsView): Generator<Row> {
  const row: Row = { id: 0, lots: 0, cost: 0, margin: 0, account: 0 };
  const stride = rows % STRIDE === 0 ? OTHER_STRIDE : STRIDE;
  for (let met = 0, place = 0; met < rows; met++, place = (place + stride) % rows) {
    const at = place * WIDTH;
    row.id = cells[at];
    row.lots = cells[at + 1];
    row.cost = cells[at + 2];
    row.margin = cells[at + 3];
    row.account = cells[at + 4];
    yield row;
  }
}

/** Twice as large as often as needed; what is new is zero. */
export function roomFor(numbers: Float64Array, length: number): Float64Array {
  let room = numbers.length;
  while (room < length) room *= 2;
  if (room === numbers.length) return numbers;
  const larger = new Float64Array(room);
  larger.set(numbers);
  return larger;
}
