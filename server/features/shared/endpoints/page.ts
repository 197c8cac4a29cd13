import { LIST_LENGTH_MAX, type Page } from '../../../../shared/wire/fields';
import { Refusal, requestInvalid } from '../../../platform/errors/refusal';

interface PageRequest {
  pageIndex: number;
  pageSize: number;
}

/** `before` is valid only in the default order, not in a sorted list. */
export interface ListRequest extends PageRequest {
  before?: string | undefined;
  sort?: string | undefined;
}

/** Refuses `page.too.deep`, because a store reads every skipped row, and `before` in a sorted list. */
export function refuseDeepPage({ pageIndex, pageSize, before, sort }: ListRequest): void {
  if (before !== undefined && sort !== undefined) throw requestInvalid([{ path: 'before', code: 'unknown' }]);
  if ((pageIndex - 1) * pageSize >= LIST_LENGTH_MAX) throw new Refusal('page.too.deep', { rowsMax: LIST_LENGTH_MAX });
}

/** Converts each stored row of a page to a record of the API. */
export function pageOf<Row, T>({ records, ...page }: Page<Row>, record: (row: Row) => T): Page<T> {
  return { records: records.map(record), ...page };
}

/** One page of an in-memory list. */
export function pageOfList<T>(items: readonly T[], { pageIndex, pageSize }: PageRequest): Page<T> {
  const first = (pageIndex - 1) * pageSize;
  return { records: items.slice(first, first + pageSize), total: items.length, pageIndex, pageSize };
}
