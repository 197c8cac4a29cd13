import { LISTED_MAX, type Page } from '../../../../shared/wire/fields';
import { Refusal, requestInvalid } from '../../../platform/errors/refusal';

interface PageRequest {
  pageIndex: number;
  pageSize: number;
}

/** A place in the list as it comes says nothing of where that is in another order. */
export interface ListRequest extends PageRequest {
  before?: string | undefined;
  sort?: string | undefined;
}

/** Refuses `page.too.deep`: to skip so many rows a store reads all of them; and `before` in a list that is sorted. */
export function refuseDeep({ pageIndex, pageSize, before, sort }: ListRequest): void {
  if (before !== undefined && sort !== undefined) throw requestInvalid([{ path: 'before', code: 'unknown' }]);
  if ((pageIndex - 1) * pageSize >= LISTED_MAX) throw new Refusal('page.too.deep', { rowsMax: LISTED_MAX });
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
