/** Every record of a list, page by page, with as many a page as the exchange gives. */
import type { Page } from '../../../../shared/wire/fields';

export const PAGE_SIZE_MAX = 200;

/** `ask` answers null when a page cannot be had; then there is no whole list. The list must not grow at its beginning meanwhile. */
export async function allPages<Record>(
  ask: (page: { pageIndex: number; pageSize: number }) => Promise<Page<Record> | null>,
): Promise<Record[] | null> {
  const records: Record[] = [];
  for (let pageIndex = 1; ; pageIndex += 1) {
    const page = await ask({ pageIndex, pageSize: PAGE_SIZE_MAX });
    if (page === null) return null;
    records.push(...page.records);
    if (page.records.length === 0 || records.length >= page.total) return records;
  }
}
