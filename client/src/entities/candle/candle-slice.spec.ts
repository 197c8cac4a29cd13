import type { UnknownAction } from '@reduxjs/toolkit';
import type { Candle, KlinePush } from '../../../../shared/wire/market-data';
import { clockTicked, subscriptionAsked, subscriptionRefused } from '../../shared/stream/stream-events';
import { candlesSlice, laidOver, selectCandles } from './candle-slice';

const MARKET = 'BTC-USDT';
const NOW = 1_760_000_000_000;
const MINUTE = 60_000;

function candle(minute: number, close = '1'): Candle {
  return { start: minute * MINUTE, open: '1', high: '2', low: '1', close, baseVolume: '1', quoteVolume: '1' };
}

function push(position: number, candles: Candle[], change: Partial<KlinePush> = {}): KlinePush {
  return { market: MARKET, interval: '1m', position, candles, ...change };
}

const asked = subscriptionAsked({ channel: 'kline', market: MARKET, interval: '1m' });
const snapshot = candlesSlice.snapshotReceived({ snapshot: push(10, [candle(1)]), at: NOW });
const next = (...pushes: KlinePush[]) => pushes.map((one) => candlesSlice.pushReceived({ push: one, at: NOW }));

const after = (...happenings: UnknownAction[]) => ({
  candles: happenings.reduce(candlesSlice.reducer, candlesSlice.getInitialState()),
});
const shown = (state: ReturnType<typeof after>) => selectCandles(state, MARKET, '1m');
const closesOf = (state: ReturnType<typeof after>) => shown(state).candles.map(({ close }) => close);

describe('the candles of a chart', () => {
  it('wait for their snapshot', () => {
    expect(closesOf(after(asked, ...next(push(11, [candle(2)]))))).toEqual([]);
  });

  it('are replaced and continued by what comes', () => {
    const state = after(asked, snapshot, ...next(push(11, [candle(1, '5'), candle(2, '6')])));
    expect(closesOf(state)).toEqual(['5', '6']);
    expect(selectCandles(state, MARKET, '1m')).toMatchObject({ position: 11, liveness: { phase: 'live' } });
  });

  it('go on with a push that has none: nothing was traded, and the stream lives', () => {
    const state = after(asked, snapshot, ...next(push(12, [])));
    expect(closesOf(state)).toEqual(['1']);
    expect(shown(state).position).toBe(12);
  });

  it('take nothing that is behind them, or of another market or interval', () => {
    const foreign = [push(9, [candle(1, '9')]), push(11, [candle(1, '9')], { market: 'ETH-USDT' })];
    const other = push(11, [candle(1, '9')], { interval: '1h' });
    expect(closesOf(after(asked, snapshot, ...next(...foreign, other)))).toEqual(['1']);
    expect(closesOf(after(asked, candlesSlice.snapshotReceived({ snapshot: other, at: NOW })))).toEqual([]);
  });

  it('take nothing that is not written as agreed, and ask again', () => {
    const odd = push(11, [candle(1, '1.50')]);
    for (const misfit of [
      candlesSlice.pushReceived({ push: odd, at: NOW }),
      candlesSlice.snapshotReceived({ snapshot: odd, at: NOW }),
    ]) {
      const state = after(asked, snapshot, misfit);
      expect(closesOf(state)).toEqual(['1']);
      expect(shown(state)).toMatchObject({ position: 10, liveness: { phase: 'resyncing' } });
    }
  });

  it('are of their own market and interval, however many are shown', () => {
    const hourly = subscriptionAsked({ channel: 'kline', market: MARKET, interval: '1h' });
    const state = after(asked, snapshot, hourly);
    expect(selectCandles(state, MARKET, '1h')).toMatchObject({ position: null, candles: [] });
    expect(closesOf(state)).toEqual(['1']);
  });

  it('stay on the screen while they are asked for again', () => {
    expect(closesOf(after(asked, snapshot, asked))).toEqual(['1']);
  });

  it('say when the subscription is refused and when the stream falls silent', () => {
    const refused = subscriptionRefused({ channel: 'kline', market: MARKET, interval: '1m', fault: 'No such market.' });
    expect(shown(after(asked, refused)).liveness).toMatchObject({ fault: 'No such market.' });
    expect(shown(after(asked, snapshot, clockTicked(NOW + 10 * MINUTE))).liveness.phase).toBe('stale');
  });
});

describe('candles laid over others', () => {
  it('replace those of the same start and stand in order', () => {
    const all = laidOver([candle(1), candle(3)], [candle(2), candle(3, '7')]);
    expect(all.map(({ start, close }) => [start / MINUTE, close])).toEqual([
      [1, '1'],
      [2, '1'],
      [3, '7'],
    ]);
  });

  it('are at most a day of minutes, the latest', () => {
    const many = Array.from({ length: 1_441 }, (_, minute) => candle(minute));
    const all = laidOver([], many);
    expect(all).toHaveLength(1_440);
    expect(all[0].start).toBe(MINUTE);
  });
});
