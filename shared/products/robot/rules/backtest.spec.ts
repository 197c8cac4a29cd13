import { backtest, type BacktestInput, type CandleTicks } from './backtest';

const ASKED: BacktestInput = {
  grid: { lower: 100_000, upper: 104_000, lines: 5 },
  stake: 4_000_00000000n,
  lossLimitPpb: 100_000_000,
  market: { basePerLot: 10_000n, quotePerTickLot: 100n, quantityMin: 1, quantityMax: 1_000_000, notionalMin: 0n },
  makerFeePpb: 0,
  takerFeePpb: 0,
};

function candle(open: number, high: number, low: number, close: number, start = 0): CandleTicks {
  return { start, open, high, low, close };
}

test('a step buys when the price falls to its line, and sells at the next line above', () => {
  const result = backtest(ASKED, [
    candle(102_500, 102_500, 102_000, 102_000),
    candle(102_000, 103_000, 102_000, 103_000),
  ]);
  // 1,000 USDT buy 9,803 lots at 1,020.00, which gain 10.00 per coin.
  expect(result).toMatchObject({ buys: 1, sells: 1, realised: 9_803n * 1_000n * 100n, base: 0n, stoppedAt: null });
  expect(result.value).toBe(ASKED.stake + result.realised);
});

test('the same step earns repeatedly', () => {
  const wave = [1, 2, 3].flatMap(() => [
    candle(102_500, 102_500, 101_999, 101_999),
    candle(101_999, 103_000, 101_999, 103_000),
  ]);
  expect(backtest(ASKED, wave)).toMatchObject({ buys: 3, sells: 3 });
});

test('a line above the price is bought only when the price rises over it and returns', () => {
  expect(backtest(ASKED, [candle(99_000, 101_500, 99_000, 101_500)])).toMatchObject({ buys: 0 });
  expect(backtest(ASKED, [candle(99_000, 101_500, 99_000, 100_900)])).toMatchObject({ buys: 1 });
});

test('fees reduce both sides', () => {
  const candles = [candle(102_500, 102_500, 102_000, 102_000), candle(102_000, 103_000, 102_000, 103_000)];
  const free = backtest(ASKED, candles);
  const charged = backtest({ ...ASKED, makerFeePpb: 1_000_000 }, candles);
  expect(charged.realised).toBeLessThan(free.realised);
  expect(charged.fees).toBeGreaterThan(0n);
});

test('it stops and sells when the value reaches the limit', () => {
  const candles = [candle(104_500, 104_500, 50_000, 50_000, 7), candle(50_000, 104_000, 50_000, 104_000, 8)];
  const result = backtest(ASKED, candles);
  expect(result).toMatchObject({ buys: 4, stoppedAt: 7 });
  const limit = 3_600_00000000n;
  expect(result.value).toBeLessThanOrEqual(limit + 1_000_000n);
  expect(result.value).toBeGreaterThan(limit - 10_000_000n);
  expect(result.points).toHaveLength(2);
});

test('without candles it has no fills', () => {
  expect(backtest(ASKED, [])).toMatchObject({
    buys: 0,
    sells: 0,
    value: ASKED.stake,
    lowestValue: ASKED.stake,
    points: [],
  });
});
