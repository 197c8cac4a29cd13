/** Product and coin lists come in pages of a hundred; screens want all of them. */
import type { Page } from '../../../../shared/wire/fields';
import type { Fault } from './envelope';

const PAGE_SIZE = 100;
/** A list that never ends is none. */
const PAGES_MAX = 100;

type Answer = { data: unknown; error?: undefined } | { data?: undefined; error: Fault };
type Ask = (request: { url: string; method: string; body: object }) => PromiseLike<Answer> | Answer;

/** Page by page to the last, which is not full. What fails on the way is the failure of the whole. */
export async function wholeList<Record>(url: string, ask: Ask): Promise<{ data: Record[] } | { error: Fault }> {
  const all: Record[] = [];
  for (let pageIndex = 1; pageIndex <= PAGES_MAX; pageIndex++) {
    const answer = await ask({ url, method: 'POST', body: { pageIndex, pageSize: PAGE_SIZE } });
    if (answer.error) return { error: answer.error };
    const { records, total } = answer.data as Page<Record>;
    all.push(...records);
    if (records.length < PAGE_SIZE || all.length >= total) break;
  }
  return { data: all };
}
