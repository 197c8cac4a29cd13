import type { Candle, KlinePush } from '../../../../shared/wire/market-data';
import { clockTicked, subscriptionAsked, subscriptionRefused } from '../../shared/stream/stream-events';
import { candlesSlice, klineReceived, klineSnapshotReceived, laidOver, selectCandles } from './candle-slice';

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
const snapshot = klineSnapshotReceived({ push: push(10, [candle(1)]), at: NOW });
const next = (...pushes: KlinePush[]) => pushes.map((one) => klineReceived({ push: one, at: NOW }));

const after = (...happenings: Parameters<typeof candlesSlice.reducer>[1][]) => ({
  candles: happenings.reduce(candlesSlice.reducer, candlesSlice.getInitialState()),
});
const closesOf = ({ candles: { candles } }: ReturnType<typeof after>) => candles.map(({ close }) => close);

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
    expect(state.candles.position).toBe(12);
  });

  it('take nothing that is behind them, or of another market or interval', () => {
    const foreign = [push(9, [candle(1, '9')]), push(11, [candle(1, '9')], { market: 'ETH-USDT' })];
    const other = push(11, [candle(1, '9')], { interval: '1h' });
    expect(closesOf(after(asked, snapshot, ...next(...foreign, other)))).toEqual(['1']);
    expect(closesOf(after(asked, klineSnapshotReceived({ push: other, at: NOW })))).toEqual([]);
  });

  it('take nothing that is not written as agreed, and ask again', () => {
    for (const odd of [klineReceived, klineSnapshotReceived]) {
      const state = after(asked, snapshot, odd({ push: push(11, [candle(1, '1.50')]), at: NOW }));
      expect(closesOf(state)).toEqual(['1']);
      expect(state.candles).toMatchObject({ position: 10, liveness: { phase: 'resyncing' } });
    }
  });

  it('begin anew with another market or interval, and are shown to no other', () => {
    const hourly = subscriptionAsked({ channel: 'kline', market: MARKET, interval: '1h' });
    const state = after(asked, snapshot, hourly);
    expect(state.candles).toMatchObject({ interval: '1h', position: null, candles: [] });
    expect(selectCandles(after(asked, snapshot), MARKET, '1h').candles).toEqual([]);
  });

  it('stay on the screen while they are asked for again', () => {
    expect(closesOf(after(asked, snapshot, asked))).toEqual(['1']);
  });

  it('say when the subscription is refused and when the stream falls silent', () => {
    const refused = subscriptionRefused({ channel: 'kline', market: MARKET, interval: '1m', fault: 'No such market.' });
    expect(after(asked, refused).candles.liveness).toMatchObject({ fault: 'No such market.' });
    expect(after(asked, snapshot, clockTicked(NOW + 10 * MINUTE)).candles.liveness.phase).toBe('stale');
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
