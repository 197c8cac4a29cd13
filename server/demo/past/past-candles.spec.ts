import fc from 'fast-check';
import { INTERVALS, INTERVAL_MS, candleStart, type Interval } from '../../../shared/wire/market-data';
import type { MadeCandleRow } from '../../platform/database/exchange-tables';
import { PAST_DAYS, pastCandles, type CandleHistoryOptions } from './past-candles';

const UNTIL = Date.UTC(2026, 4, 1, 12, 7);
const DAY_MS = INTERVAL_MS['1d'];
const WISH: CandleHistoryOptions = {
  market: 'BTC-USDT',
  seed: 7,
  price: 6_500_000,
  until: UNTIL,
  volatility: 0.025,
  turnoverPerMinute: 4_500_000_000_000,
  unitsPerTickLot: 10,
  priceLowest: 1,
  priceHighest: 100_000_000,
};

function of(rows: readonly MadeCandleRow[], interval: Interval): MadeCandleRow[] {
  return rows.filter(({ spanMs }) => spanMs === INTERVAL_MS[interval]);
}

describe('the generated candles of the months before a demo', () => {
  const rows = pastCandles(WISH);

  it('cover half a year without gaps, minutes two weeks, and end before the first trade', () => {
    for (const interval of INTERVALS) {
      const span = INTERVAL_MS[interval];
      const candles = of(rows, interval);
      if (span < INTERVAL_MS['15m']) {
        expect(candles).toEqual([]);
        continue;
      }
      const days = span < INTERVAL_MS['1h'] ? 14 : PAST_DAYS;
      const opened = candles.map(({ openedAt }) => openedAt);
      expect(opened[0]).toBe(candleStart(UNTIL - days * DAY_MS, interval));
      expect(opened.at(-1)).toBe(candleStart(UNTIL, interval) - span);
      expect(opened.every((at, index) => index === 0 || at - opened[index - 1] === span)).toBe(true);
    }
  });

  it('continue from each other up to the first trade', () => {
    for (const interval of ['15m', '1h', '1d', '1w'] as const) {
      const candles = of(rows, interval);
      for (const [index, { open, high, low, close }] of candles.entries()) {
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        if (index > 0) expect(open).toBe(candles[index - 1].close);
      }
    }
    expect(of(rows, '15m').at(-1)?.close).toBe(WISH.price);
  });

  it('of a longer interval combine those of the shorter one', () => {
    const [day] = of(rows, '1d').slice(-1);
    const hours = of(rows, '1h').filter(({ openedAt }) => candleStart(openedAt, '1d') === day.openedAt);
    expect(hours).toHaveLength(24);
    expect(day.open).toBe(hours[0].open);
    expect(day.close).toBe(hours[23].close);
    expect(day.high).toBe(Math.max(...hours.map(({ high }) => high)));
    expect(day.low).toBe(Math.min(...hours.map(({ low }) => low)));
    expect(BigInt(day.volume)).toBe(hours.reduce((sum, { volume }) => sum + BigInt(volume), 0n));
  });

  it('are deterministic by seed and have about the market’s volatility', () => {
    expect(pastCandles(WISH)).toEqual(rows);
    expect(pastCandles({ ...WISH, seed: 8 })).not.toEqual(rows);
    const days = of(rows, '1d').map(({ open, close }) => Math.log(close / open));
    const deviation = Math.sqrt(days.reduce((sum, move) => sum + move ** 2, 0) / days.length);
    expect(deviation).toBeGreaterThan(WISH.volatility * 0.6);
    expect(deviation).toBeLessThan(WISH.volatility * 1.6);
  });

  it('stay within the market’s bounds for every market and start', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 9 * DAY_MS }), (price, later) => {
        const made = pastCandles({ ...WISH, price, until: UNTIL + later, priceHighest: 500 });
        for (const { open, high, low, close, volume } of made) {
          expect(Math.min(open, high, low, close)).toBeGreaterThanOrEqual(1);
          expect(Math.max(open, high, low, close)).toBeLessThanOrEqual(500);
          expect(BigInt(volume) > 0n).toBe(true);
        }
      }),
      { numRuns: 5 },
    );
  });
});
