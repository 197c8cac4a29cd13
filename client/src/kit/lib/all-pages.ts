/** All records of a list, loaded page by page at the exchange's page size. */
import type { Page } from '../../../../shared/wire/fields';

export const PAGE_SIZE_MAX = 200;

export interface AskedPage {
  pageSize: number;
  /** Cursor: the last record of the previous page, so that a growing list gives no record twice and misses none. */
  before?: string;
}

/** `fetchPage` returns null for a failed page, which fails the whole list. `nameOf` gives the cursor that `before` expects. */
export async function allPages<Record>(
  fetchPage: (page: AskedPage) => Promise<Page<Record> | null>,
  nameOf: (record: Record) => string,
): Promise<Record[] | null> {
  const allRecords: Record[] = [];
  for (;;) {
    const last = allRecords.at(-1);
    const page = await fetchPage({ pageSize: PAGE_SIZE_MAX, ...(last === undefined ? {} : { before: nameOf(last) }) });
    if (page === null) return null;
    allRecords.push(...page.records);
    if (page.records.length < PAGE_SIZE_MAX) return allRecords;
  }
}
