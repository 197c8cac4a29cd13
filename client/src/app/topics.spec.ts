import { RETRY_MS, TICKERS_MAX, isSnapshotDue, keyOf, topicsWanted } from './topics';

const VISITOR = { markets: [], watched: null, kline: null, isLogin: false };

describe('the topics a page listens to', () => {
  it('are book, trades and index of the market being watched and the ticker of each', () => {
    expect(topicsWanted({ ...VISITOR, markets: ['BTC-USDT', 'ETH-USDT'], watched: 'ETH-USDT' })).toEqual([
      { channel: 'depth', market: 'ETH-USDT' },
      { channel: 'trade', market: 'ETH-USDT' },
      { channel: 'index', market: 'ETH-USDT' },
      { channel: 'ticker', market: 'ETH-USDT' },
      { channel: 'ticker', market: 'BTC-USDT' },
    ]);
    expect(topicsWanted(VISITOR)).toEqual([]);
  });

  it('are candles of the chart, and for a user what is theirs', () => {
    const kline = { channel: 'kline', market: 'BTC-USDT', interval: '1m' } as const;
    const topics = topicsWanted({ ...VISITOR, kline, isLogin: true });
    expect(topics).toEqual([kline, { channel: 'order' }, { channel: 'balance' }, { channel: 'message' }]);
    expect(topics.map(keyOf)).toEqual(['kline:BTC-USDT:1m', 'order', 'balance', 'message']);
  });

  it('keep within what a socket may have, the market being watched among them', () => {
    const markets = Array.from({ length: 100 }, (_, index) => `M${index}-USDT`);
    const kline = { channel: 'kline', market: 'M99-USDT', interval: '1m' } as const;
    const topics = topicsWanted({ markets, watched: 'M99-USDT', kline, isLogin: true });
    expect(topics).toHaveLength(TICKERS_MAX + 7);
    expect(topics.length).toBeLessThanOrEqual(50);
    expect(topics).toContainEqual({ channel: 'ticker', market: 'M99-USDT' });
  });
});

describe('a snapshot', () => {
  it('is asked for at once at first and after a gap', () => {
    expect(isSnapshotDue('loading', undefined, 0)).toBe(true);
    expect(isSnapshotDue('resyncing', 0, 60_000)).toBe(true);
  });

  it('is not asked for while the channel is live, nor again before its time', () => {
    expect(isSnapshotDue('live', 0, 60_000)).toBe(false);
    expect(isSnapshotDue('resyncing', 0, RETRY_MS - 1)).toBe(false);
    expect(isSnapshotDue('stale', 0, RETRY_MS)).toBe(true);
  });
});
