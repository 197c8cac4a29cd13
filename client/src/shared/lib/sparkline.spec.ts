import { sparkline, type PricePoint } from './sparkline';

const BOX = { width: 100, height: 20, inset: 2 };
const points = (...prices: string[]): PricePoint[] => prices.map((price, index) => ({ at: 1_000 * index, price }));

describe('a price line', () => {
  it('goes from edge to edge, the highest price at the top', () => {
    expect(sparkline(points('1', '3', '2'), BOX)).toEqual({
      line: 'M0 18L50 2L100 10',
      area: 'M0 18L50 2L100 10L100 20L0 20Z',
      end: { x: 100, y: 10 },
    });
  });

  it('keeps the distances of time, so that a gap is seen', () => {
    const gap = [
      { at: 0, price: '1' },
      { at: 900, price: '2' },
      { at: 1_000, price: '1' },
    ];
    expect(sparkline(gap, BOX)?.line).toBe('M0 18L90 2L100 18');
  });

  it('is a line in the middle when the price never changed', () => {
    expect(sparkline(points('0.5', '0.5'), BOX)?.line).toBe('M0 10L100 10');
  });

  it('stays below a ceiling that is higher than all of it', () => {
    expect(sparkline(points('0', '5'), { width: 100, height: 10, inset: 0, ceiling: 10 })?.line).toBe('M0 10L100 5');
  });

  it('needs two moments', () => {
    expect(sparkline([], BOX)).toBeNull();
    expect(sparkline(points('1'), BOX)).toBeNull();
    expect(sparkline([...points('1'), ...points('2')], BOX)).toBeNull();
  });
});
