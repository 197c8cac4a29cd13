import fc from 'fast-check';
import { INTERVAL_MS, type Candle } from '../../../../../shared/wire/market-data';
import {
  CANDLES_DRAWN_MAX,
  PAGE_CANDLES,
  changeOf,
  drawnFrom,
  firstPageStart,
  withTrade,
  hasGapToLive,
  mergeCandles,
  movingAverage,
  redrawnFrom,
  fillGaps,
} from './candle-series';

const MINUTE = INTERVAL_MS['1m'];

function candle(minute: number, close = '1', baseVolume = '1'): Candle {
  return { start: minute * MINUTE, open: '1', high: '2', low: '1', close, baseVolume, quoteVolume: '1' };
}

const startsOf = (candles: readonly Candle[]) => candles.map(({ start }) => start / MINUTE);

describe('history and streamed candles', () => {
  it('merge seamlessly; the stream wins for a candle in both', () => {
    const all = mergeCandles([candle(1), candle(2)], [candle(2, '9'), candle(3)]);
    expect(startsOf(all)).toEqual([1, 2, 3]);
    expect(all[1].close).toBe('9');
  });

  it('stay ordered when older candles arrive later', () => {
    expect(startsOf(mergeCandles([candle(5)], [candle(3), candle(4)]))).toEqual([3, 4, 5]);
    expect(startsOf(mergeCandles([], [candle(3)]))).toEqual([3]);
    expect(startsOf(mergeCandles([candle(3)], []))).toEqual([3]);
  });

  it('have a gap if the stream starts after the history’s end', () => {
    expect(hasGapToLive([candle(1)], [candle(2)], '1m')).toBe(false);
    expect(hasGapToLive([candle(1)], [candle(1)], '1m')).toBe(false);
    expect(hasGapToLive([candle(1)], [candle(3)], '1m')).toBe(true);
    expect(hasGapToLive([], [candle(3)], '1m')).toBe(false);
  });

  it('merge only new candles, in any order', () => {
    const known = [candle(1), candle(2), candle(4), candle(5)];
    expect(startsOf(mergeCandles(known, [candle(6), candle(3), candle(4, '9')]))).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe('candle series without gaps', () => {
  /** One trade every six hours. */
  const thin = Array.from({ length: 500 }, (_, index) => candle(index * 360, String(index + 1)));

  it('has flat candles for intervals without trades', () => {
    const whole = fillGaps([candle(1, '7'), candle(4)], '1m', 0);
    expect(startsOf(whole)).toEqual([1, 2, 3, 4]);
    expect(whole[2]).toMatchObject({ open: '7', high: '7', low: '7', close: '7', baseVolume: '0' });
  });

  it('is filled from the drawn start, even within a gap', () => {
    expect(startsOf(fillGaps([candle(1, '7'), candle(9)], '1m', 6 * MINUTE))).toEqual([6, 7, 8, 9]);
    expect(startsOf(fillGaps([candle(1), candle(2), candle(3)], '1m', 2 * MINUTE))).toEqual([2, 3]);
    expect(fillGaps([], '1m', 0)).toEqual([]);
  });

  it('of a thin market initially has the length of one stretch', () => {
    const whole = fillGaps(thin, '1m', drawnFrom(thin, '1m', firstPageStart(thin, '1m')));
    expect(whole).toHaveLength(PAGE_CANDLES);
    expect(whole.at(-1)).toBe(thin.at(-1));
    expect(whole[0]).toMatchObject({ start: (499 * 360 - (PAGE_CANDLES - 1)) * MINUTE, close: '498', baseVolume: '0' });
  });

  it('stays within the drawing limit and drops whole stretches', () => {
    const from = drawnFrom(thin, '1m', 0);
    const whole = fillGaps(thin, '1m', from);
    expect(whole.length).toBeLessThanOrEqual(CANDLES_DRAWN_MAX);
    expect(whole.length).toBeGreaterThan(CANDLES_DRAWN_MAX - PAGE_CANDLES);
    // The start stays in place while candles still fit.
    const room = CANDLES_DRAWN_MAX - whole.length;
    const next = candle(499 * 360 + room);
    expect(drawnFrom([...thin, next], '1m', 0)).toBe(from);
    expect(drawnFrom([...thin, candle(499 * 360 + room + 1)], '1m', 0)).toBe(from + PAGE_CANDLES * MINUTE);
  });

  it('keeps the same candle objects except at its end', () => {
    const from = 490 * 360 * MINUTE;
    const before = fillGaps(thin, '1m', from);
    const after = fillGaps(mergeCandles(thin, [candle(499 * 360, '7'), candle(500 * 360, '8')]), '1m', from);
    expect(after.slice(0, before.length - 1).every((one, index) => one === before[index])).toBe(true);
    expect(after.length).toBe(before.length + 360);
    expect(redrawnFrom(before, after)).toBe(before.length - 1);
  });

  it('equals a naive lookup of each interval', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 12 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: -5, max: 65 }), (traded, from) => {
        const candles = traded.sort((a, b) => a - b).map((minute) => candle(minute, String(minute + 1)));
        const naive = Array.from({ length: 61 }, (_, minute) => minute)
          .filter((minute) => minute >= Math.max(from, traded[0] ?? 61) && minute <= (traded.at(-1) ?? -1))
          .map((minute) => [minute, String((traded.findLast((one) => one <= minute) ?? 0) + 1)]);
        const whole = fillGaps(candles, '1m', from * MINUTE);
        expect(whole.map(({ start, close }) => [start / MINUTE, close])).toEqual(naive);
      }),
    );
  });
});

