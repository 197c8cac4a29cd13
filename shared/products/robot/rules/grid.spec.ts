import {
  GRID_LINES_MAX,
  gridOfWidth,
  isGrid,
  gridPrices,
  stakeMinimum,
  stepAmounts,
  stepsCoverFees,
  gridOrderOf,
  type GridMarket,
} from './grid';

/** Ticks of 0.01, lots of 0.0001 BTC, eight decimals each: 100 units of quote per lot and tick. */
const MARKET: GridMarket = {
  basePerLot: 10_000n,
  quotePerTickLot: 100n,
  quantityMin: 1,
  quantityMax: 1_000_000,
  notionalMin: 10_00000000n,
};
const FEE = 1_000_000;

test('lines have equal distances, each rounded down, and the first and last are as requested', () => {
  expect(gridPrices({ lower: 100, upper: 110, lines: 4 })).toEqual([100, 103, 106, 110]);
  expect(gridPrices({ lower: 100, upper: 200, lines: 3 })).toEqual([100, 150, 200]);
});

test.each([
  [{ lower: 100, upper: 102, lines: 3 }, true],
  [{ lower: 100, upper: 101, lines: 3 }, false],
  [{ lower: 100, upper: 200, lines: 2 }, false],
  [{ lower: 100, upper: 200, lines: GRID_LINES_MAX }, true],
  [{ lower: 100, upper: 200, lines: GRID_LINES_MAX + 1 }, false],
  [{ lower: 0, upper: 200, lines: 5 }, false],
  [{ lower: 200, upper: 100, lines: 5 }, false],
  [{ lower: 100.5, upper: 200, lines: 5 }, false],
  [{ lower: 100, upper: 2 ** 53, lines: 5 }, false],
])('%j is a valid grid: %s', (grid, is) => {
  expect(isGrid(grid)).toBe(is);
});

test('a width gives as many lines as fit from the lowest up', () => {
  expect(gridOfWidth(100, 200, 30)).toEqual({ lower: 100, upper: 190, lines: 4 });
  expect(gridOfWidth(100, 200, 50)).toEqual({ lower: 100, upper: 200, lines: 3 });
  expect(isGrid(gridOfWidth(100, 200, 0))).toBe(false);
  expect(isGrid(gridOfWidth(200, 100, 10))).toBe(false);
});

test('a grid whose narrowest step does not cover its two fees is rejected', () => {
  // At 0.1 % per side a step must be slightly wider than 0.2 %.
  expect(stepsCoverFees({ lower: 100_000, upper: 100_400, lines: 3 }, MARKET, FEE)).toBe(false);
  expect(stepsCoverFees({ lower: 100_000, upper: 100_800, lines: 3 }, MARKET, FEE)).toBe(true);
  expect(stepsCoverFees({ lower: 100_000, upper: 100_002, lines: 3 }, MARKET, 0)).toBe(true);
});

test('the steps share the stake to the unit', () => {
  expect(stepAmounts(100n, 4)).toEqual([34n, 33n, 33n]);
  expect(stepAmounts(99n, 4)).toEqual([33n, 33n, 33n]);
});

describe('a step', () => {
  const buyAt = 100_000;
  const sellAt = 101_000;

  test('buys as many lots as its quote pays for', () => {
    expect(gridOrderOf({ quote: 25_00000000n, base: 0n }, buyAt, sellAt, MARKET)).toEqual({
      side: 'buy',
      price: buyAt,
      quantity: 250,
    });
  });

  test('sells what it really has: whole lots, and no more', () => {
    expect(gridOrderOf({ quote: 0n, base: 2_497_500n }, buyAt, sellAt, MARKET)).toEqual({
      side: 'sell',
      price: sellAt,
      quantity: 249,
    });
  });

  test('that has bought too little for an order buys the rest first', () => {
    expect(gridOrderOf({ quote: 20_00000000n, base: 500_000n }, buyAt, sellAt, MARKET)).toMatchObject({ side: 'buy' });
  });

  test('with less than an order of either wants none', () => {
    expect(gridOrderOf({ quote: 9_00000000n, base: 9_999n }, buyAt, sellAt, MARKET)).toBeNull();
    expect(gridOrderOf({ quote: 0n, base: 0n }, buyAt, sellAt, MARKET)).toBeNull();
  });

  test('orders no more than the maximum of the market', () => {
    const small = { ...MARKET, quantityMax: 120 };
    expect(gridOrderOf({ quote: 25_00000000n, base: 0n }, buyAt, sellAt, small)).toMatchObject({ quantity: 120 });
  });
});

test('with the minimum stake every step can buy, and sell the rest after the fee', () => {
  const grid = { lower: 90_000, upper: 110_000, lines: 5 };
  const stake = stakeMinimum(grid, MARKET, FEE);
  const lines = gridPrices(grid);
  for (const [step, quote] of stepAmounts(stake, grid.lines).entries()) {
    const [buyAt, sellAt] = [lines[step], lines[step + 1]];
    const bought = gridOrderOf({ quote, base: 0n }, buyAt, sellAt, MARKET);
    expect(bought).toMatchObject({ side: 'buy' });
    const base = (BigInt(bought?.quantity ?? 0) * MARKET.basePerLot * 999n) / 1000n;
    expect(gridOrderOf({ quote: 0n, base }, buyAt, sellAt, MARKET)).toMatchObject({ side: 'sell' });
  }
  expect(stakeMinimum(grid, { ...MARKET, notionalMin: 20_00000000n }, FEE)).toBeGreaterThan(stake);
});
