import { allPages } from './all-pages';

/** Records, newest first. */
const list = (count: number) => Array.from({ length: count }, (_, index) => count - index);

/** Pages of a growing list whose total is capped at 10,000, as on the exchange. */
function asker(count: number, failsAt = 0) {
  let asked = 0;
  let newest = count;
  return ({ pageSize, before }: { pageSize: number; before?: string }) => {
    asked++;
    const older = list(newest++).filter((record) => before === undefined || record < Number(before));
    const page = { records: older.slice(0, pageSize), total: Math.min(older.length, 10_000), pageIndex: 1, pageSize };
    return Promise.resolve(asked === failsAt ? null : page);
  };
}

describe('all pages', () => {
  it.each([0, 1, 200, 201, 450, 10_300])('of %d records return each record once', async (count) => {
    expect(await allPages(asker(count), String)).toEqual(list(count));
  });

  it('are null if a page is missing', async () => {
    expect(await allPages(asker(450, 2), String)).toBeNull();
  });
});
