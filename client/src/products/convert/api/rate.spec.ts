import { rateOf } from './rate';

describe('conversion rate', () => {
  it.each([
    ['1', '60000', '60000'],
    ['2', '119880.123456789', '59940.061'],
    ['60000', '1', '0.000016666666'],
    ['3', '1', '0.33333333'],
    ['0.5', '1234567890.5', '2469135781'],
  ])('of %s to %s is %s', (from, to, rate) => {
    expect(rateOf(from, to)).toBe(rate);
  });
});
