/** Lists page by page: how many rows there are, and those of one page. */
import type { ExpressionBuilder } from 'kysely';
import type { ViewsTables } from './tables';

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

/** What a list is counted by. */
export function count(eb: ExpressionBuilder<ViewsTables, keyof ViewsTables>) {
  return eb.fn.countAll<number>().as('total');
}

interface Counting {
  executeTakeFirstOrThrow(): Promise<{ total: number }>;
}

interface Paged<Row> {
  limit(rows: number): Paged<Row>;
  offset(rows: number): Paged<Row>;
  execute(): Promise<Row[]>;
}

export async function pageOf<Row>(
  { pageIndex, pageSize }: PageRequest,
  counting: Counting,
  rows: Paged<Row>,
): Promise<Page<Row>> {
  const size = Math.min(pageSize, ROWS_MAX);
  const { total } = await counting.executeTakeFirstOrThrow();
  const records = await rows
    .limit(size)
    .offset((pageIndex - 1) * size)
    .execute();
  return { records, total, pageIndex, pageSize: size };
}
