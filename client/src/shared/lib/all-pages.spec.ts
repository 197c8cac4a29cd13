import { allPages } from './all-pages';

/** Newest first, as lists are. */
const list = (count: number) => Array.from({ length: count }, (_, index) => count - index);

/** A list that counts no further than 10,000, as those of the exchange, and that grows while it is read. */
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
  it.each([0, 1, 200, 201, 450, 10_300])('of %d records are read once each', async (count) => {
    expect(await allPages(asker(count), String)).toEqual(list(count));
  });

  it('are none when one of them is missing', async () => {
    expect(await allPages(asker(450, 2), String)).toBeNull();
  });
});
