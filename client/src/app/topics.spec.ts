import { RETRY_MS, TICKERS_MAX, isSnapshotDue, topicsWanted } from './topics';

describe('the topics a page listens to', () => {
  it('are book and trades of the market being watched and the ticker of each', () => {
    expect(topicsWanted(['BTC-USDT', 'ETH-USDT'], 'ETH-USDT')).toEqual([
      { channel: 'depth', market: 'ETH-USDT' },
      { channel: 'trade', market: 'ETH-USDT' },
      { channel: 'ticker', market: 'ETH-USDT' },
      { channel: 'ticker', market: 'BTC-USDT' },
    ]);
    expect(topicsWanted([], undefined)).toEqual([]);
  });

  it('keep within what a socket may have, the market being watched among them', () => {
    const markets = Array.from({ length: 100 }, (_, index) => `M${index}-USDT`);
    const topics = topicsWanted(markets, 'M99-USDT');
    expect(topics).toHaveLength(TICKERS_MAX + 2);
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
