import { BACKTESTS_AT_ONCE_MAX } from '../../../../shared/products/robot/rules/backtest';
import type { Candle } from '../../../../shared/wire/market-data';
import type { BacktestWork } from './run-backtest';
import { Backtests } from './backtests';

const MINUTE_MS = 60_000;

/** The price moves back and forth between the first and the last line. */
const CANDLES: readonly Candle[] = Array.from({ length: 1_000 }, (_, minute) => {
  const [open, close] = minute % 2 === 0 ? ['49000', '51000'] : ['51000', '49000'];
  const range = { open, high: '51000', low: '49000', close };
  return { start: minute * MINUTE_MS, ...range, baseVolume: '1', quoteVolume: '50000' };
});

const WORK: BacktestWork = {
  market: 'BTC-USDT',
  interval: '1m',
  input: {
    grid: { lower: 4_900_000, upper: 5_100_000, lines: 50 },
    stake: 100_000_000_000n,
    lossLimitPpb: 900_000_000,
    market: { basePerLot: 10n, quotePerTickLot: 1n, quantityMin: 1, quantityMax: 1_000_000_000, notionalMin: 1n },
    makerFeePpb: 1_000_000,
    takerFeePpb: 1_000_000,
  },
  candles: CANDLES,
  tick: 1n,
  scales: { price: 2, base: 8, quote: 6 },
};

describe('backtests', () => {
  let now = 0;
  let backtests: Backtests;
  beforeEach(() => (backtests = new Backtests(() => now)));
  afterEach(() => backtests.close());

  it('are answered in order, and equal ones are computed once', async () => {
    let read = 0;
    const work = async () => ({ ...WORK, market: `M${++read}` });
    const answers = await Promise.all(['a', 'b', 'a'].map((key) => backtests.getOrRun(key, work)));
    expect(answers.map(({ market }) => market)).toEqual(['M1', 'M2', 'M1']);
    expect(answers[0].points).toHaveLength(1_000);
    expect(answers[0].buys).toBeGreaterThan(20_000);
    now += 9_999;
    expect((await backtests.getOrRun('a', work)).market).toBe('M1');
    now += 1;
    expect((await backtests.getOrRun('a', work)).market).toBe('M3');
  });

  it('are rejected at the maximum in progress; cached answers still work', async () => {
    const work = async () => WORK;
    await backtests.getOrRun('known', work);
    const taken = Array.from({ length: BACKTESTS_AT_ONCE_MAX }, (_, key) => backtests.getOrRun(String(key), work));
    expect(() => backtests.getOrRun('one more', work)).toThrow(
      expect.objectContaining({ code: 'system.busy', retryAfterSeconds: 2 }),
    );
    expect((await backtests.getOrRun('known', work)).market).toBe('BTC-USDT');
    expect(await Promise.all(taken)).toHaveLength(BACKTESTS_AT_ONCE_MAX);
    expect((await backtests.getOrRun('one more', work)).market).toBe('BTC-USDT');
  });

  it('are computed again after a failure, also after the end of their thread', async () => {
    const failing = () => Promise.reject(new Error('no candles'));
    await expect(backtests.getOrRun('a', failing)).rejects.toThrow('no candles');
    const broken = async () => ({ ...WORK, tick: 0n });
    await expect(backtests.getOrRun('a', broken)).rejects.toThrow('backtest: Division by zero');
    await backtests.close();
    expect((await backtests.getOrRun('a', async () => WORK)).market).toBe('BTC-USDT');
  });
});
