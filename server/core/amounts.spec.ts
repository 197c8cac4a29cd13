import fc from 'fast-check';
import { bandHigh, bandLow, feeOf, PPB } from './amounts';

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

  test('is never more than what is received, and at most one unit above the exact fee', () => {
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
    [105, 100_000_000, 95, 115], // 94.5 and 115.5: whole ticks inside the band
    [5, 100_000_000, 5, 5],
    [100, 0, 100, 100],
    [100, 1_000_000_000, 1, 200],
    [1, 1_000_000_000, 1, 2],
  ])('around %d of %d parts per billion goes from %d to %d', (reference, band, low, high) => {
    expect([bandLow(reference, band), bandHigh(reference, band)]).toEqual([low, high]);
  });
});
