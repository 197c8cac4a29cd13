import type { Candle } from '../../../../../shared/wire/market-data';
import { pointsOf } from './day-points';

const HALF_HOUR = 30 * 60_000;
const candle = (start: number, open: string, close: string) => ({ start, open, close }) as Candle;

describe('day line', () => {
  it('starts at the first open and goes through every close', () => {
    expect(pointsOf([candle(0, '1', '2'), candle(HALF_HOUR, '2', '3')], 10 * HALF_HOUR)).toEqual([
      { at: 0, price: '1' },
      { at: HALF_HOUR, price: '2' },
      { at: 2 * HALF_HOUR, price: '3' },
    ]);
  });

  it('marks points of generated demo candles', () => {
    const made = { ...candle(0, '1', '2'), isMade: true as const };
    expect(pointsOf([made, candle(HALF_HOUR, '2', '3')], 10 * HALF_HOUR)).toEqual([
      { at: 0, price: '1', isMade: true },
      { at: HALF_HOUR, price: '2', isMade: true },
      { at: 2 * HALF_HOUR, price: '3' },
    ]);
  });

  it('ends now, not at the end of the open candle', () => {
    expect(pointsOf([candle(0, '1', '2')], 5).at(-1)).toEqual({ at: 5, price: '2' });
    expect(pointsOf([], 5)).toEqual([]);
  });
});
