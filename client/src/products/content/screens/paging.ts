/** Paging of article lists. */

export const LIST_SIZE = 20;
const PAGE_PARAMETER = 'page';

/** Parses the page number of an address, which may be invalid. */
export function pageIndexIn(parameters: URLSearchParams): number {
  const text = parameters.get(PAGE_PARAMETER) ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export function searchWith(parameters: URLSearchParams, pageIndex: number): string {
  const search = new URLSearchParams(parameters);
  search.set(PAGE_PARAMETER, String(pageIndex));
  return search.toString();
}
