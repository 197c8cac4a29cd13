import type { UnknownAction } from '@reduxjs/toolkit';
import type { IndexPrice } from '../../../../../shared/wire/market-data';
import { SILENCE_MS_MAX } from '../../stream/liveness';
import { clockTicked, subscriptionAsked, subscriptionEnded, subscriptionRefused } from '../../stream/stream-events';
import { ageOf, deviationOf } from './index-price';
import { indexPriceSlice, selectIndexPrice } from './index-price-slice';

const NOW = 1_760_000_000_000;
const { snapshotReceived: told, pushReceived: pushed } = indexPriceSlice;
const ASKED = subscriptionAsked({ channel: 'index', market: 'BTC-USDT' });

function index(position: number, price: string | null, market = 'BTC-USDT'): IndexPrice {
  const sources = price === null ? [] : [{ name: 'a', price, at: NOW }];
  return { market, position, price, at: price === null ? null : NOW, isStale: price === null, sources, asOf: NOW };
}

function after(...happenings: UnknownAction[]) {
  const indexPrice = happenings.reduce(indexPriceSlice.reducer, indexPriceSlice.getInitialState());
  return selectIndexPrice({ indexPrice }, 'BTC-USDT');
}

describe('index price of the shown market', () => {
  it('is the newest one, live while messages arrive every second', () => {
    const first = [ASKED, told({ snapshot: index(1, null), at: NOW })];
    expect(after(...first)).toMatchObject({ index: { price: null }, liveness: { phase: 'live' } });
    const second = [...first, pushed({ push: index(3, '100.5'), at: NOW + 1 })];
    expect(after(...second)).toMatchObject({ index: { price: '100.5' }, liveness: { phase: 'live' } });
    const late = pushed({ push: index(2, '7'), at: NOW + 2 });
    expect(after(...second, late).index?.price).toBe('100.5');
    expect(after(...second, clockTicked(NOW + 2 + SILENCE_MS_MAX)).liveness.phase).toBe('stale');
  });

  it('is not replaced by another market’s', () => {
    const known = [ASKED, told({ snapshot: index(3, '100'), at: NOW })];
    expect(after(...known, pushed({ push: index(4, '5', 'ETH-USDT'), at: NOW })).index?.price).toBe('100');
    const other = after(...known, subscriptionAsked({ channel: 'index', market: 'ETH-USDT' }));
    expect(other.index?.price).toBe('100');
    expect(after(...known, subscriptionEnded({ channel: 'index', market: 'BTC-USDT' })).index).toBeNull();
  });

  it('is replaced by a lower snapshot after a restart, and kept on malformed data', () => {
    const known = [ASKED, told({ snapshot: index(9, '100'), at: NOW })];
    const anew = told({ snapshot: index(1, '90'), at: NOW });
    expect(after(...known, anew).index?.price).toBe('90');
    const odd = index(10, '1e5');
    for (const misfit of [pushed({ push: odd, at: NOW }), told({ snapshot: odd, at: NOW })]) {
      expect(after(...known, misfit)).toMatchObject({ index: { price: '100' }, liveness: { phase: 'resyncing' } });
    }
  });

  it('is stale with the server’s text if the subscription is refused', () => {
    const refusal = subscriptionRefused({ channel: 'index', market: 'BTC-USDT', fault: 'No.' });
    expect(after(ASKED, refusal).liveness).toMatchObject({ phase: 'stale', fault: 'No.' });
    const other = subscriptionRefused({ channel: 'index', market: 'ETH-USDT', fault: 'No.' });
    expect(after(ASKED, other).liveness.phase).toBe('loading');
  });
});

test.each([
  ['101', '100', '0.01'],
  ['99.5', '100', '-0.005'],
  ['100', '100', '0'],
  ['64000.01', '64000', '0'],
  ['0.0000012', '0.000001', '0.2'],
])('last price %s deviates from index %s by %s', (last, price, deviation) => {
  expect(deviationOf(last, price)).toBe(deviation);
});

test.each([
  [-5_000, 'seconds', 0],
  [999, 'seconds', 0],
  [99_999, 'seconds', 99],
  [100_000, 'minutes', 1],
  [5_999_999, 'minutes', 99],
  [6_000_000, 'hours', 1],
  [86_400_000, 'hours', 24],
] as const)('%d ms is shown in %s: %d', (elapsed, unit, count) => {
  expect(ageOf(NOW, NOW + elapsed)).toEqual({ unit, count });
});
