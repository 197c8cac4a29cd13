import { ALWAYS, NEVER, costOfSold, stopPrice, stopValue, worthOf } from './result';

const MEASURE = { numerator: 100n, denominator: 10_000n };

test('a full sale takes the whole cost, and a partial sale its share, rounded up', () => {
  expect(costOfSold({ base: 3n, cost: 10n }, 3n)).toBe(10n);
  expect(costOfSold({ base: 3n, cost: 10n }, 1n)).toBe(4n);
  expect(costOfSold({ base: 0n, cost: 0n }, 0n)).toBe(0n);
});

test('the costs of all partial sales sum to the whole cost', () => {
  for (let cut = 1n; cut < 50n; cut++) {
    let position = { base: 997n, cost: 12_345n };
    let costs = 0n;
    while (position.base > 0n) {
      const sold = cut < position.base ? cut : position.base;
      const cost = costOfSold(position, sold);
      costs += cost;
      position = { base: position.base - sold, cost: position.cost - cost };
    }
    expect([costs, position.cost]).toEqual([12_345n, 0n]);
  }
});

test('the stop value is rounded up', () => {
  expect(stopValue(1_000n, 100_000_000)).toBe(900n);
  expect(stopValue(1_001n, 100_000_000)).toBe(901n);
});

test('the stop price is the highest price at which the value is reached', () => {
  for (let quote = 0n; quote < 1_000n; quote += 37n) {
    for (let base = 1n; base < 20_000n; base += 1_117n) {
      const price = stopPrice(quote, { base }, 900n, MEASURE);
      if (price !== NEVER) expect(quote + worthOf(base, price, MEASURE)).toBeLessThanOrEqual(900n);
      expect(quote + worthOf(base, price + 1, MEASURE)).toBeGreaterThan(900n);
    }
  }
});

test('quote alone is below the value at every price, or at none', () => {
  expect(stopPrice(900n, { base: 0n }, 900n, MEASURE)).toBe(ALWAYS);
  expect(stopPrice(901n, { base: 0n }, 900n, MEASURE)).toBe(NEVER);
  expect(stopPrice(901n, { base: 5n }, 900n, MEASURE)).toBe(NEVER);
});
