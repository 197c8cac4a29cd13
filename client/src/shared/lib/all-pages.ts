/** Every record of a list, page by page, with as many a page as the exchange gives. */
import type { Page } from '../../../../shared/wire/fields';

export const PAGE_SIZE_MAX = 200;

export interface AskedPage {
  pageSize: number;
  /** The last of the page before: however long the list is and grows, no record comes twice and none is left out. */
  before?: string;
}

/** `ask` answers null when a page cannot be had; then there is no whole list. `nameOf` is what `before` calls a record. */
export async function allPages<Record>(
  ask: (page: AskedPage) => Promise<Page<Record> | null>,
  nameOf: (record: Record) => string,
): Promise<Record[] | null> {
  const all: Record[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await ask({ pageSize: PAGE_SIZE_MAX, ...(last === undefined ? {} : { before: nameOf(last) }) });
    if (page === null) return null;
    all.push(...page.records);
    if (page.records.length < PAGE_SIZE_MAX) return all;
  }
}
