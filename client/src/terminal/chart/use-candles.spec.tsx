import { configureStore } from '@reduxjs/toolkit';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { stubNetwork, success } from '../../../../test/support/network';
import { INTERVAL_MS, type Candle, type CandlePrice } from '../../../../shared/wire/market-data';
import { candlesSlice } from '../../kit/entities/candle/candle-slice';
import { marksSlice } from '../../kit/entities/contract/marks';
import { api } from '../../kit/api/api';
import { subscriptionAsked } from '../../kit/stream/stream-events';
import { settle } from '../../testing/settle';
import { useCandles } from './use-candles';

const MARKET = 'BTC-USDT';
const MINUTE = INTERVAL_MS['1m'];
const SIX_HOURS = 360;
const PATH = '/exchange/app/spot/kline';

function candle(minute: number, close = '1'): Candle {
  return { start: minute * MINUTE, open: '1', high: '2', low: '1', close, baseVolume: '1', quoteVolume: '1' };
}
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => candle(first + at));

/** Exchange with these candles and a chart of them. */
async function show(all: readonly Candle[], by: CandlePrice = 'last') {
  let known = all;
  const asked = stubNetwork({
    [PATH]: ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1]);
      const to = Number(query.get('to') ?? Number.MAX_SAFE_INTEGER);
      return success(known.filter(({ start }) => start < to).slice(-Number(query.get('limit'))));
    },
  });
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, candles: candlesSlice.reducer, marks: marksSlice.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useCandles(MARKET, '1m', by), { wrapper });
  await settle();
  const push = (candles: Candle[]) => ({ market: MARKET, interval: '1m', position: 1, candles });
  return {
    asked: () => asked.length,
    kinds: () => new Set(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('by'))),
    minutes: () => (result.current.candles ?? []).map(({ start }) => start / MINUTE),
    row: () => result.current.candles ?? [],
    scrollBack: async () => {
      act(() => result.current.loadOlder());
      await settle();
    },
    subscribe: async (...candles: Candle[]) => {
      act(() => void store.dispatch(subscriptionAsked({ channel: 'kline', market: MARKET, interval: '1m' })));
      act(() => void store.dispatch(candlesSlice.snapshotReceived({ snapshot: push(candles), at: 1 })));
      await settle();
    },
    pushed: async (...candles: Candle[]) => {
      act(() => void store.dispatch(candlesSlice.pushReceived({ push: push(candles), at: 2 })));
      await settle();
    },
    published: async (mark: string, index: string, at: number) => {
      const told = { mark, index, at, p1: null, p2: null, isStale: false, closeOnlyUntil: null, nextFundingAt: null };
      const rest = { fundingRate: '0', lastFundingRate: '0', openInterest: '1', asOf: at };
      const snapshot = { market: MARKET, position: at, ...told, ...rest };
      act(() => void store.dispatch(subscriptionAsked({ channel: 'mark', market: MARKET })));
      act(() => void store.dispatch(marksSlice.snapshotReceived({ snapshot, at: 1 })));
      await settle();
    },
    /** Candles of trades during a disconnection. */
    missed: (candles: readonly Candle[]) => (known = candles),
  };
}

describe('candles of a thin market', () => {
  const thin = Array.from({ length: 500 }, (_, index) => candle(index * SIX_HOURS, String(index + 1)));
  const last = 499 * SIX_HOURS;

  it('are filled as far as scrolled, without refetching known ones', async () => {
    const { row, minutes, asked, scrollBack } = await show(thin);
    expect(row()).toHaveLength(500);
    await scrollBack();
    expect([row().length, minutes()[0], minutes().at(-1)]).toEqual([1_000, last - 999, last]);
    expect(asked()).toBe(1);
  });

  it('change only at their end on a trade', async () => {
    const { row, subscribe, pushed } = await show(thin);
    await subscribe(candle(last, '500'));
    const before = row();
    await pushed(candle(last, '501'));
    expect(
      row()
        .slice(0, -1)
        .every((one, index) => one === before[index]),
    ).toBe(true);
    expect(row().at(-1)).toMatchObject({ close: '501' });
  });
});

describe.each(['mark', 'index'] as const)('candles of the %s price', (by) => {
  const priced = (own: string): [string, string] => (by === 'mark' ? [own, '77'] : ['77', own]);

  it('follow its publications, not trades', async () => {
    const { row, kinds, published, subscribe } = await show(range(0, 9), by);
    expect(kinds()).toEqual(new Set([by]));
    await published(...priced('3'), 9 * MINUTE + 5);
    expect(row().at(-1)).toMatchObject({ start: 9 * MINUTE, open: '1', high: '3', low: '1', close: '3' });
    await published(...priced('4'), 11 * MINUTE);
    expect(row().map(({ close }) => close)).toEqual([...Array.from({ length: 9 }, () => '1'), '3', '3', '4']);
    await subscribe(candle(12, '99'));
    expect(row().at(-1)).toMatchObject({ start: 11 * MINUTE, close: '4' });
  });

  it('are refetched when the stream returns', async () => {
    const { asked, minutes, missed, published } = await show(range(0, 9), by);
    missed(range(0, 20));
    await published(...priced('3'), 20 * MINUTE + 1);
    expect([asked(), minutes().at(-1)]).toEqual([2, 20]);
  });
});

describe('scrolling back', () => {
  it('ends at the first candle without further requests', async () => {
    const { minutes, asked, scrollBack } = await show(range(0, 699));
    await scrollBack();
    expect([minutes()[0], minutes().length]).toEqual([0, 700]);
    await scrollBack();
    await scrollBack();
    expect(asked()).toBe(3);
  });

  it('continues after a long sleep reset the candles', async () => {
    const { minutes, missed, scrollBack, subscribe } = await show(range(0, 99));
    await scrollBack();
    missed(range(0, 2_000));
    await subscribe(candle(2_000));
    expect(minutes()[0]).toBe(1_501);
    await scrollBack();
    expect([minutes()[0], minutes().at(-1)]).toEqual([1_001, 2_000]);
  });
});
