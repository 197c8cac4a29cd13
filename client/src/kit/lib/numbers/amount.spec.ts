import { AMOUNT_DIGITS, isLostAt, signOf } from './amount';

describe('amount', () => {
  it.each([
    ['0.00002', true],
    ['-0.00002', true],
    ['0.0001', false],
    ['0', false],
    ['0.0', false],
    ['1.00001', false],
    ['-10', false],
  ])('%j would round to zero: %j', (amount, lost) => expect(isLostAt(amount, AMOUNT_DIGITS)).toBe(lost));
});

describe('change', () => {
  it.each([
    ['0', 'level'],
    ['0.000', 'level'],
    ['-0.1', 'down'],
    ['0.1', 'up'],
  ])('of %j is %s', (amount, sign) => expect(signOf(amount)).toBe(sign));
});
