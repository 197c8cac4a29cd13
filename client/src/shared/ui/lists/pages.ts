/** How lists are cut into pages. */

export interface Paging {
  pageIndex: number;
  pageSize: number;
}

/** The sizes of the specification. */
export const PAGE_SIZES = [10, 30, 50, 70, 100, 200];
export const PAGE_SIZE_DEFAULT = 20;

/** The sizes offered, with the one that is in use. */
export function sizesWith(size: number): number[] {
  return [...new Set([...PAGE_SIZES, size])].sort((a, b) => a - b);
}

export function pagesOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Numbers of pages to go to: the first, the last and those around this one; null where some are left out. */
export function pagesShown(current: number, last: number): (number | null)[] {
  const around = [current - 1, current, current + 1].filter((page) => page > 1 && page < last);
  const known = [...new Set([1, ...around, last])];
  return known.flatMap((page, index) => {
    const missing = index === 0 ? 0 : page - known[index - 1] - 1;
    // One that is left out takes no less room than what would say so.
    return missing === 0 ? [page] : missing === 1 ? [page - 1, page] : [null, page];
  });
}
