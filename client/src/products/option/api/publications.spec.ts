import { PUBLICATIONS_KEPT_MAX, pricesBySecond, withPublished } from './publications';

const at = (ms: number, price = '1') => ({ at: ms, price });

describe('known publications', () => {
  it('are unique and sorted by time', () => {
    const known = withPublished([at(3_000)], [at(1_000), at(3_000), at(2_000), at(2_000)]);
    expect(known.map((one) => one.at)).toEqual([1_000, 2_000, 3_000]);
  });

  it('stay the same array without new ones', () => {
    const known = [at(1_000), at(2_000)];
    expect(withPublished(known, [at(2_000)])).toBe(known);
    expect(withPublished(known, [])).toBe(known);
  });

  it('are limited; the oldest are dropped', () => {
    const many = Array.from({ length: PUBLICATIONS_KEPT_MAX }, (_, second) => at(second * 1_000));
    const known = withPublished(many, [at(PUBLICATIONS_KEPT_MAX * 1_000)]);
    expect(known).toHaveLength(PUBLICATIONS_KEPT_MAX);
    expect(known[0].at).toBe(1_000);
  });
});

describe('price per second', () => {
  it('holds until the next publication, the last one until now', () => {
    expect(pricesBySecond([at(1_200, '5'), at(3_900, '6')], 6_000)).toEqual([
      { second: 1, price: '5' },
      { second: 2, price: '5' },
      { second: 3, price: '6' },
      { second: 4, price: '6' },
      { second: 5, price: '6' },
    ]);
  });

  it('is the later of two in one second', () => {
    expect(pricesBySecond([at(1_100, '5'), at(1_900, '6'), at(2_000, '7')], 2_500)).toEqual([
      { second: 1, price: '6' },
      { second: 2, price: '7' },
    ]);
  });

  it('is empty before the first publication', () => {
    expect(pricesBySecond([], 5_000)).toEqual([]);
  });
});
