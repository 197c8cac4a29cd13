import { sparkline, type PricePoint } from './sparkline';

const BOX = { width: 100, height: 20, inset: 2 };
const points = (...prices: string[]): PricePoint[] => prices.map((price, index) => ({ at: 1_000 * index, price }));

describe('sparkline', () => {
  it('spans the width, with the highest price at the top', () => {
    expect(sparkline(points('1', '3', '2'), BOX)).toEqual({
      line: 'M0 18L50 2L100 10',
      made: null,
      area: 'M0 18L50 2L100 10L100 20L0 20Z',
      end: { x: 100, y: 10 },
    });
  });

  it('separates generated from traded points without a gap', () => {
    const day = points('1', '3', '2', '1').map((point, index) => ({ ...point, isMade: index < 2 }));
    expect(sparkline(day, BOX)).toMatchObject({
      made: 'M0 18L33.3 2',
      line: 'M33.3 2L66.7 10L100 18',
      area: 'M33.3 2L66.7 10L100 18L100 20L33.3 20Z',
    });
    const allMade = day.map((point) => ({ ...point, isMade: true }));
    expect(sparkline(allMade, BOX)).toMatchObject({ made: 'M0 18L33.3 2L66.7 10L100 18', line: 'M100 18' });
    // The opening point of a traded first candle has no preceding segment.
    const traded = day.map((point) => ({ ...point, isMade: false }));
    expect(sparkline(traded, BOX)?.made).toBeNull();
  });

  it('keeps time distances, so that gaps are visible', () => {
    const gap = [
      { at: 0, price: '1' },
      { at: 900, price: '2' },
      { at: 1_000, price: '1' },
    ];
    expect(sparkline(gap, BOX)?.line).toBe('M0 18L90 2L100 18');
  });

  it('is a horizontal middle line if the price never changed', () => {
    expect(sparkline(points('0.5', '0.5'), BOX)?.line).toBe('M0 10L100 10');
  });

  it('stays below a given ceiling', () => {
    expect(sparkline(points('0', '5'), { width: 100, height: 10, inset: 0, ceiling: 10 })?.line).toBe('M0 10L100 5');
  });

  it('needs two points in time', () => {
    expect(sparkline([], BOX)).toBeNull();
    expect(sparkline(points('1'), BOX)).toBeNull();
    expect(sparkline([...points('1'), ...points('2')], BOX)).toBeNull();
  });
});
