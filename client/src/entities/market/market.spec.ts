import type { Ticker } from '../../../../shared/wire/market-data';
import { SILENCE_MS_MAX } from '../../shared/stream/liveness';
import { clockTicked, subscriptionAsked } from '../../shared/stream/stream-events';
import { marketSlice, tickerReceived, tickerSnapshotReceived } from './market-slice';
import { quoteAfter, signShown } from './quote';

const NOW = 1_760_000_000_000;

function ticker(position: number, last: string | null, market = 'BTC-USDT'): Ticker {
  const untold = { open: null, change: '0', changeRatio: '0', high: null, low: null };
  return { market, position, last, ...untold, baseVolume: '0', quoteVolume: '0' };
}

describe('a quote', () => {
  it('remembers which way the price went last', () => {
    const first = quoteAfter(undefined, ticker(1, '100'));
    const up = quoteAfter(first, ticker(2, '100.5'));
    const same = quoteAfter(up, ticker(3, '100.5'));
    const down = quoteAfter(same, ticker(4, '99'));
    expect([first, up, same, down].map(({ moved }) => moved)).toEqual(['level', 'up', 'up', 'down']);
  });

  it('ignores what is older, and takes a window that moved on at the same position', () => {
    const quote = quoteAfter(undefined, ticker(5, '100'));
    expect(quoteAfter(quote, ticker(4, '1'))).toBe(quote);
    expect(quoteAfter(quote, { ...ticker(5, '100'), quoteVolume: '7' }).ticker.quoteVolume).toBe('7');
  });

  it('has a sign only if it can be seen', () => {
    expect(['0', '0.000099', '-0.000099'].map(signShown)).toEqual(['level', 'level', 'level']);
    expect(['0.0001', '-0.0001', '-1', '10'].map(signShown)).toEqual(['up', 'down', 'down', 'up']);
  });
});

describe('the quotes of all markets', () => {
  it('are live or stale each on its own', () => {
    const happenings = [
      subscriptionAsked({ channel: 'ticker', market: 'BTC-USDT' }),
      subscriptionAsked({ channel: 'ticker', market: 'ETH-USDT' }),
      tickerSnapshotReceived({ ticker: ticker(1, '100'), at: NOW }),
      tickerSnapshotReceived({ ticker: ticker(1, '5', 'ETH-USDT'), at: NOW }),
      tickerReceived({ ticker: ticker(2, '101'), at: NOW + SILENCE_MS_MAX }),
      clockTicked(NOW + SILENCE_MS_MAX + 1),
    ];
    const { byMarket } = happenings.reduce(marketSlice.reducer, marketSlice.getInitialState());
    expect(byMarket['BTC-USDT']).toMatchObject({ quote: { moved: 'up' }, liveness: { phase: 'live' } });
    expect(byMarket['ETH-USDT']).toMatchObject({ quote: { ticker: { last: '5' } }, liveness: { phase: 'stale' } });
  });

  it('keep the last that was written as agreed, and ask again', () => {
    const odd = { ...ticker(2, '101'), changeRatio: '1e-3' };
    const known = [tickerSnapshotReceived({ ticker: ticker(1, '100'), at: NOW })];
    for (const misfit of [tickerReceived, tickerSnapshotReceived]) {
      const happenings = [...known, misfit({ ticker: odd, at: NOW })];
      const { byMarket } = happenings.reduce(marketSlice.reducer, marketSlice.getInitialState());
      expect(byMarket['BTC-USDT']).toMatchObject({
        quote: { ticker: { last: '100' } },
        liveness: { phase: 'resyncing', isInStep: false },
      });
    }
  });
});
