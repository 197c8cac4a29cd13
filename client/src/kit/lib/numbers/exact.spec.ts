import {
  compare,
  cutTo,
  differenceOf,
  floorTo,
  isAbove,
  isMultiple,
  productOf,
  quotientOf,
  roundedUp,
  sumOf,
} from './exact';

describe('exact decimals', () => {
  it('compare by value, not by notation', () => {
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

  it('are truncated towards zero when divided', () => {
    expect(quotientOf('2', '3', 4)).toBe('0.6666');
    expect(quotientOf('-2', '3', 4)).toBe('-0.6666');
    expect(quotientOf('1', '0', 4)).toBe('0');
    expect(cutTo('1.99999', 2)).toBe('1.99');
  });

  it('are rounded away from zero on request, by less than one unit', () => {
    expect(roundedUp('1.20000001', 2)).toBe('1.21');
    expect(roundedUp('1.2', 2)).toBe('1.2');
    expect(roundedUp('-1.201', 2)).toBe('-1.21');
  });

  it('are checked against and rounded down to a step', () => {
    expect([isMultiple('0.3', '0.1'), isMultiple('0.35', '0.1')]).toEqual([true, false]);
    expect([floorTo('0.39', '0.1'), floorTo('7', '5')]).toEqual(['0.3', '5']);
    expect([isAbove('1.0', '1'), isAbove('1.01', '1')]).toEqual([false, true]);
  });

  it('throw on invalid input', () => {
    expect(() => sumOf(['1e3'])).toThrow('no decimal');
  });
});
