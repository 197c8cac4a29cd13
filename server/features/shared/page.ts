import type { Page } from '../../../shared/wire/fields';

interface PageRequest {
  pageIndex: number;
  pageSize: number;
}

/** The same page with each stored row as a record of the interface. */
export function pageOf<Row, T>({ records, ...page }: Page<Row>, record: (row: Row) => T): Page<T> {
  return { records: records.map(record), ...page };
}

/** One page of a list that is in memory. */
export function pageOfList<T>(all: readonly T[], { pageIndex, pageSize }: PageRequest): Page<T> {
  const first = (pageIndex - 1) * pageSize;
  return { records: all.slice(first, first + pageSize), total: all.length, pageIndex, pageSize };
}
