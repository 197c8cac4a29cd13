import { slicesOf } from './donut';

const share = (name: string, permille: number) => ({ name, permille });

describe('donut chart', () => {
  it('adds the rounding remainder to the largest slice', () => {
    const slices = slicesOf([share('ETH', 333), share('BTC', 333), share('USDT', 333)], 5, 'Other');
    expect(slices.map(({ permille }) => permille)).toEqual([334, 333, 333]);
    expect(slices.map(({ offset }) => offset)).toEqual([0, -334, -667]);
    expect(slices[1].dash).toBe('327 673');
  });

  it('groups small slices and omits zero', () => {
    const slices = slicesOf(
      [share('A', 500), share('B', 300), share('C', 150), share('D', 50), share('E', 0)],
      2,
      'Other',
    );
    expect(slices.map(({ name, permille }) => [name, permille])).toEqual([
      ['A', 500],
      ['B', 300],
      ['Other', 200],
    ]);
  });

  it('is a closed ring for one asset and empty for none', () => {
    expect(slicesOf([share('USDT', 1_000)], 5, 'Other')).toEqual([
      { name: 'USDT', permille: 1_000, place: 0, dash: '1000 0', offset: 0 },
    ]);
    expect(slicesOf([], 5, 'Other')).toEqual([]);
  });
});
