import { allPages } from './all-pages';

const list = (count: number) => Array.from({ length: count }, (_, index) => index);

function asker(count: number, failsAt = 0) {
  return ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => {
    const records = list(count).slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
    return Promise.resolve(pageIndex === failsAt ? null : { records, total: count, pageIndex, pageSize });
  };
}

describe('all pages', () => {
  it.each([0, 1, 200, 201, 450])('of %d records are read once each', async (count) => {
    expect(await allPages(asker(count))).toEqual(list(count));
  });

  it('are none when one of them is missing', async () => {
    expect(await allPages(asker(450, 2))).toBeNull();
  });
});