describe('candle series from published prices', () => {
  const at = (minute: number, second = 0) => minute * MINUTE + second * 1_000;

  it('starts a candle per minute and updates it within the minute', () => {
    const row = [candle(1)];
    const told = [
      ['5', at(2)],
      ['7', at(2, 1)],
      ['4', at(2, 2)],
      ['6', at(4)],
    ] as const;
    const grown = told.reduce<readonly Candle[]>((known, [price, when]) => withTrade(known, '1m', price, when), row);
    expect(grown.map(({ start, open, high, low, close }) => [start / MINUTE, open, high, low, close])).toEqual([
      [1, '1', '2', '1', '1'],
      [2, '5', '7', '4', '4'],
      [4, '6', '6', '6', '6'],
    ]);
    expect(grown[0]).toBe(row[0]);
    expect(withTrade([], '1m', '5', at(3))).toMatchObject([{ start: at(3), open: '5', baseVolume: '0' }]);
  });

  it('is unchanged by an equal or late price', () => {
    const row = withTrade([candle(1)], '1m', '5', at(2));
    expect(withTrade(row, '1m', '5', at(2, 30))).toBe(row);
    expect(withTrade(row, '1m', '9', at(1, 59))).toBe(row);
  });

  it('compares prices numerically, not as strings', () => {
    const row = withTrade(withTrade([], '1m', '99.9', at(2)), '1m', '100', at(2, 1));
    expect(row).toMatchObject([{ high: '100', low: '99.9', close: '100' }]);
  });
});

describe('range to redraw', () => {
  const drawn = [candle(1), candle(2), candle(3)];

  it('is only the end if nothing else changed', () => {
    expect(redrawnFrom(drawn, [...drawn.slice(0, 2), candle(3, '5')])).toBe(2);
    expect(redrawnFrom(drawn, [...drawn, candle(4)])).toBe(2);
    expect(
      redrawnFrom(
        drawn,
        drawn.map((one) => ({ ...one })),
      ),
    ).toBe(2);
  });

  it('is everything if the past changed', () => {
    expect(redrawnFrom([], drawn)).toBe('all');
    expect(redrawnFrom(drawn, [candle(0), ...drawn])).toBe('all');
    expect(redrawnFrom(drawn, [candle(1), candle(2, '8'), candle(3)])).toBe('all');
    expect(redrawnFrom(drawn, drawn.slice(0, 1))).toBe('all');
  });
});

describe('moving average', () => {
  it('is exact, and null while there are too few candles', () => {
    const candles = ['1', '2', '4', '0.1'].map((close, index) => candle(index, close));
    expect(movingAverage(candles, 2)).toEqual([null, '1.5', '3', '2']);
    expect(movingAverage(candles, 9)).toEqual([null, null, null, null]);
    expect(movingAverage([], 7)).toEqual([]);
  });
});

describe('change of a candle', () => {
  it('is its close relative to its open', () => {
    expect(changeOf(candle(1, '1.015'))).toBe('0.015');
    expect(changeOf(candle(1, '0.99'))).toBe('-0.01');
  });
});
