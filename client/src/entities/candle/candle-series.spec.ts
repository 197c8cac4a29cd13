import { INTERVAL_MS, type Candle } from '../../../../shared/wire/market-data';
import { changeOf, isTorn, joined, movingAverage, redrawnFrom, withoutHoles } from './candle-series';

const MINUTE = INTERVAL_MS['1m'];

function candle(minute: number, close = '1', baseVolume = '1'): Candle {
  return { start: minute * MINUTE, open: '1', high: '2', low: '1', close, baseVolume, quoteVolume: '1' };
}

const startsOf = (candles: readonly Candle[]) => candles.map(({ start }) => start / MINUTE);

describe('history and stream', () => {
  it('join without a seam: the stream counts where both know a candle', () => {
    const all = joined([candle(1), candle(2)], [candle(2, '9'), candle(3)]);
    expect(startsOf(all)).toEqual([1, 2, 3]);
    expect(all[1].close).toBe('9');
  });

  it('stay in order when older candles come later', () => {
    expect(startsOf(joined([candle(5)], [candle(3), candle(4)]))).toEqual([3, 4, 5]);
    expect(startsOf(joined([], [candle(3)]))).toEqual([3]);
    expect(startsOf(joined([candle(3)], []))).toEqual([3]);
  });

  it('are torn when the stream goes on later than the history ends', () => {
    expect(isTorn([candle(1)], [candle(2)], '1m')).toBe(false);
    expect(isTorn([candle(1)], [candle(1)], '1m')).toBe(false);
    expect(isTorn([candle(1)], [candle(3)], '1m')).toBe(true);
    expect(isTorn([], [candle(3)], '1m')).toBe(false);
  });

  it('have flat candles where nothing traded', () => {
    const whole = withoutHoles([candle(1, '7'), candle(4)], '1m');
    expect(startsOf(whole)).toEqual([1, 2, 3, 4]);
    expect(whole[2]).toMatchObject({ open: '7', high: '7', low: '7', close: '7', baseVolume: '0' });
  });
});

describe('what has to be drawn anew', () => {
  const drawn = [candle(1), candle(2), candle(3)];

  it('is the end alone, when only that moved', () => {
    expect(redrawnFrom(drawn, [...drawn.slice(0, 2), candle(3, '5')])).toBe(2);
    expect(redrawnFrom(drawn, [...drawn, candle(4)])).toBe(2);
    expect(
      redrawnFrom(
        drawn,
        drawn.map((one) => ({ ...one })),
      ),
    ).toBe(2);
  });

  it('is all of it, when the past changed', () => {
    expect(redrawnFrom([], drawn)).toBe('all');
    expect(redrawnFrom(drawn, [candle(0), ...drawn])).toBe('all');
    expect(redrawnFrom(drawn, [candle(1), candle(2, '8'), candle(3)])).toBe('all');
    expect(redrawnFrom(drawn, drawn.slice(0, 1))).toBe('all');
  });
});

describe('a moving average', () => {
  it('is exact, and missing while there are too few candles', () => {
    const candles = ['1', '2', '4', '0.1'].map((close, index) => candle(index, close));
    expect(movingAverage(candles, 2)).toEqual([null, '1.5', '3', '2']);
    expect(movingAverage(candles, 9)).toEqual([null, null, null, null]);
    expect(movingAverage([], 7)).toEqual([]);
  });
});

describe('the change of a candle', () => {
  it('is that of its close to its open', () => {
    expect(changeOf(candle(1, '1.015'))).toBe('0.015');
    expect(changeOf(candle(1, '0.99'))).toBe('-0.01');
  });
});
