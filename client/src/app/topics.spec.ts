import type { FollowedTopic } from '../kit/stream/stream-events';
import { topicsWanted } from './topics';

describe('subscribed topics', () => {
  it('are the screen’s topics, plus private channels for a user', () => {
    const interests: FollowedTopic[] = [{ channel: 'tickers' }, { channel: 'depth', market: 'ETH-USDT' }];
    expect(topicsWanted({ interests, isLogin: false })).toEqual(interests);
    expect(topicsWanted({ interests, isLogin: true })).toEqual([
      { channel: 'order' },
      { channel: 'balance' },
      { channel: 'message' },
      ...interests,
    ]);
  });

  it('stay within the socket’s limit, private channels first', () => {
    const interests = Array.from({ length: 60 }, (_, index): FollowedTopic => ({
      channel: 'depth',
      market: `M${index}`,
    }));
    const topics = topicsWanted({ interests, isLogin: true });
    expect(topics).toHaveLength(50);
    expect(topics).toContainEqual({ channel: 'message' });
  });
});
