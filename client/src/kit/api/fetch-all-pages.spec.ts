import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { PRODUCT_ROUTES } from '../../../../shared/wire/product';
import { fetchAllPages } from './fetch-all-pages';

/** Mock list of `count` records in pages; page `failing` is refused. */
function exchange(count: number, failing = Infinity) {
  const asked: object[] = [];
  const ask = async ({ body }: FetchArgs) => {
    asked.push(body as object);
    const { pageIndex, pageSize } = body as { pageIndex: number; pageSize: number };
    if (pageIndex === failing) return { error: { code: 'system.busy', message: 'Not now.' } };
    const from = (pageIndex - 1) * pageSize;
    const records = Array.from({ length: Math.max(0, Math.min(pageSize, count - from)) }, (_, at) => from + at);
    return { data: { records, total: count, pageIndex, pageSize } };
  };
  return { asked, list: () => fetchAllPages(PRODUCT_ROUTES.coinList, ask) };
}

describe('whole list', () => {
  it.each([
    [0, 1],
    [1, 1],
    [99, 1],
    [100, 1],
    [101, 2],
    [250, 3],
  ])('of %i records loads %i pages of 100', async (count, pages) => {
    const { asked, list } = exchange(count);
    expect(await list()).toEqual({ data: Array.from({ length: count }, (_, at) => at) });
    expect(asked).toEqual(Array.from({ length: pages }, (_, at) => ({ pageIndex: at + 1, pageSize: 100 })));
  });

  it('fails if any page fails', async () => {
    expect(await exchange(250, 2).list()).toEqual({ error: { code: 'system.busy', message: 'Not now.' } });
  });

  it('stops after 100 pages', async () => {
    const asked: unknown[] = [];
    const full = Array.from({ length: 100 }, (_, at) => at);
    await fetchAllPages(PRODUCT_ROUTES.coinList, async (request) => {
      asked.push(request);
      return { data: { records: full, total: Infinity } };
    });
    expect(asked).toHaveLength(100);
  });
});
