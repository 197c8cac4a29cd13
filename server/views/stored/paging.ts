/** Lists page by page: how many rows there are, and those of one page. */
import { sql as raw, type SelectQueryBuilder } from 'kysely';
import { LISTED_MAX } from '../../../shared/wire/fields';
import type { ReadModels } from './views-database';

export interface PageRequest {
  /** From 1. */
  pageIndex: number;
  pageSize: number;
}

export interface Page<Row> extends PageRequest {
  records: Row[];
  total: number;
}

export const ROWS_MAX = 200;

interface Counting {
  executeTakeFirstOrThrow(): Promise<{ total: number }>;
}

interface Paged<Row> {
  limit(rows: number): Paged<Row>;
  offset(rows: number): Paged<Row>;
  execute(): Promise<Row[]>;
}

// A query of any table, of which nothing is known but that it finds rows.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Finding = SelectQueryBuilder<any, any, any>;

/** How many rows are found, up to as many as a list has: who has more is not made to wait for the number. */
export function count({ sql }: ReadModels, found: Finding): Counting {
  const limited = found
    .clearSelect()
    .select(raw<number>`1`.as('found'))
    .limit(LISTED_MAX)
    .as('listed');
  return sql.selectFrom(limited).select((eb) => eb.fn.countAll<number>().as('total'));
}

/** How many there are: for staff, who work through all of them from the oldest on. */
export function countAll(_: ReadModels, found: Finding): Counting {
  return found.clearSelect().select((eb) => eb.fn.countAll<number>().as('total'));
}

export async function pageOf<Row>(
  { pageIndex, pageSize }: PageRequest,
  counting: Counting,
  rows: Paged<Row>,
): Promise<Page<Row>> {
  const size = Math.min(pageSize, ROWS_MAX);
  const { total } = await counting.executeTakeFirstOrThrow();
  const first = (pageIndex - 1) * size;
  const records = first >= total ? [] : await rows.limit(size).offset(first).execute();
  return { records, total, pageIndex, pageSize: size };
}
