import type { FollowedTopic } from '../shared/stream/stream-events';
import { RETRY_MS, isSnapshotDue, topicsWanted } from './topics';

const VISITOR = { markets: [], interests: [], isLogin: false };

describe('the topics a page listens to', () => {
  it('are what is on the screen, and the ticker of each market, those on the screen first', () => {
    const interests: FollowedTopic[] = [
      { channel: 'depth', market: 'ETH-USDT' },
      { channel: 'trade', market: 'ETH-USDT' },
    ];
    expect(topicsWanted({ ...VISITOR, markets: ['BTC-USDT', 'ETH-USDT'], interests })).toEqual([
      ...interests,
      { channel: 'ticker', market: 'ETH-USDT' },
      { channel: 'ticker', market: 'BTC-USDT' },
    ]);
    expect(topicsWanted(VISITOR)).toEqual([]);
  });

  it('are for a user what is theirs as well', () => {
    const topics = topicsWanted({ ...VISITOR, isLogin: true });
    expect(topics).toEqual([{ channel: 'order' }, { channel: 'balance' }, { channel: 'message' }]);
  });

  it('keep within what a socket may have, what is on the screen among them', () => {
    const markets = Array.from({ length: 100 }, (_, index) => `M${index}-USDT`);
    const kline = { channel: 'kline', market: 'M99-USDT', interval: '1m' } as const;
    const topics = topicsWanted({ markets, interests: [kline], isLogin: true });
    expect(topics).toHaveLength(50);
    expect(topics).toEqual(expect.arrayContaining([kline, { channel: 'ticker', market: 'M99-USDT' }]));
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
