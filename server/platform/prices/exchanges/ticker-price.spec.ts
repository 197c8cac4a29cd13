import { priceOfTicker } from './ticker-price';

const NOW = 1_700_000_000_000;

describe('the price of a ticker', () => {
  it.each([
    ['the last trade', { last: '64000.5' }, '64000.5'],
    ['the last trade between the quotes', { last: '100', bid: '99', ask: '101' }, '100'],
    ['the bid that has risen above it', { last: '98', bid: '99', ask: '101' }, '99'],
    ['the ask that has fallen below it', { last: '105', bid: '99', ask: '101' }, '101'],
    ['the last trade where the quotes cross', { last: '105', bid: '101', ask: '99' }, '105'],
    ['digits without an exponent', { last: '1.5e-7' }, '0.00000015'],
    ['a number', { last: 64000.25 }, '64000.25'],
  ])('is %s', (_, ticker, price) => {
    expect(priceOfTicker({ timestamp: NOW - 1, ...ticker }, NOW)).toEqual({ price, at: NOW - 1 });
  });

  it.each([undefined, null, '', '0', '-5', 'NaN', 'Infinity', '1e999', ' 1', {}, [], NaN, -1, 0])(
    'is null with %p as price',
    (last) => expect(priceOfTicker({ timestamp: NOW, last }, NOW)).toBeNull(),
  );

  it('has the exchange’s time, else the time of receipt, and never a future one', () => {
    const at = (timestamp: unknown) => priceOfTicker({ timestamp, last: '1' }, NOW)?.at;
    expect([at(NOW - 60_000), at(undefined), at(null), at(NOW + 5_000)]).toEqual([NOW - 60_000, NOW, NOW, NOW]);
    expect([at(NOW + 5_001), at(0), at(-1), at('now'), at(1.5)]).toEqual(Array(5).fill(undefined));
  });
});
