import type { UnknownAction } from '@reduxjs/toolkit';
import type { Candle, KlinePush } from '../../../../../shared/wire/market-data';
import { clockTicked, subscriptionAsked, subscriptionRefused } from '../../stream/stream-events';
import { candlesSlice, mergeRecent, selectCandles } from './candle-slice';

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

describe('chart candles', () => {
  it('wait for their snapshot', () => {
    expect(closesOf(after(asked, ...next(push(11, [candle(2)]))))).toEqual([]);
  });

  it('are replaced and extended by pushes', () => {
    const state = after(asked, snapshot, ...next(push(11, [candle(1, '5'), candle(2, '6')])));
    expect(closesOf(state)).toEqual(['5', '6']);
    expect(selectCandles(state, MARKET, '1m')).toMatchObject({ position: 11, liveness: { phase: 'live' } });
  });

  it('stay live on a push without candles', () => {
    const state = after(asked, snapshot, ...next(push(12, [])));
    expect(closesOf(state)).toEqual(['1']);
    expect(shown(state).position).toBe(12);
  });

  it('ignore old pushes and those of other markets or intervals', () => {
    const foreign = [push(9, [candle(1, '9')]), push(11, [candle(1, '9')], { market: 'ETH-USDT' })];
    const other = push(11, [candle(1, '9')], { interval: '1h' });
    expect(closesOf(after(asked, snapshot, ...next(...foreign, other)))).toEqual(['1']);
    expect(closesOf(after(asked, candlesSlice.snapshotReceived({ snapshot: other, at: NOW })))).toEqual([]);
  });

  it('resync on a malformed push or snapshot', () => {
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

  it('are kept per market and interval', () => {
    const hourly = subscriptionAsked({ channel: 'kline', market: MARKET, interval: '1h' });
    const state = after(asked, snapshot, hourly);
    expect(selectCandles(state, MARKET, '1h')).toMatchObject({ position: null, candles: [] });
    expect(closesOf(state)).toEqual(['1']);
  });

  it('stay visible during a resync', () => {
    expect(closesOf(after(asked, snapshot, asked))).toEqual(['1']);
  });

  it('show a refused subscription and a silent stream', () => {
    const refused = subscriptionRefused({ channel: 'kline', market: MARKET, interval: '1m', fault: 'No such market.' });
    expect(shown(after(asked, refused)).liveness).toMatchObject({ fault: 'No such market.' });
    expect(shown(after(asked, snapshot, clockTicked(NOW + 10 * MINUTE))).liveness.phase).toBe('stale');
  });
});

describe('overlaid candles', () => {
  it('replace those with the same start, in order', () => {
    const all = mergeRecent([candle(1), candle(3)], [candle(2), candle(3, '7')]);
    expect(all.map(({ start, close }) => [start / MINUTE, close])).toEqual([
      [1, '1'],
      [2, '1'],
      [3, '7'],
    ]);
  });

  it('are limited to the latest day of minutes', () => {
    const many = Array.from({ length: 1_441 }, (_, minute) => candle(minute));
    const all = mergeRecent([], many);
    expect(all).toHaveLength(1_440);
    expect(all[0].start).toBe(MINUTE);
  });
});
