import { compare, cutTo, differenceOf, productOf, quotientOf, sumOf } from './exact';

describe('exact decimals', () => {
  it('are compared by what they are worth, not by how they are written', () => {
    expect(compare('1', '1.000')).toBe(0);
    expect(compare('9', '10')).toBe(-1);
    expect(compare('-0.1', '-0.2')).toBe(1);
  });

  it('lose no digit in sums, differences and products', () => {
    expect(sumOf(['0.1', '0.2', '1000000000000.000000000000000001'])).toBe('1000000000000.300000000000000001');
    expect(sumOf([])).toBe('0');
    expect(differenceOf('0.3', '0.4')).toBe('-0.1');
    expect(productOf('1.5', '-0.02')).toBe('-0.03');
  });

  it('are cut towards zero where they are divided', () => {
    expect(quotientOf('2', '3', 4)).toBe('0.6666');
    expect(quotientOf('-2', '3', 4)).toBe('-0.6666');
    expect(quotientOf('1', '0', 4)).toBe('0');
    expect(cutTo('1.99999', 2)).toBe('1.99');
  });
});
