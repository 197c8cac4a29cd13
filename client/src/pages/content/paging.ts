/** How lists are cut into pages. */

export const LIST_SIZE = 20;
export const PAGE_PARAMETER = 'page';

/** From an address that anybody may have typed. */
export function pageIndexIn(parameters: URLSearchParams): number {
  const text = parameters.get(PAGE_PARAMETER) ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}

export function pagesOf(total: number): number {
  return Math.max(1, Math.ceil(total / LIST_SIZE));
}
