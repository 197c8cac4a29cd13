/** Price limits of orders, and caps of open interest. */
import fc from 'fast-check';
import { RISK, ticks, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import { fitsTiers, orderExposure, userCap } from './caps';
import { highestBuy, isPendingPriceAllowed, limitPpbAt, lowestSell } from './price-limit';

test.each([
  [500_000, 50_000_000, 475_000, 525_000],
  [105, 100_000_000, 95, 115], // The limits are 94.5 and 115.5, rounded inward to whole ticks.
  [3, 50_000_000, 3, 3],
  [1, 1_000_000_000, 1, 2],
])('around a mark of %d with %d ppb orders sell from %d and buy to %d', (mark, limit, low, high) => {
  expect([lowestSell(mark, limit), highestBuy(mark, limit)]).toEqual([low, high]);
});

test('the limits are the last whole ticks inside', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 30 }), fc.integer({ min: 0, max: 999_999_999 }), (mark, limit) => {
      const [low, high] = [lowestSell(mark, limit), highestBuy(mark, limit)].map(BigInt);
      const [lowest, highest] = [BigInt(mark) * BigInt(10 ** 9 - limit), BigInt(mark) * BigInt(10 ** 9 + limit)];
      const ppb = 1_000_000_000n;
      expect(high * ppb <= highest && (high + 1n) * ppb > highest).toBe(true);
      expect(low * ppb >= lowest && (low - 1n) * ppb < lowest).toBe(true);
    }),
    { seed: 1 },
  );
});

test('the first ten minutes have a narrower limit', () => {
  const terms = { limitPpb: 50_000_000, openingLimitPpb: 20_000_000 };
  expect(limitPpbAt(terms, 1_000, 600_999)).toBe(20_000_000);
  expect(limitPpbAt(terms, 1_000, 601_000)).toBe(50_000_000);
});

test.each([
  ['long', 101, 100, 101, true],
  ['long', 102, 100, 101, false],
  ['long', 103, 103, 101, true],
  ['long', 100, 100, null, true],
  ['long', 101, 100, null, false],
  ['short', 99, 100, 99, true],
  ['short', 98, 100, 99, false],
  ['short', 97, 97, 99, true],
  ['short', 100, 100, null, true],
  ['short', 99, 100, null, false],
] as const)(
  'a waiting %s at %d with a last price of %d and %p opposite is allowed: %p',
  (side, price, last, opposite, allowed) => {
    expect(isPendingPriceAllowed(side, price, last, opposite)).toBe(allowed);
  },
);

test('the cap per user is a tenth of the market cap, with a minimum', () => {
  expect(userCap(usdt('5,000,000'), usdt('100,000'))).toBe(usdt('500,000'));
  expect(userCap(usdt('999,999'), usdt('100,000'))).toBe(usdt('100,000'));
});

test('the exposure of an order is at the mark if higher, else at its own price', () => {
  expect(orderExposure(10_000n, ticks('60,000'), ticks('50,000'))).toBe(usdt('60'));
  expect(orderExposure(10_000n, ticks('40,000'), ticks('50,000'))).toBe(usdt('50'));
});

test('the cap of the last tier is the maximum', () => {
  expect(fitsTiers(RISK.tiers, usdt('40,000,000'))).toBe(true);
  expect(fitsTiers(RISK.tiers, usdt('40,000,000.00000001'))).toBe(false);
});
