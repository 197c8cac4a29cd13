/** Paging of lists. */

export interface Paging {
  pageIndex: number;
  pageSize: number;
}

/** Page sizes of the specification. */
export const PAGE_SIZES = [10, 30, 50, 70, 100, 200];
export const PAGE_SIZE_DEFAULT = 20;

/** Page sizes on offer, including the current one. */
export function sizesWith(size: number): number[] {
  return [...new Set([...PAGE_SIZES, size])].sort((a, b) => a - b);
}

export function pagesOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** Page numbers to show: first, last and neighbours of the current one; null marks a gap. */
export function pagesShown(current: number, last: number): (number | null)[] {
  const neighbours = [current - 1, current, current + 1].filter((page) => page > 1 && page < last);
  const pages = [...new Set([1, ...neighbours, last])];
  return pages.flatMap((page, index) => {
    const missing = index === 0 ? 0 : page - pages[index - 1] - 1;
    // A gap of one page shows the page, as it takes no more room.
    return missing === 0 ? [page] : missing === 1 ? [page - 1, page] : [null, page];
  });
}
