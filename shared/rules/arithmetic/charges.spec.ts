import fc from 'fast-check';
import { feeOf, PPB, valueUp } from './rounding';
import { bandHigh, bandLow, feeOnFill } from './charges';

describe('a fee', () => {
  test.each([
    [1_000n, 1_000_000, 1n],
    [1_001n, 1_000_000, 2n],
    [1n, 1, 1n],
    [0n, 1_000_000, 0n],
    [1_000n, 0, 0n],
    [7n, 1_000_000_000, 7n],
    [2n ** 63n - 1n, 1_000_000_000, 2n ** 63n - 1n],
  ])('of %d at %d parts per billion is %d', (amount, rate, fee) => {
    expect(feeOf(amount, rate)).toBe(fee);
  });

  test('is at most the received amount, and at most one unit above the exact fee', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n - 1n), fc.nat(1_000_000_000), (amount, rate) => {
        const fee = feeOf(amount, rate);
        const exact = amount * BigInt(rate);
        expect(fee <= amount).toBe(true);
        expect(fee * PPB >= exact && fee * PPB < exact + PPB).toBe(true);
      }),
      { seed: 1 },
    );
  });
});

describe('a band', () => {
  test.each([
    [100, 100_000_000, 90, 110],
    [105, 100_000_000, 95, 115], // 94.5 and 115.5, rounded inward to whole ticks
    [5, 100_000_000, 5, 5],
    [100, 0, 100, 100],
    [100, 1_000_000_000, 1, 200],
    [1, 1_000_000_000, 1, 2],
  ])('around %d with %d parts per billion goes from %d to %d', (reference, band, low, high) => {
    expect([bandLow(reference, band), bandHigh(reference, band)]).toEqual([low, high]);
  });
});

describe('the fee of a fill', () => {
  // Two coins at a price of 3 units of quote for 2 of base.
  const bought = { side: 'buy', received: 1_000n, baseUnits: 2n, quoteUnits: 3n } as const;

  test.each([
    ['a part of what is received', bought, 1_000_000, 0n, 1n],
    ['of a seller, the fixed amount itself', { ...bought, side: 'sell' } as const, 1_000_000, 7n, 7n],
    ['of a buyer, the base that the fixed amount buys, rounded up', bought, 1_000_000, 7n, valueUp(7n, 2n, 3n)],
    ['never more than is received', { ...bought, received: 3n }, 0, 7n, 3n],
  ])('%s', (_, filled, rate, fixed, charge) => {
    expect(feeOnFill(filled, rate, fixed)).toBe(charge);
  });
});
